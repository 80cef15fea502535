import CarillonFeatures
import CarillonStore
import Testing

/// Answers of the server that come when the message, or its brew, is over. (B11, B13)
@Suite struct LateAnswerTests {
  /// Heating got no answer in time, and grinding is being shown; returns the ticket of heating.
  private func overdue(_ device: Device) throws -> Ticket {
    device.serverAnswers = nil
    device.push(stage("heating"))
    try device.answer(.overdue)
    let late = try #require(device.calls.last?.ticket)
    device.setServer(.present(Device.server))
    device.push(stage("grinding"))
    return late
  }

  @Test("B11: a late answer does not bring back a notification that was superseded")
  func overtaken() throws {
    let device = try Device.forMessages()
    let late = try overdue(device)
    let newer = device.nextScreen()
    try device.answer(.shown(newer))
    let older = device.nextScreen()
    device.host.send(.finished(late, .notified(.shown(older))))
    #expect(device.closed == [older])
    device.push(stage("brewing"))
    #expect(device.calls.last?.call.replaces == newer)
  }

  @Test("B11: a late answer during the next call is closed")
  func overtakenInFlight() throws {
    let device = try Device.forMessages()
    let late = try overdue(device)
    let older = device.nextScreen()
    device.host.send(.finished(late, .notified(.shown(older))))
    #expect(device.closed == [older])
    let newer = device.nextScreen()
    try device.answer(.shown(newer))
    device.push(stage("brewing"))
    #expect(device.calls.last?.call.replaces == newer)
  }

  @Test(
    "B13: a late answer is closed if its brew is over and closed",
    arguments: [false, true])
  func overBeforeItsAnswer(_ isAlert: Bool) throws {
    let device = try Device.forMessages()
    device.push(stage("heating"))
    device.serverAnswers = nil
    let last =
      isAlert ? ["type": "brew_alert", "brewId": "b1", "title": "!"] : stage("grinding")
    device.push(last)
    try device.answer(.overdue)
    let late = try #require(device.calls.last)
    let screen = try #require(late.call.replaces)
    for _ in 0..<60 { device.push(last) }
    device.run(for: .minutes(16))
    #expect(device.closed == [screen])
    device.push(stage(isAlert ? "heating" : "grinding", "b1", ["elapsedTime": "9"]))
    // The server did both in order: nothing is on the screen, although there is an id.
    device.host.send(.finished(late.ticket, .notified(.shown(screen))))
    device.setServer(.present(Device.server))
    #expect(device.closed == [screen, screen])
    #expect(device.calls.count == 2 && device.outcomes().first == "message skipped quiet")
  }

  @Test("B13: a refused message is not retried when its brew is over")
  func overBeforeItsRetry() throws {
    let device = try Device.forMessages()
    device.serverAnswers = nil
    device.push(stage("grinding"))
    try device.answer(.refused(name: "org.example.No", message: ""))
    device.setServer(.silent(owner: Device.server.owner))
    device.run(for: .minutes(16))
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 1 && device.outcomes().first == "message failed earlier-stage")
  }

  @Test("B13: a notification shown after its brew has ended is closed; an alert stays")
  func endedMeanwhile() throws {
    for isAlert in [false, true] {
      let device = try Device.forMessages()
      device.serverAnswers = nil
      device.push(
        isAlert ? ["type": "brew_alert", "brewId": "b1", "title": "!"] : stage("heating"))
      try device.answer(.overdue)
      let late = try #require(device.calls.last?.ticket)
      device.run(for: .minutes(16))
      let screen = device.nextScreen()
      device.host.send(.finished(late, .notified(.shown(screen))))
      #expect(device.closed == (isAlert ? [] : [screen]))
    }
    let cancelled = try Device.forMessages()
    cancelled.serverAnswers = nil
    cancelled.push(stage("heating"))
    cancelled.done(.act(tag: "brew:b1", action: "cancel_brew", data: ""))
    cancelled.done(.commandDone(id: "command-1", error: ""))
    let screen = cancelled.nextScreen()
    try cancelled.answer(.shown(screen))
    #expect(cancelled.closed == [screen])
  }
}

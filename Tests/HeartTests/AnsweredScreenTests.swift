import CarillonFeatures
import Testing

/// Answered notifications are closed on the server that shows them. (B11, B13)
@Suite struct AnsweredScreenTests {
  private let start = at("2026-11-21T09:00:00Z")

  /// A device with an answered brew notification; `presence` is the server's state at the answer.
  private func answered(
    _ presence: NotificationServer.Presence, name: String = "Stand-in",
    more: [String: String] = [:]
  ) throws -> Device {
    let device = try Device(at: start)
    device.setSlots([])
    device.setServer(.present(server(name)))
    device.push(["type": "brew_stage", "stage": "brewing", "brewId": "b1"].merging(more) { $1 })
    device.run(for: .seconds(1))
    device.setServer(presence)
    device.respond(.action(key: "stop_shot", activation: nil), to: 0)
    #expect(device.history().first?.response == "stop_shot")
    return device
  }

  private func server(_ name: String) -> NotificationServer {
    NotificationServer(
      name: name, vendor: "", version: "1", capabilities: ["actions", "body"],
      owner: Device.server.owner, bus: Device.server.bus)
  }

  @Test("B13: an answered notification is closed even if its server is silent")
  func silent() throws {
    let device = try answered(.silent(owner: Device.server.owner))
    #expect(device.closed.map(\.id) == [1])
  }

  @Test("B11: the server that showed it is asked to close it, even if another one is present now")
  func another() throws {
    let device = try answered(.silent(owner: ":1.99"))
    #expect(device.closed.map(\.owner) == [Device.server.owner])
  }

  @Test(
    "B11, T21: the server that showed it is asked to close it, even after a call found no server")
  func nobody() throws {
    let device = try Device(at: start)
    device.setSlots([])
    device.push(["type": "brew_stage", "stage": "brewing", "brewId": "b1"])
    device.run(for: .seconds(1))
    device.serverAnswers = { _ in .unowned }
    device.push(["title": "Nobody takes it"])
    device.respond(.action(key: "stop_shot", activation: nil), to: 0)
    #expect(device.history().first { $0.response != nil }?.response == "stop_shot")
    #expect(device.closed.map(\.id) == [1])
  }

  @Test(
    "B13: an answered notification is closed on every server, even those that close it themselves")
  func everyServer() throws {
    for name in ["Stand-in", "dunst", "gnome-shell"] {
      #expect(try answered(.present(server(name)), name: name).closed.count == 1)
    }
  }

  @Test("B11: a press on a button of the replaced notification closes the one that replaced it")
  func before() throws {
    let device = try Device(at: start)
    device.serverAnswers = { [unowned device] in .shown($0.replaces ?? device.nextScreen()) }
    device.setSlots([])
    device.push(["type": "brew_stage", "stage": "preInfusion", "brewId": "b1"])
    device.run(for: .seconds(1))
    device.push(["type": "brew_stage", "stage": "complete", "brewId": "b1"])
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.replaces?.id == 1)
    #expect(
      device.history().compactMap(\.responseText) == ["No response yet", "Replaced by a newer one"])
    device.respond(.action(key: "extend_preinfusion", activation: nil), to: 0)
    #expect(device.closed.map(\.id) == [1])
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Empty the drip tray"])
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.replaces == nil)
  }

  @Test("T33: a snoozed hour is closed, even on a silent server")
  func hour() throws {
    for presence in [
      NotificationServer.Presence.present(server("Stand-in")), .silent(owner: Device.server.owner),
    ] {
      let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
      device.run(until: at("2026-11-21T12:00:01+01:00"))
      device.setServer(presence)
      device.press("snooze")
      #expect(device.closed.map(\.id) == [1])
    }
  }
}

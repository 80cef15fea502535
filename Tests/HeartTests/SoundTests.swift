import CarillonFeatures
import CarillonStore
import Testing

@Suite struct SoundTests {
  /// Runs past noon; the server declares no `sound`.
  private func device(_ prepare: @escaping (Device) -> Void = { _ in }) throws -> Device {
    try Device(at: at("2026-11-21T11:59:00+01:00")) { prepare($0) }
  }

  private func noon(_ device: Device) { device.run(until: at("2026-11-21T12:00:30+01:00")) }

  @Test("B15: on a server without sounds, Carillon plays the channel's once it is shown")
  func ours() throws {
    let device = try device()
    noon(device)
    #expect(device.sounds == ["message-new-instant"])
    #expect(device.calls.first?.call.soundName == nil)
    let shown = try device.trace("1200@2026-11-21").last { $0.values["to"] == "shown" }
    #expect(shown?.values["sound"] == "message-new-instant")
  }

  @Test("B15: a sound is played by its name")
  func named() throws {
    let device = try device()
    _ = device.ask(.set(mergePatch: #"{"channels":{"timesafari.daily":{"sound":"bell"}}}"#))
    noon(device)
    #expect(device.sounds == ["bell"])
  }

  @Test("B15: a server that plays sounds plays them alone")
  func theirs() throws {
    let device = try device {
      var server = Device.server
      server.capabilities.append("sound")
      $0.situation.server = .present(server)
    }
    noon(device)
    #expect(device.sounds == [])
    #expect(device.calls.first?.call.soundName == "message-new-instant")
  }

  @Test("B15, D11: a channel without a sound is silent, and so is its call")
  func silent() throws {
    let device = try device()
    let patch = #"{"channels":{"timesafari.daily":{"sound":null}}}"#
    guard let configuration = device.ask(.set(mergePatch: patch))?.text else {
      Issue.record("silence can be chosen")
      return
    }
    #expect(configuration.contains(#""sound":null"#))
    noon(device)
    #expect(device.sounds == [])
    #expect(device.calls.map(\.call.suppressSound) == [true])
    #expect(try device.trace("1200@2026-11-21").allSatisfy { $0.values["sound"] == nil })
  }

  @Test("B15: silence stays when something else of the channel is changed")
  func silenceStays() throws {
    let device = try device()
    _ = device.ask(.set(mergePatch: #"{"channels":{"timesafari.daily":{"sound":null}}}"#))
    _ = device.ask(.set(mergePatch: #"{"channels":{"timesafari.daily":{"popup":false}}}"#))
    noon(device)
    #expect(device.sounds == [])
    _ = device.ask(.set(mergePatch: #"{"channels":{"timesafari.daily":null}}"#))
    device.run(until: at("2026-11-21T18:00:30+01:00"))
    #expect(device.sounds == ["message-new-instant"])
  }

  @Test("B15: Do Not Disturb silences everything; if it cannot be read, sounds play")
  func doNotDisturb() throws {
    let quiet = try device { $0.situation.doNotDisturb = true }
    noon(quiet)
    #expect(quiet.calls.count == 1)
    #expect(quiet.sounds == [])
    let unknown = try device { $0.situation.doNotDisturb = nil }
    noon(unknown)
    #expect(unknown.sounds.count == 1)
  }

  @Test("B15: a refused or waiting delivery makes no sound")
  func notShown() throws {
    let refused = try device {
      $0.serverAnswers = { _ in .refused(name: "org.example.No", message: "no") }
    }
    noon(refused)
    #expect(refused.sounds == [])
    let absent = try device { $0.situation.server = .absent }
    noon(absent)
    #expect(absent.sounds == [])
  }

  @Test("B15, T21: an answer after the watchdog comes too late for a sound")
  func afterTheWatchdog() throws {
    let device = try device { $0.serverAnswers = { _ in .overdue } }
    noon(device)
    device.host.send(.situation(.server(.present(Device.server))))
    let ticket = try #require(device.calls.first?.ticket)
    device.host.send(.finished(ticket, .notified(.shown(device.nextScreen()))))
    #expect(try device.delivery("1200@2026-11-21")?.status == .shown)
    #expect(device.sounds == [])
  }

  @Test(
    "D11, B15: an alarm is heard if its server answers after it was taken for silent, or left",
    arguments: [NotificationServer.Presence.silent(owner: Device.server.owner), .absent])
  func afterSilence(_ presence: NotificationServer.Presence) throws {
    let device = try device { $0.serverAnswers = nil }
    _ = device.push([
      "type": "alarm", "alarmId": "a", "severity": "critical", "title": "Pump", "body": "Hot",
    ])
    let ticket = try #require(device.calls.first?.ticket)
    device.host.send(.situation(.server(presence)))
    device.host.send(.finished(ticket, .notified(.shown(device.nextScreen()))))
    #expect(device.sounds == ["message-new-instant"])
  }

  @Test("B15, T29: a notification that is closed at once makes no sound")
  func formerIdentity() throws {
    let device = try device { $0.serverAnswers = nil }
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    let ticket = try #require(device.calls.first?.ticket)
    _ = device.ask(.set(mergePatch: #"{"did":"did:web:example.org"}"#))
    device.host.send(.finished(ticket, .notified(.shown(device.nextScreen()))))
    #expect(device.closed.count == 1)
    #expect(device.sounds == [])
  }
}

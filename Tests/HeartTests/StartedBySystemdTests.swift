import CarillonFeatures
import Testing

/// An enabled unit of systemd counts as start on login. (T39)
@Suite struct StartedBySystemdTests {
  private func device(unit: Bool = true) throws -> Device {
    let device = try Device(at: at("2026-11-21T09:30:00+01:00"))
    device.host.send(.situation(.systemdUnit(unit)))
    return device
  }

  private func hints(_ device: Device) -> [String] {
    device.state().hints.map(\.code).filter { $0.hasPrefix("AUTOSTART") }
  }

  @Test("T39: the state says which of the two starts Carillon")
  func starters() throws {
    let device = try device(unit: false)
    #expect(device.state().autostart == .init(wanted: false, actual: false))
    #expect(hints(device) == ["AUTOSTART_OFF"])
    device.set(#"{"autostart":true}"#)
    #expect(device.state().autostart == .init(wanted: true, actual: true, by: .entry))
    #expect(hints(device).isEmpty)
    device.host.send(.situation(.systemdUnit(true)))
    #expect(device.state().autostart == .init(wanted: true, actual: true, by: .both))
    #expect(hints(device) == ["AUTOSTART_TWICE"])
    device.set(#"{"autostart":false}"#)
    #expect(device.autostarts == [true, false])
    #expect(device.state().autostart == .init(wanted: false, actual: true, by: .systemd))
    #expect(hints(device).isEmpty)
  }

  @Test("T39: while the unit is enabled, setting autostart writes no entry")
  func noEntry() throws {
    let device = try device()
    device.set(#"{"autostart":true}"#)
    #expect(device.autostarts.isEmpty)
    #expect(device.state().autostart == .init(wanted: true, actual: true, by: .systemd))
    // What was wanted is missing once systemd no longer does it.
    device.host.send(.situation(.systemdUnit(false)))
    #expect(hints(device) == ["AUTOSTART_FAILED"])
    device.set(#"{"autostart":true}"#)
    #expect(device.autostarts == [true])
  }

  @Test("003: what rings while closed is said where it would be said that nothing does")
  func closedTimer() throws {
    let device = try device(unit: false)
    func lines() -> [StatusLine] {
      StatusLine.lines(device.state(), today: LocalDate(dayNumber: 0), words: .english)
        .filter { $0.subject == .session }
    }
    #expect(lines().map(\.standing) == [.notable])
    device.set(#"{"scheduler":"systemd"}"#)
    let expected: [(Situation.ClosedTimer, [String], StatusLine.Standing)] = [
      (.setting, [], .fine), (.set, [], .fine),
      (.failed, ["AUTOSTART_OFF", "CLOSED_TIMER_FAILED"], .wrong),
      (.absent, ["AUTOSTART_OFF", "CLOSED_TIMER_ABSENT"], .wrong),
      (.off, ["AUTOSTART_OFF"], .notable),
    ]
    for (timer, hints, standing) in expected {
      device.host.send(.situation(.closedTimer(timer)))
      #expect(device.state().closedTimer == timer)
      #expect(
        device.state().hints.map(\.code).filter { $0.hasPrefix("AUTO") || $0.hasPrefix("CLOSED") }
          == hints)
      #expect(lines().map(\.standing) == [standing])
    }
    #expect(
      device.refusal(.set(mergePatch: #"{"scheduler":"cron"}"#))?.message
        == "scheduler: must be in-app or systemd")
    #expect(
      device.refusal(.set(mergePatch: #"{"scheduler":true}"#))?.message.contains("scheduler")
        == true)
  }

  @Test("T2, T39: depth 1 is allowed with the unit alone, and ends with it")
  func depth() throws {
    let device = try device()
    device.set(#"{"depth":1}"#)
    #expect(device.state().nextOccurrences.map(\.date).max() == "2026-11-22")
    #expect(device.state().nextOccurrences.count == 5)
    device.host.send(.situation(.systemdUnit(false)))
    #expect(device.state().nextOccurrences.count == 3)
    // What it allowed must not get in the way of other changes, but cannot be asked for anew.
    device.set(#"{"retentionDays":7}"#)
    _ = device.done(
      .configure(
        options: #"{"times":[{"hour":12,"minute":0}],"storage":"private","contentTemplate":"#
          + #"{"title":"{{headline}}","body":"{{summary}}"}}"#))
    #expect(device.refusal(.set(mergePatch: #"{"depth":1}"#))?.message.contains("depth") == true)
    #expect(device.refusal(.set(mergePatch: #"{"autostart":false}"#)) != nil)
    device.host.send(.situation(.systemdUnit(true)))
    #expect(device.state().nextOccurrences.count == 2)
  }

  @Test("T39, J23: an hour missed while Carillon was not running suggests no entry beside the unit")
  func advice() throws {
    let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
    device.off(until: at("2026-11-21T14:00:00+01:00"))
    #expect(try device.reason("1200@2026-11-21") == "off")
    #expect(device.advice(on: "1200@2026-11-21") != nil)
    device.host.send(.situation(.systemdUnit(true)))
    #expect(device.advice(on: "1200@2026-11-21") == nil)
  }
}

extension Device {
  fileprivate func advice(on name: String) -> StateReport.Hint? {
    guard let text = ask(.explain(id: name))?.text,
      let report = deserialize(ExplanationReport.self, from: text)
    else { return nil }
    return report.items.first?.advice
  }
}

import CarillonFeatures
import Glibc
import Testing

@testable import CarillonGLib

@Suite(.serialized) @MainActor struct ZoneTests {
  @Test(
    "T16: offsets equal those of libc, on both sides of every transition and in between",
    arguments: [
      "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe",
      "Pacific/Apia", "Pacific/Kiritimati", "Africa/Casablanca", "Asia/Kathmandu", "Asia/Gaza",
      "America/Sao_Paulo", "Antarctica/Troll", "Europe/Dublin", "UTC", "Etc/GMT+12",
    ])
  func agreesWithLibc(name: String) throws {
    let zone = try #require(ZoneTable().zone(named: name))
    #expect(zone.identifier == name)
    let end = Instant(seconds: 2_114_380_800)  // 2037-01-01
    var instants = (0..<1000).map { Instant(seconds: $0 * 2_113_777) }
    var transition = zone.transition(after: Instant(seconds: 0))
    while let next = transition, next < end {
      #expect(zone.offset(at: next) != zone.offset(at: next - .milliseconds(1)))
      instants += [next - .seconds(1), next]
      transition = zone.transition(after: next)
    }
    let wrong = try withTZ(name) {
      try instants.filter { instant in
        var seconds = time_t(instant.wholeSeconds)
        var local = tm()
        _ = try #require(localtime_r(&seconds, &local))
        return local.tm_gmtoff != zone.offset(at: instant)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("T16: the next transition is after an instant, never at it")
  func transitions() throws {
    let zone = try #require(ZoneTable().zone(named: "Europe/Berlin"))
    let year = Instant(seconds: 1_767_225_600)  // 2026-01-01
    let spring = try #require(zone.transition(after: year))
    #expect(spring.isoUTC == "2026-03-29T01:00:00Z")
    #expect(zone.transition(after: spring - .milliseconds(1)) == spring)
    #expect(zone.transition(after: spring)?.isoUTC == "2026-10-25T01:00:00Z")
    #expect(zone.transition(after: Instant(seconds: 4_000_000_000)) == nil)
    #expect(zone.transition(after: .distantFuture) == nil)
    #expect(zone.offset(at: .distantFuture) == 3600)
    #expect(zone.offset(at: .distantPast) == zone.offset(at: Instant(seconds: -2_208_988_800)))
  }

  @Test(
    "A name that is not a zone's is unknown, even if GLib accepts it",
    arguments: [
      "", "Mars/Olympus", "/etc/passwd", "/usr/share/zoneinfo/Europe/Berlin", "../../etc/passwd",
      "Europe/../Europe/Berlin", "+01:00", "CET-1CEST,M3.5.0,M10.5.0/3", "Europe", "zone.tab",
      "Europe/Berlin\u{0}x", " UTC", "Europe//Berlin",
    ])
  func unknown(name: String) {
    #expect(ZoneTable().zone(named: name) == nil)
  }

  private func withTZ<R>(_ name: String, _ body: () throws -> R) rethrows -> R {
    let former = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", ":\(name)", 1)
    tzset()
    defer {
      if let former { setenv("TZ", former, 1) } else { unsetenv("TZ") }
      tzset()
    }
    return try body()
  }

  @Test(
    "TZ sets the zone if it names one",
    arguments: [
      ("Asia/Tokyo", "Asia/Tokyo"), (":Asia/Tokyo", "Asia/Tokyo"), ("", "UTC"),
      (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("CET-1CEST", "Europe/Berlin"),
    ])
  func environment(value: String, expected: String) throws {
    let etc = try EtcFolder()
    try etc.link(to: "../usr/share/zoneinfo/Europe/Berlin")
    setenv("TZ", value, 1)
    defer { unsetenv("TZ") }
    #expect(ZoneFiles(etc: etc.path).systemZone() == expected)
  }

  @Test("The system's zone is named by its link, by the file beside it, or by its data")
  func systemZone() throws {
    unsetenv("TZ")
    let etc = try EtcFolder()
    let files = ZoneFiles(etc: etc.path)
    #expect(files.systemZone() == "UTC")
    try etc.write("Asia/Tokyo\n", to: "timezone")
    #expect(files.systemZone() == "Asia/Tokyo")
    try etc.copyZone("Europe/Berlin")
    #expect(files.systemZone() == "Europe/Berlin")
    try etc.copyZone("Asia/Tokyo")
    #expect(files.systemZone() == "Asia/Tokyo")
    try etc.write("TZif of nobody", to: "localtime")
    #expect(files.systemZone() == "/etc/localtime")
    try etc.link(to: "/usr/share/zoneinfo/America/Argentina/Ushuaia")
    #expect(files.systemZone() == "America/Argentina/Ushuaia")
  }

  @Test("T16: an update of the zone data is reported once, though the zone's name is the same")
  func updated() throws {
    unsetenv("TZ")
    let etc = try EtcFolder()
    let data = try ZoneFolder(["Europe/Berlin", "Asia/Tokyo"])
    defer { data.restore() }
    try etc.link(to: "\(data.path)/Europe/Berlin")
    var events: [Event] = []
    let zone = SystemZone(files: ZoneFiles(etc: etc.path)) { events.append($0) }
    try #require(zone.name == "Europe/Berlin")
    let table = ZoneTable()
    let winter = Instant(seconds: 1_767_225_600)
    #expect(table.zone(named: "Europe/Berlin")?.offset(at: winter) == 3600)
    #expect(table.zone(named: "Asia/Tokyo")?.offset(at: winter) == 32400)

    // The zone in use, as done by dpkg and rpm; then one that is not, with the list of versions.
    try data.replace("Europe/Berlin", with: "Asia/Tokyo")
    #expect(MainLoop.run(atMost: .seconds(5)) { !events.isEmpty })
    #expect(events == [.situation(.zone("Europe/Berlin"))])
    #expect(table.zone(named: "Europe/Berlin")?.offset(at: winter) == 32400)
    try data.replace("Asia/Tokyo", with: "Europe/Berlin")
    try data.replace("tzdata.zi", with: "zone.tab")
    #expect(MainLoop.run(atMost: .seconds(5)) { events.count == 2 })
    #expect(table.zone(named: "Asia/Tokyo")?.offset(at: winter) == 3600)

    // Nothing has changed since.
    zone.machineResumed()
    MainLoop.run(atMost: .milliseconds(1500)) { events.count > 2 }
    #expect(events == Array(repeating: .situation(.zone("Europe/Berlin")), count: 2))
  }

  @Test("T16: an update that no watch reports is noticed when the machine wakes up")
  func updatedAsleep() throws {
    unsetenv("TZ")
    let etc = try EtcFolder()
    let data = try ZoneFolder(["Europe/Berlin", "Asia/Tokyo"])
    defer { data.restore() }
    try etc.link(to: "\(data.path)/Europe/Berlin")
    var events: [Event] = []
    let zone = SystemZone(files: ZoneFiles(etc: etc.path), watch: { _, _ in nil }) {
      events.append($0)
    }
    try data.replace("Europe/Berlin", with: "Asia/Tokyo")
    #expect(!MainLoop.run(atMost: .milliseconds(500)) { !events.isEmpty })
    zone.machineResumed()
    #expect(MainLoop.run(atMost: .seconds(5)) { !events.isEmpty })
    #expect(events == [.situation(.zone("Europe/Berlin"))])
  }

  @Test("T16: a change of the zone is reported once, with its new name")
  func followed() throws {
    unsetenv("TZ")
    let etc = try EtcFolder()
    try etc.link(to: "/usr/share/zoneinfo/Europe/Berlin")
    var events: [Event] = []
    let zone = SystemZone(files: ZoneFiles(etc: etc.path)) { events.append($0) }
    #expect(zone.name == "Europe/Berlin")
    // As done by `ln -sf`, and by systemd.
    try etc.link(to: "/usr/share/zoneinfo/Asia/Tokyo")
    MainLoop.run(atMost: .seconds(5)) { !events.isEmpty }
    #expect(events == [.situation(.zone("Asia/Tokyo"))])
    try etc.link(to: "/usr/share/zoneinfo/UTC", atOnce: true)
    MainLoop.run(atMost: .seconds(5)) { events.count == 2 }
    #expect(events.last == .situation(.zone("UTC")))
    MainLoop.run(atMost: .milliseconds(1500)) { events.count > 2 }
    #expect(events.count == 2)
  }
}

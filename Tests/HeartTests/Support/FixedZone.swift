import CarillonFeatures
import Synchronization

/// A zone defined by its offsets, so that the test itself contains the rules.
struct FixedZone: ZoneRules {
  let identifier: String
  /// The offset in seconds before the first transition.
  let first: Int
  let changes: [(at: Instant, offset: Int)]

  init(_ identifier: String, hours: Double, _ changes: [(at: Instant, offset: Int)] = []) {
    self.identifier = identifier
    first = Int(hours * 3600)
    self.changes = changes
  }

  func offset(at instant: Instant) -> Int {
    changes.last { $0.at <= instant }?.offset ?? first
  }

  func transition(after instant: Instant) -> Instant? {
    changes.first { $0.at > instant }?.at
  }
}

/// The instant `2026-11-21T08:00:00Z` as written in a test.
func at(_ text: String) -> Instant {
  guard let instant = Instant(iso: text) else { preconditionFailure("no instant: \(text)") }
  return instant
}

/// Zones with the transitions that the tests need.
enum Zones {
  static let berlin = FixedZone(
    "Europe/Berlin", hours: 1,
    [
      (at("2026-03-29T01:00:00Z"), 7200), (at("2026-10-25T01:00:00Z"), 3600),
      (at("2027-03-28T01:00:00Z"), 7200), (at("2027-10-31T01:00:00Z"), 3600),
    ])
  static let newYork = FixedZone(
    "America/New_York", hours: -5,
    [
      (at("2026-03-08T07:00:00Z"), -14_400), (at("2026-11-01T06:00:00Z"), -18_000),
      (at("2027-03-14T07:00:00Z"), -14_400), (at("2027-11-07T06:00:00Z"), -18_000),
    ])
  static let tokyo = FixedZone("Asia/Tokyo", hours: 9)
  static let honolulu = FixedZone("Pacific/Honolulu", hours: -10)
  static let kiritimati = FixedZone("Pacific/Kiritimati", hours: 14)
  /// Half an hour of daylight saving.
  static let lordHowe = FixedZone(
    "Australia/Lord_Howe", hours: 11,
    [(at("2026-04-04T15:00:00Z"), 37_800), (at("2026-10-03T15:30:00Z"), 39_600)])
  /// December 30, 2011 did not exist there.
  static let apia = FixedZone(
    "Pacific/Apia", hours: -10, [(at("2011-12-30T10:00:00Z"), 50_400)])
  static let utc = FixedZone("UTC", hours: 0)

  static let all = [berlin, newYork, tokyo, honolulu, kiritimati, lordHowe, apia, utc]

  /// Zones whose rules a test replaces while a device runs; each of one test only.
  private static let replaced = Mutex<[String: FixedZone]>([:])

  /// Makes these the rules of the zone's name, as an update of the zone data does.
  static func replace(_ zone: FixedZone) { replaced.withLock { $0[zone.identifier] = zone } }

  static func named(_ name: String) -> (any ZoneRules)? {
    replaced.withLock { $0[name] } ?? all.first { $0.identifier == name }
  }
}

import CarillonLedger

/// How long to leave a callback's server alone after a failure. (T24)
struct BackOff: Codable {
  var failures: Int
  var since: Instant
  var length: Span
  /// Where it went: elsewhere, or with another secret, it may go at once.
  ///
  /// Nil in a note of before.
  var destination: String?

  /// Grows with every failure, with jitter.
  ///
  /// The jitter keeps many devices that lost the same server from returning all at once. `seed`
  /// must differ between devices and between failures.
  init(
    failures: Int, at now: Instant, atLeast asked: Span?, seed: String, destination: FetchSpec?
  ) {
    self.failures = failures
    self.destination = destination.map(BackOff.name)
    since = now
    let doubled = BackOff.shortest.milliseconds << min(failures - 1, 10)
    let bound = min(doubled, BackOff.longest.milliseconds)
    let jittered = bound / 2 + Int64(fnv(seed) % UInt64(bound / 2 + 1))
    length = max(.milliseconds(jittered), min(asked ?? .zero, BackOff.longestAsked))
  }

  /// What is stored may be anything: the failures are bounded, since they are counted up.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    failures = min(max(try values.decode(Int.self, forKey: .failures), 0), 1000)
    since = try values.decode(Instant.self, forKey: .since)
    length = try values.decode(Span.self, forKey: .length)
    destination = try values.decodeIfPresent(String.self, forKey: .destination)
  }

  /// Whether it still holds for postings that go to `spec`.
  func holds(at now: Instant, for spec: FetchSpec) -> Bool {
    since <= now && now < since + length
      && destination.map { $0 == BackOff.name(of: spec) } ?? true
  }

  /// Tells destinations apart; the same in every process, and nothing can be read from it.
  private static func name(of spec: FetchSpec) -> String {
    String(fnv(serialize(spec)), radix: 16)
  }

  static let shortest = Span.minutes(1)
  static let longest = Span.hours(1)
  /// The longest wait that a server may ask for with `Retry-After`.
  static let longestAsked = Span.hours(24)
}

import CarillonLedger

/// How long to leave a callback's server alone after a failure. (T24)
struct BackOff: Codable {
  var failures: Int
  var since: Instant
  var length: Span

  /// Grows with every failure, with jitter.
  ///
  /// The jitter keeps many devices that lost the same server from returning all at once. `seed`
  /// must differ between devices and between failures.
  init(failures: Int, at now: Instant, atLeast asked: Span?, seed: String) {
    self.failures = failures
    since = now
    let doubled = BackOff.shortest.milliseconds << min(failures - 1, 10)
    let bound = min(doubled, BackOff.longest.milliseconds)
    let jittered = bound / 2 + Int64(fnv(seed) % UInt64(bound / 2 + 1))
    length = max(.milliseconds(jittered), min(asked ?? .zero, BackOff.longestAsked))
  }

  static let shortest = Span.minutes(1)
  static let longest = Span.hours(1)
  /// The longest wait that a server may ask for with `Retry-After`.
  static let longestAsked = Span.hours(24)
}

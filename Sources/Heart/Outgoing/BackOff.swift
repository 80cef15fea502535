import CarillonLedger

/// How long a callback's server is left alone after it failed. (T24)
struct BackOff: Codable {
  var failures: Int
  var since: Instant
  var length: Span

  /// Longer for every failure, and never quite the same.
  ///
  /// Of many devices that a server lost at once, not all come back at once. `seed` tells devices
  /// and failures apart.
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
  /// A server may ask for more by `Retry-After`, up to this.
  static let longestAsked = Span.hours(24)
}

/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Finer fractions are rounded down, before 1970 too. Arithmetic saturates at the ends of the range
/// instead of trapping, because a clock can be set to anything.
package struct Instant: Hashable, Comparable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package init(seconds: Int64) {
    self = Instant(milliseconds: 0) + .seconds(seconds)
  }

  package static let distantPast = Instant(milliseconds: .min)
  package static let distantFuture = Instant(milliseconds: .max)

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (instant: Instant, span: Span) -> Instant {
    let (sum, overflow) = instant.milliseconds.addingReportingOverflow(span.milliseconds)
    guard overflow else { return Instant(milliseconds: sum) }
    return span.milliseconds < 0 ? .distantPast : .distantFuture
  }

  package static func - (instant: Instant, span: Span) -> Instant {
    let (difference, overflow) = instant.milliseconds.subtractingReportingOverflow(
      span.milliseconds)
    guard overflow else { return Instant(milliseconds: difference) }
    return span.milliseconds < 0 ? .distantFuture : .distantPast
  }

  package static func - (later: Instant, earlier: Instant) -> Span {
    let (difference, overflow) = later.milliseconds.subtractingReportingOverflow(
      earlier.milliseconds)
    guard overflow else { return Span(milliseconds: difference) }
    return Span(milliseconds: later < earlier ? .min : .max)
  }

  /// Whole seconds since 1970, floored.
  package var wholeSeconds: Int64 {
    milliseconds.flooredQuotient(by: 1000)
  }
}

extension Instant: Codable {
  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}

/// A length of time in whole milliseconds; negative ones are allowed.
package struct Span: Hashable, Comparable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static let zero = Span(milliseconds: 0)

  package static func milliseconds(_ count: Int64) -> Span { Span(milliseconds: count) }
  package static func seconds(_ count: Int64) -> Span { scaled(count, by: 1000) }
  package static func minutes(_ count: Int64) -> Span { scaled(count, by: 60_000) }
  package static func hours(_ count: Int64) -> Span { scaled(count, by: 3_600_000) }
  package static func days(_ count: Int64) -> Span { scaled(count, by: 86_400_000) }

  package static func < (left: Span, right: Span) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Whole seconds, rounded up, so that a countdown never ends early.
  package var secondsRoundedUp: Int64 {
    let whole = milliseconds / 1000
    return milliseconds % 1000 > 0 ? whole + 1 : whole
  }

  private static func scaled(_ count: Int64, by unit: Int64) -> Span {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    return Span(milliseconds: overflow ? (count < 0 ? .min : .max) : product)
  }
}

extension Span: Codable {
  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}

extension Int64 {
  /// The quotient rounded toward negative infinity; `divisor` must be positive.
  package func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

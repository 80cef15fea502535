import CarillonText
package import CarillonTime

/// A value that moves evenly from one instant to another, and stays where it arrived.
///
/// A message says where a value is and where it is going; until the next message comes nothing else
/// is known, and nothing else is drawn. What is measured (a pressure, a volume) is not
/// extrapolated: it travels to its new value in a quarter of a second.
package struct Ramp: Codable, Hashable, Sendable {
  package var from: Double
  package var to: Double
  package var start: Instant
  package var end: Instant

  package init(from: Double, to: Double, start: Instant, end: Instant) {
    self.from = from
    self.to = to
    self.start = start
    self.end = end
  }

  /// A value that does not move.
  package static func still(_ value: Double) -> Ramp {
    Ramp(from: value, to: value, start: .distantPast, end: .distantPast)
  }

  /// A value that was measured: it was at `old` until now, and is shown at `new` soon.
  package static func measured(from old: Double, to new: Double, at now: Instant) -> Ramp {
    Ramp(from: old, to: new, start: now, end: now + .milliseconds(250))
  }

  package func value(at now: Instant) -> Double {
    guard now < end else { return to }
    guard now > start else { return from }
    return from + (to - from) * Ramp.share(of: now - start, in: end - start)
  }

  package func isMoving(at now: Instant) -> Bool {
    from != to && now < end
  }

  /// When the value gets to `value`, at the earliest; nil if it never does.
  package func instant(of value: Double) -> Instant? {
    if value == from { return start }
    guard from != to, (min(from, to)...max(from, to)).contains(value) else { return nil }
    let span = Double((end - start).milliseconds)
    let after = ((value - from) / (to - from) * span).rounded(.up)
    // As much as the range of instants is more than can be counted.
    return start + .milliseconds(Int64(min(after, 1e18)))
  }

  /// The same destination, reached from where the value is drawn at this moment.
  ///
  /// So nothing jumps when a message corrects what was drawn. A value that would be there at once
  /// takes the quarter of a second of one that was measured.
  package func continued(from drawn: Double, at now: Instant) -> Ramp {
    guard now < end else { return .measured(from: drawn, to: to, at: now) }
    return Ramp(from: drawn, to: to, start: max(start, now), end: end)
  }

  private static func share(of part: Span, in whole: Span) -> Double {
    Double(part.milliseconds) / Double(whole.milliseconds)
  }
}

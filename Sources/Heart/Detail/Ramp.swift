import CarillonText
package import CarillonTime

/// A value that moves at constant speed from one instant to another, then stays.
///
/// A message says where a value is and where it is going; nothing else is known, or drawn, until
/// the next message. A measured value (a pressure, a volume) is not extrapolated: it moves to its
/// new value in a quarter of a second.
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

  /// A measured value: it was `old` until now and quickly moves to `new`.
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

  /// The first instant at which the ramp reaches `value`; nil if it never does.
  package func instant(of value: Double) -> Instant? {
    if value == from { return start }
    guard from != to, (min(from, to)...max(from, to)).contains(value) else { return nil }
    let span = Double((end - start).milliseconds)
    let after = ((value - from) / (to - from) * span).rounded(.up)
    // 1e18 ms is beyond any real clock and still fits an Int64.
    return start + .milliseconds(Int64(min(after, 1e18)))
  }

  /// A ramp to the same destination that starts from the value drawn now.
  ///
  /// This keeps a value from jumping when a message corrects it. A value that would arrive at once
  /// takes a quarter of a second, like a measured one.
  package func continued(from drawn: Double, at now: Instant) -> Ramp {
    guard now < end else { return .measured(from: drawn, to: to, at: now) }
    return Ramp(from: drawn, to: to, start: max(start, now), end: end)
  }

  private static func share(of part: Span, in whole: Span) -> Double {
    Double(part.milliseconds) / Double(whole.milliseconds)
  }
}

extension Ramp {
  /// This ramp, starting from where `old` is drawn now.
  ///
  /// A large correction of a long movement is drawn at once: the minutes to a departure that is late would be
  /// wrong until then. (J8)
  func following(_ old: Ramp, at now: Instant) -> Ramp {
    // A message that repeats what is known must not restart the movement.
    if old == self { return self }
    let drawn = old.value(at: now)
    return isFar(from: drawn, at: now) ? self : continued(from: drawn, at: now)
  }

  /// Whether `drawn` is off by more than a tenth of what is left of a movement of a minute or more.
  private func isFar(from drawn: Double, at now: Instant) -> Bool {
    guard now + .minutes(1) <= end else { return false }
    let value = value(at: now)
    return abs(value - drawn) > abs(to - value) / 10
  }
}

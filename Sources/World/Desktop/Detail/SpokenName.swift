import CarillonEngine

/// Limits how often a changing name is announced: at a change of phase, or every 5 s. (B27)
struct SpokenName {
  private var spoken: String?
  private var phase: String?
  private var at = Instant.distantPast
  /// When to ask again for a name that was held back: it may be the last one.
  private(set) var due: Instant?

  /// The name to set now; nil if the old one stays.
  mutating func next(_ name: String, phase: String?, at now: Instant) -> String? {
    due = nil
    guard name != spoken else { return nil }
    // A clock that was set back must not silence it.
    let isDue = now - at >= .seconds(5) || now < at
    guard spoken == nil || phase != self.phase || isDue else {
      due = at + .seconds(5)
      return nil
    }
    spoken = name
    self.phase = phase
    at = now
    return name
  }
}

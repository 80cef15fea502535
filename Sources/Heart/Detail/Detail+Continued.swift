import CarillonText
package import CarillonTime

extension Detail {
  /// This detail, with each value that `old` also shows starting from where it is drawn now.
  ///
  /// A message corrects what was drawn since the last one; nothing may jump or run backward.
  package func continued(from old: Detail, at now: Instant) -> Detail {
    var detail = self
    for (index, part) in parts.enumerated() {
      guard let before = old.parts.first(where: { $0.isSame(as: part) }) else { continue }
      detail.parts[index] = part.continued(from: before, at: now)
    }
    return detail
  }
}

extension Detail.Part {
  /// Whether both parts show the same thing.
  ///
  /// A bar with another title is another bar.
  fileprivate func isSame(as other: Detail.Part) -> Bool {
    switch (self, other) {
    case (.facts, .facts): true
    case (.bar(let a), .bar(let b)): a.title == b.title
    case (.ring(let a), .ring(let b)): a.words.title == b.words.title
    case (.vessel(let a), .vessel(let b)): a.words.title == b.words.title
    case (.gauge(let a), .gauge(let b)): a.words.title == b.words.title
    case (.timeline(let a), .timeline(let b)): a.title == b.title
    default: false
    }
  }

  fileprivate func continued(from old: Detail.Part, at now: Instant) -> Detail.Part {
    switch (self, old) {
    case (.facts(var facts), .facts(let old)):
      for (index, fact) in facts.facts.enumerated() {
        guard case .reading(let reading) = fact.value,
          case .reading(let before)? = old.facts.first(where: { $0.label == fact.label })?.value
        else { continue }
        facts.facts[index].value = .reading(reading.continued(from: before, at: now))
      }
      return .facts(facts)
    case (.bar(var bar), .bar(let old)):
      bar.reading = bar.reading?.continued(from: old.reading, at: now)
      bar.state = bar.state?.continued(from: old.state, at: now)
      bar.text = bar.text?.continued(from: old.text, at: now)
      return .bar(bar)
    case (.ring(var ring), .ring(let old)):
      ring.reading = ring.reading.continued(from: old.reading, at: now)
      ring.words = ring.words.continued(from: old.words, at: now)
      if case .vessel(var vessel) = ring.inside, case .vessel(let before) = old.inside {
        vessel.fill = vessel.fill.following(before.fill, at: now)
        ring.inside = .vessel(vessel)
      }
      return .ring(ring)
    case (.vessel(var part), .vessel(let old)):
      part.vessel.fill = part.vessel.fill.following(old.vessel.fill, at: now)
      part.reading = part.reading.continued(from: old.reading, at: now)
      part.words = part.words.continued(from: old.words, at: now)
      return .vessel(part)
    case (.gauge(var gauge), .gauge(let old)):
      gauge.reading = gauge.reading.continued(from: old.reading, at: now)
      gauge.words = gauge.words.continued(from: old.words, at: now)
      return .gauge(gauge)
    case (.timeline(var timeline), .timeline(let old)):
      timeline.reading = timeline.reading.continued(from: old.reading, at: now)
      return .timeline(timeline)
    default: return self
    }
  }
}

extension Detail.Words {
  fileprivate func continued(from old: Detail.Words, at now: Instant) -> Detail.Words {
    var words = self
    words.reading = reading?.continued(from: old.reading, at: now)
    words.caption = caption?.continued(from: old.caption, at: now)
    return words
  }
}

extension LiveText {
  fileprivate func continued(from old: LiveText?, at now: Instant) -> LiveText {
    LiveText(
      pattern,
      [String: Reading](
        uniqueKeysWithValues: readings.map { name, reading in
          (name, reading.continued(from: old?.readings[name], at: now))
        }))
  }
}

extension Reading {
  fileprivate func continued(from old: Reading?, at now: Instant) -> Reading {
    guard let old, old.unit == unit else { return self }
    return Reading(ramp.following(old.ramp, at: now), figures, unit: unit)
  }
}

extension Ramp {
  fileprivate func following(_ old: Ramp, at now: Instant) -> Ramp {
    // A message that repeats what is known must not restart the movement.
    old == self ? self : continued(from: old.value(at: now), at: now)
  }
}

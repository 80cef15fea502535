import CarillonText
import CarillonTime

/// One of the parts of a window, drawn below each other in their order.
///
/// The window draws them without knowing whose they are.
package enum DetailPart: Codable, Hashable, Sendable {
  case picture(Picture)
  case facts(FactCard)
  case note(Paragraph)
  case bar(Bar)
  case steps(Steps)
  case ring(Ring)
  case vessel(VesselPart)
  case gauge(Gauge)
  case timeline(Timeline)
}

extension DetailPart {
  /// Whether both parts show the same thing.
  ///
  /// A bar with another title is another bar.
  func isSame(as other: DetailPart) -> Bool {
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

  /// This part, with each value that `old` also shows starting from where it is drawn now.
  func continued(from old: DetailPart, at now: Instant) -> DetailPart {
    switch (self, old) {
    case (.facts(let part), .facts(let old)): .facts(part.continued(from: old, at: now))
    case (.bar(let part), .bar(let old)): .bar(part.continued(from: old, at: now))
    case (.ring(let part), .ring(let old)): .ring(part.continued(from: old, at: now))
    case (.vessel(let part), .vessel(let old)): .vessel(part.continued(from: old, at: now))
    case (.gauge(let part), .gauge(let old)): .gauge(part.continued(from: old, at: now))
    case (.timeline(let part), .timeline(let old)): .timeline(part.continued(from: old, at: now))
    default: self
    }
  }
}

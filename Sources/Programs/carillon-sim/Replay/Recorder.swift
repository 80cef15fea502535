import ArgumentParser
import CarillonFeatures

/// Records a life while it runs, for `replay`.
final class Recorder {
  private let file: LineFile

  init(path: String) throws(ValidationError) {
    file = try LineFile(path: path)
  }

  func take(_ happening: Happening, at now: Instant) {
    guard let line = Recording.Line(happening, at: now) else { return }
    file.write(serialize(line))
  }

  /// Throws what the file could not hold.
  func close() throws(ValidationError) { try file.close() }
}

extension Recording.Line {
  /// Nil for happenings that follow from others.
  init?(_ happening: Happening, at now: Instant) {
    at = now
    switch happening {
    case .event(let event): self.event = event
    case .asked(let order): asked = order
    case .read(let query): read = query
    case .crash: crash = true
    case .effect, .answered: return nil
    }
  }
}

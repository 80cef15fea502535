import ArgumentParser
import CarillonFeatures
import Foundation

/// Records a life while it runs, for `replay`.
final class Recorder {
  private let file: FileHandle

  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw ValidationError("--record: \(path) cannot be written") }
    self.file = file
  }

  func take(_ happening: Happening, at now: Instant) {
    guard let line = Recording.Line(happening, at: now) else { return }
    file.write(Data((serialize(line) + "\n").utf8))
  }

  func close() { try? file.close() }
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

import ArgumentParser
import CarillonCore
import Foundation

/// Writes a life down as it is lived, for `replay`.
final class Recorder {
  private let file: FileHandle

  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw ValidationError("--record: \(path) cannot be written") }
    self.file = file
  }

  func take(_ happening: Happening, at now: Instant) {
    var line = Recording.Line(at: now)
    switch happening {
    case .event(let event): line.event = event
    case .asked(let question): line.asked = question
    case .crash: line.crash = true
    case .effect: return
    }
    file.write(Data((serialize(line) + "\n").utf8))
  }

  func close() { try? file.close() }
}

import ArgumentParser
import CarillonFeatures
import CarillonStore
import Foundation
import Testing

@testable import carillon_sim

/// Files and stores of the simulator that fail: never in silence.
@Suite struct FileTests {
  private func path() -> String { NSTemporaryDirectory() + "carillon-sim-\(UUID().uuidString)" }

  @Test("a file that is written has every line")
  func lines() throws {
    let path = path()
    let file = try LineFile(path: path)
    file.write("a")
    file.write("b")
    try file.close()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\n")
    try FileManager.default.removeItem(atPath: path)
  }

  @Test("a file that cannot be made is refused with its name and the reason")
  func folder() throws {
    let error = #expect(throws: ValidationError.self) { try LineFile(path: "/") }
    #expect(try #require(error).message == "/: cannot be written: Is a directory")
  }

  @Test("a line that cannot be written fails the file's end, and names the file")
  func full() throws {
    let file = try LineFile(path: "/dev/full")
    file.write("a")
    let error = #expect(throws: ValidationError.self) { try file.close() }
    #expect(try #require(error).message.hasPrefix("/dev/full: cannot be written: "))
  }

  @Test("a digest whose lines cannot be written fails")
  func digest() throws {
    let digest = try Digest(path: "/dev/full")
    digest.take("a line")
    #expect(throws: ValidationError.self) { try digest.close() }
  }

  @Test("a recording that cannot be read is refused with the reason")
  func unreadable() throws {
    let command = try ReplayCommand.parse([path()])
    let error = #expect(throws: ValidationError.self) { try command.text() }
    let message = try #require(error).message
    #expect(message.contains(": cannot be read: ") && !message.hasSuffix(": "))
  }

  @Test("a line that is no recording is refused with its number and the reason")
  func noRecording() throws {
    let error = #expect(throws: ValidationError.self) { try Recording(#"{"crash":true}"#) }
    #expect(
      try #require(error).message.hasSuffix(
        "line 1: is neither an export nor a recorded life: at is missing"))
  }

  @Test("T7: a store that cannot be read is a violation, not a check that is left out")
  func noStore() throws {
    let life = try Life(Life.Draft(seed: 31, days: 1))
    try life.store.real.close()
    let count = life.watch.read(life, or: 7) { rows throws(StoreFailure) in
      try rows.postingCount()
    }
    #expect(count == 7)
    let broken = #expect(throws: Broken.self) { try life.watch.check(life) }
    #expect(try #require(broken).description.hasPrefix("T7: the store cannot be read: "))
  }
}

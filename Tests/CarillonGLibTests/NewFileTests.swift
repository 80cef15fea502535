import CarillonFeatures
import Foundation
import Glibc
import Testing

@testable import CarillonGLib

/// A file that is written completely or not at all: an export. (T28, T29, T32)
@Suite final class NewFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "carillon-file-\(UUID().uuidString)").path
  private var path: String { folder + "/export.json" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func write(_ text: String, to file: NewFile) throws {
    let count = text.withCString { Glibc.write(file.descriptor, $0, text.utf8.count) }
    try #require(count == text.utf8.count)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder) }
  }

  @Test("T32: it has no name before it is kept, and is gone if it is not")
  func kept() throws {
    do {
      let half = try NewFile(creating: path)
      try write("half", to: half)
      #expect(try names == [])
    }
    #expect(try names == [])
    let file = try NewFile(creating: path)
    try write("whole", to: file)
    try file.keep()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "whole")
  }

  @Test("T28: only the user can read it")
  func permissions() throws {
    try NewFile(creating: path).keep()
    let mode =
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
  }

  @Test("§6: a file that exists stays as it is, also one that came while we wrote")
  func exists() throws {
    let file = try NewFile(creating: path)
    try write("ours", to: file)
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: NewFile.Problem.exists) { try file.keep() }
    #expect(throws: NewFile.Problem.exists) { try NewFile(creating: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("§6: a missing folder, and one that is a file, say so", arguments: ["/no/x", "/file/x"])
  func inNoFolder(_ name: String) throws {
    try "".write(toFile: folder + "/file", atomically: true, encoding: .utf8)
    let problem = #expect(throws: NewFile.Problem.self) { try NewFile(creating: folder + name) }
    #expect(problem == .folder)
    #expect(problem?.sentence(.english) == "There is no such folder.")
  }
}

import Foundation
import Testing

@testable import CarillonDesktop

@Suite struct WindowSizeTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "carillon-window.\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try body(folder.path)
  }

  @Test("The window's size is restored, and its file is private")
  func kept() throws {
    try inFolder { folder in
      let size = WindowSize(width: 400, height: 700, isMaximized: true)
      size.keep(in: folder)
      #expect(WindowSize.kept(in: folder) == size)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/window")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test("T29: without the folder nothing is stored")
  func gone() throws {
    try inFolder { folder in
      WindowSize.usual.keep(in: folder + "/gone")
      #expect(!FileManager.default.fileExists(atPath: folder + "/gone"))
      #expect(WindowSize.kept(in: folder + "/gone") == .usual)
    }
  }

  @Test(
    "A damaged file is ignored",
    arguments: [
      "", "\0\0\0", "[Window]\nwidth=0\nheight=-5", "[Window]\nwidth=many\nheight=500",
      "[Window]\nwidth=99999999999999\nheight=500", "[Other]\nwidth=500\nheight=500",
    ])
  func broken(text: String) throws {
    try inFolder { folder in
      try Data(text.utf8).write(to: URL(filePath: folder + "/window"))
      #expect(WindowSize.kept(in: folder) == .usual)
    }
  }
}

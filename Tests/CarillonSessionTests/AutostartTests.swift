import CarillonCore
import CarillonGLib
import Foundation
import Testing

@testable import CarillonSession

@Suite(.serialized) @MainActor struct AutostartTests {
  private let folder = TemporaryFolder()
  private let log = EventLog()

  private var file: URL {
    folder.url.appending(path: "autostart/org.carillon.Carillon.desktop")
  }

  private func entry(_ executable: String = "/usr/bin/carillon") -> AutostartEntry {
    AutostartEntry(executable: executable, configuration: folder.path, send: log.take)
  }

  private func text() throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  @Test("T19: switched on it is there and valid, switched off it is gone; both are read back")
  func switches() throws {
    let entry = entry()
    #expect(!entry.isEnabled)
    #expect(entry.set(false) == (false, nil))
    #expect(entry.set(true) == (true, nil))
    #expect(entry.isEnabled)
    #expect(try text().contains("Exec=\"/usr/bin/carillon\" --hidden\n"))
    let validator = URL(filePath: "/usr/bin/desktop-file-validate")
    if FileManager.default.isExecutableFile(atPath: validator.path) {
      let check = try Process.run(validator, arguments: [file.path])
      check.waitUntilExit()
      #expect(check.terminationStatus == 0)
    }
    #expect(entry.set(false) == (false, nil))
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test(
    "T19: an entry that no session would follow, or that starts another program, is off",
    arguments: [
      ("Exec=/usr/bin/carillon --hidden", true), ("Exec=\"/usr/bin/carillon\"", true),
      ("Exec=/usr/bin/carillon\nHidden=true", false),
      ("Exec=/usr/bin/carillon\nX-GNOME-Autostart-enabled=false", false),
      ("Exec=/usr/bin/carillon\nX-GNOME-Autostart-enabled=true\nHidden=false", true),
      ("Exec=/opt/old/carillon --hidden", false), ("Exec=/usr/bin/carillon-other", false),
      ("Exec=", false), ("Exec=\"/usr/bin/carillon", false), ("Name=x", false),
    ])
  func readsBack(lines: String, isEnabled: Bool) throws {
    let entry = entry()
    try "[Desktop Entry]\nType=Application\n\(lines)\n".write(
      to: file, atomically: false, encoding: .utf8)
    #expect(entry.isEnabled == isEnabled)
    try "no desktop entry".write(to: file, atomically: false, encoding: .utf8)
    #expect(!entry.isEnabled)
    #expect(entry.set(true) == (true, nil))
  }

  @Test(
    "T19: any path may be started",
    arguments: [
      "/home/a b/carillon", "/o\"q/carillon", "/d$HOME/`x`/carillon", "/b\\s/carillon",
      "/50%/carillon", "/ü 𝔘/carillon", "/%f/%%/carillon",
    ])
  func quoting(path: String) throws {
    let entry = entry(path)
    #expect(entry.set(true) == (true, nil))
  }

  @Test("T19: what others do to the file is noticed; what we do is not news")
  func watched() throws {
    let entry = entry()
    _ = entry.set(true)
    try FileManager.default.removeItem(at: file)
    #expect(log.wait { !$0.changes.isEmpty })
    #expect(log.changes == [.autostart(false)])
    _ = entry.set(true)
    MainLoop.run(atMost: .seconds(1)) { false }
    #expect(log.changes == [.autostart(false)])
  }

  @Test("T19: what cannot be written is told, with what is so now")
  func unwritable() throws {
    try "in the way".write(
      to: folder.url.appending(path: "autostart"), atomically: false, encoding: .utf8)
    let answer = entry().set(true)
    #expect(!answer.isEnabled)
    #expect(answer.error != nil)
  }
}

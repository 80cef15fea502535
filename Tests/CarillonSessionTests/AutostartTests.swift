import CarillonFeatures
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

  private func entry(
    _ executable: String = "/usr/bin/carillon", desktops: [String] = ["GNOME"]
  ) -> AutostartEntry {
    AutostartEntry(
      executable: executable, configuration: folder.path,
      system: [folder.path + "/xdg", folder.path + "/more"],
      session: DesktopSession(desktops: desktops) { $0 == "carillon" ? "/usr/bin/carillon" : nil },
      send: log.take)
  }

  /// Writes an entry for the user, or for the system in a given folder.
  private func put(_ lines: String, in place: String = "") throws {
    let file = folder.url.appending(path: "\(place)/autostart/org.carillon.Carillon.desktop")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "[Desktop Entry]\nType=Application\n\(lines)\n".write(
      to: file, atomically: false, encoding: .utf8)
  }

  private func text() throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  @Test("T19: an entry that is a pipe or endless starts nothing, and keeps nobody waiting")
  func pipe() throws {
    let entry = entry()
    #expect(entry.set(true) == (true, nil))
    try FileManager.default.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(!entry.isEnabled)
    try FileManager.default.removeItem(at: file)
    #expect(truncate(file.path, 8 << 30) != 0 && errno == ENOENT)
    try put("Exec=carillon")
    #expect(entry.isEnabled)
    #expect(truncate(file.path, 8 << 30) == 0)
    #expect(!entry.isEnabled)
  }

  @Test("T19: switching on writes a valid entry, switching off removes it; both are read back")
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
    "T19: an entry that sessions ignore, or for another program, is off",
    arguments: [
      ("Exec=/usr/bin/carillon --hidden", true), ("Exec=\"/usr/bin/carillon\"", true),
      ("Exec=/usr/bin/carillon\nHidden=true", false),
      ("Exec=/usr/bin/carillon\nX-GNOME-Autostart-enabled=false", false),
      ("Exec=/usr/bin/carillon\nX-GNOME-Autostart-enabled=true\nHidden=false", true),
      ("Exec=/opt/old/carillon --hidden", false), ("Exec=/usr/bin/carillon-other", false),
      ("Exec=", false), ("Exec=\"/usr/bin/carillon", false), ("Name=x", false),
      ("Exec=carillon --hidden", true), ("Exec=other", false),
      ("Exec=carillon\nTryExec=/bin/sh", true), ("Exec=carillon\nTryExec=/no/such", false),
      ("Exec=carillon\nTryExec=carillon", true), ("Exec=carillon\nTryExec=other", false),
      ("Exec=carillon\nOnlyShowIn=GNOME;Unity;", true),
      ("Exec=carillon\nOnlyShowIn=KDE;", false), ("Exec=carillon\nOnlyShowIn=", false),
      ("Exec=carillon\nNotShowIn=KDE;XFCE;", true), ("Exec=carillon\nNotShowIn=GNOME", false),
    ])
  func readsBack(lines: String, isEnabled: Bool) throws {
    let entry = entry()
    try put(lines)
    #expect(entry.isEnabled == isEnabled)
    try "no desktop entry".write(to: file, atomically: false, encoding: .utf8)
    #expect(!entry.isEnabled)
    #expect(entry.set(true) == (true, nil))
  }

  @Test("T19: the user's file takes precedence over the system's")
  func shadows() throws {
    try put("Exec=carillon --hidden", in: "more")
    let entry = entry()
    #expect(entry.isEnabled)
    try put("Exec=carillon --hidden\nHidden=true", in: "xdg")
    #expect(!entry.isEnabled)
    try put("Exec=/usr/bin/carillon")
    #expect(entry.isEnabled)
    try put("Hidden=true")
    #expect(!entry.isEnabled)
    #expect(entry.set(true) == (true, nil))
  }

  @Test("T19: switching off hides the system's file with the user's")
  func hides() throws {
    try put("Exec=carillon --hidden", in: "xdg")
    let entry = entry()
    #expect(entry.isEnabled)
    #expect(entry.set(false) == (false, nil))
    #expect(try text().contains("Hidden=true"))
    #expect(entry.set(true) == (true, nil))
    #expect(entry.set(false) == (false, nil))
  }

  @Test("T19: a link to the program counts as the program")
  func link() throws {
    let (program, link) = (folder.path + "/program", folder.path + "/link")
    try "".write(toFile: program, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
    try put("Exec=\(link) --hidden")
    #expect(entry(program).isEnabled)
  }

  @Test("T19: the entry counts for each of the session's desktops, and in no other session")
  func desktops() throws {
    try put("Exec=carillon\nOnlyShowIn=GNOME;")
    #expect(entry(desktops: ["ubuntu", "GNOME"]).isEnabled)
    #expect(!entry(desktops: []).isEnabled)
  }

  @Test("T19: the system's file is followed too, and folders may come and go")
  func watchedElsewhere() throws {
    try put("Exec=carillon --hidden", in: "xdg")
    let entry = entry()
    try put("Exec=other", in: "xdg")
    #expect(log.wait { $0.changes == [.autostart(false)] })
    try put("Exec=carillon")
    #expect(log.wait { $0.changes == [.autostart(false), .autostart(true)] })
    try FileManager.default.removeItem(at: folder.url.appending(path: "autostart"))
    #expect(log.wait { $0.changes.count == 3 })
    try put("Exec=carillon")
    #expect(log.wait { $0.changes.last == .autostart(true) })
    withExtendedLifetime(entry) {}
  }

  @Test(
    "T19: any path can be started",
    arguments: [
      "/home/a b/carillon", "/o\"q/carillon", "/d$HOME/`x`/carillon", "/b\\s/carillon",
      "/50%/carillon", "/ü 𝔘/carillon", "/%f/%%/carillon",
    ])
  func quoting(path: String) throws {
    let entry = entry(path)
    #expect(entry.set(true) == (true, nil))
  }

  @Test("T19: changes by others are reported, our own are not")
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

  @Test("T19: a failed write is reported with the actual state")
  func unwritable() throws {
    try "in the way".write(
      to: folder.url.appending(path: "autostart"), atomically: false, encoding: .utf8)
    let answer = entry().set(true)
    #expect(!answer.isEnabled)
    #expect(answer.error != nil)
  }
}

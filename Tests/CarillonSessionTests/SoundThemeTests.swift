import Foundation
import Testing

@testable import CarillonSession

@Suite struct SoundThemeTests {
  private let system = TemporaryFolder()
  private let own = TemporaryFolder()

  private func names(_ theme: String) -> [String] {
    SoundTheme(name: theme, folders: [own.path, system.path]).names
  }

  private func add(
    _ theme: String, to folder: TemporaryFolder, _ files: String..., inherits: String = "",
    parts: String = "stereo"
  ) throws {
    let url = folder.url.appending(path: theme)
    for part in parts.split(separator: ",").map(String.init) {
      try FileManager.default.createDirectory(
        at: url.appending(path: part), withIntermediateDirectories: true)
    }
    try "[Sound Theme]\nName=\(theme)\nDirectories=\(parts)\nInherits=\(inherits)\n"
      .write(to: url.appending(path: "index.theme"), atomically: true, encoding: .utf8)
    for file in files { try Data().write(to: url.appending(path: file)) }
  }

  @Test("B15: sounds come from the theme, its parents, and freedesktop")
  func lineage() throws {
    try add("freedesktop", to: system, "stereo/bell.oga", "stereo/complete.wav")
    try add("birds", to: system, "stereo/bell.ogg", "wild/owl.oga", parts: "stereo,wild")
    try add("park", to: own, "stereo/bench.oga", inherits: "birds")
    #expect(names("park") == ["bell", "bench", "complete", "owl"])
    #expect(names("birds") == ["bell", "complete", "owl"])
    #expect(names("missing") == ["bell", "complete"])
  }

  @Test("B15: a theme's folder may be spread over the user's and the system's data")
  func spread() throws {
    try add("freedesktop", to: system, "stereo/bell.oga")
    try add("freedesktop", to: own, "stereo/mine.oga")
    #expect(names("freedesktop") == ["bell", "mine"])
  }

  @Test("B15: a sound disabled by a theme is not inherited")
  func disabled() throws {
    try add("freedesktop", to: system, "stereo/bell.oga", "stereo/complete.oga")
    try add("quiet", to: system, "stereo/bell.disabled", inherits: "freedesktop")
    #expect(names("quiet") == ["complete"])
    #expect(names("freedesktop") == ["bell", "complete"])
  }

  @Test("B15: other files, circular themes, and names that are paths do no harm")
  func hostile() throws {
    try add(
      "one", to: system, "stereo/README", "stereo/bell.txt", "stereo/.hidden", inherits: "two")
    try add("two", to: system, "stereo/tick.oga", inherits: "one,two")
    #expect(names("one") == ["tick"])
    #expect(names("../one") == [])
    #expect(names("") == [])
  }
}

import ArgumentParser
import CarillonFeatures
import Foundation

/// Replays a recorded life, or plays the days after an export, on a virtual clock.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Run a recorded life, or what lies ahead of an export, and print every decision.",
    discussion: """
      FILE is what `carillonctl export` wrote: then the days to come are rehearsed, with these hours \
      and settings, in calm weather. Or it is what `carillon-sim life --record` wrote.
      """)

  @Argument(help: "An export, or a recorded life.")
  var file: String

  @Option(help: "How many days of an export are rehearsed.")
  var days: Int64 = 7

  @Option(help: "Settings to try, as a merge patch such as {\"quietHours\":…}.")
  var set: String?

  func validate() throws {
    guard (1...366).contains(days) else { throw ValidationError("--days: must be from 1 to 366") }
  }

  func run() throws {
    let text = try text()
    let narrator = Narrator(say: { say($0) })
    if let export = try Export(text) {
      try ExportRehearsal(export, patch: set, narrator).run(for: .days(days))
    } else {
      try Recording(text).play(narrator)
    }
  }

  /// The file's text; throws what names the file and why it cannot be read.
  func text() throws(ValidationError) -> String {
    do {
      return try String(contentsOfFile: file, encoding: .utf8)
    } catch {
      throw ValidationError("\(file): cannot be read: \(error.localizedDescription)")
    }
  }
}

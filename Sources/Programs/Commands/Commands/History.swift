import ArgumentParser
import CarillonEngine

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Show what was decided about each notification, newest first."),
    discussion: say(
      "The messages about one brew are one line. With --json, each of them is an "
        + "entry."))

  @Option(help: .say("How many lines to show, or entries with --json; at most 200."))
  var limit = 20

  @OptionGroup var options: Options

  func validate() throws {
    guard (1...200).contains(limit) else {
      throw ValidationError(say("--limit must be a number from 1 to 200."))
    }
  }

  func run() throws {
    guard !options.json else { return try options.show(answer(limit)) { $0 } }
    let text = Text()
    var entries: [HistoryEntry] = []
    var before: String?
    // The dozens of messages about one brew become one line.
    repeat {
      let page = try options.read(
        answer(entries.isEmpty ? limit : 200, before), as: HistoryPage.self)
      entries += page.entries
      before = page.next
    } while before != nil && text.lines(of: entries) <= limit
    try Terminal.print(text.history(entries, limit: limit))
  }

  private func answer(_ limit: Int, _ before: String? = nil) throws(Failure) -> String {
    let place = before.map { ",\"before\":\"\($0)\"" } ?? ""
    return try options.ask(.history(query: "{\"limit\":\(limit)\(place)}"))
  }
}

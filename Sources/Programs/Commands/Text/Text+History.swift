import CarillonAnswers
import CarillonEngine

extension Text {
  /// `carillonctl history`: at most `limit` lines, newest first, with a heading for each day.
  ///
  /// Consecutive messages about one brew are one line, as in the window, and what nobody can have noticed
  /// is left out; the answer itself has everything.
  func history(_ entries: [HistoryEntry], limit: Int = .max) -> String {
    let days = days(entries)
    guard !days.isEmpty else { return words.say("Nothing has happened yet.") + "\n" }
    let today = today(zone: "", like: entries.first?.at)
    var blocks: [String] = []
    var left = limit
    for day in days where left > 0 {
      var table = Table()
      for line in day.lines.prefix(left) {
        let time = Moment(iso: line.entry.listedAt).map { String(describing: $0.time) }
        table.add(
          time ?? line.entry.listedAt, line.entry.requestId, Text.oneLine(line.entry.title),
          outcome(of: line))
      }
      left -= day.lines.count
      let heading = day.date.map { words.heading($0, today: today) + "\n" } ?? ""
      blocks.append(heading + table.text(indent: "  "))
    }
    return blocks.joined(separator: "\n")
  }

  /// How many lines ``history(_:limit:)`` makes of `entries` at most.
  func lines(of entries: [HistoryEntry]) -> Int {
    days(entries).reduce(0) { $0 + $1.lines.count }
  }

  private struct Line {
    let entry: HistoryEntry
    /// The messages that it stands for.
    let hidden: Int
  }

  private func days(_ entries: [HistoryEntry]) -> [(date: LocalDate?, lines: [Line])] {
    let listed = entries.filter { !$0.isBookkeeping(at: now) }.enumerated().sorted {
      let (one, other) = (Instant(iso: $0.element.listedAt), Instant(iso: $1.element.listedAt))
      return (other ?? .distantPast, $0.offset) < (one ?? .distantPast, $1.offset)
    }
    var days: [(date: LocalDate?, entries: [HistoryEntry])] = []
    for (_, entry) in listed {
      let date = Moment(iso: entry.listedAt)?.date
      if days.isEmpty || days[days.count - 1].date != date { days.append((date, [])) }
      days[days.count - 1].entries.append(entry)
    }
    return days.map { date, entries in
      let lines = HistoryThread.threads(in: entries).flatMap { thread in
        [Line(entry: thread.head, hidden: thread.hidden)]
          + thread.standingOut.map { Line(entry: $0, hidden: 0) }
      }
      return (date, lines)
    }
  }

  private func outcome(of line: Line) -> String {
    let more =
      line.hidden > 0
      ? words.count("{n} more message", "{n} more messages", line.hidden) : nil
    return [line.entry.text, line.entry.responseText, more].compactMap(\.self)
      .joined(separator: " · ")
  }

  /// `text` on one line and without control characters.
  ///
  /// Titles come from elsewhere, and must not send escape sequences to the terminal.
  static func oneLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return String(
      String.UnicodeScalarView(
        line.unicodeScalars.filter {
          $0.properties.generalCategory != .control
        }))
  }
}

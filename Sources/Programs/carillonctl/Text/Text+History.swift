import CarillonEngine

extension Text {
  /// `carillonctl history`: newest first, with a heading for each day.
  func history(_ page: HistoryPage) -> String {
    guard !page.entries.isEmpty else { return words.say("Nothing has happened yet.") + "\n" }
    let today = today(zone: "", like: page.entries.first?.at)
    var text = ""
    var table = Table()
    var day: LocalDate?
    for entry in page.entries {
      let moment = Moment(iso: entry.at)
      if let date = moment?.date, date != day {
        text += table.text(indent: "  ")
        table = Table()
        if !text.isEmpty { text += "\n" }
        text += words.heading(date, today: today) + "\n"
        day = date
      }
      let time = moment.map { String(describing: $0.time) } ?? entry.at
      table.add(
        time, entry.requestId, Text.oneLine(entry.title),
        entry.responseText.map { "\(entry.text) · \($0)" } ?? entry.text)
    }
    return text + table.text(indent: "  ")
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

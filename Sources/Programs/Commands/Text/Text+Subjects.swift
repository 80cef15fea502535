import CarillonEngine

extension Text {
  /// `carillonctl alarms`: the rows below the headings of their sections. (D16)
  func subjects(_ report: SubjectsReport) -> String {
    var text = ""
    var table = Table()
    var section: SubjectRow.Section?
    func end() {
      text += table.text(indent: "  ")
      table = Table()
    }
    for row in report.rows {
      if row.section != section {
        end()
        text += (text.isEmpty ? "" : "\n") + row.section.title + ":\n"
        section = row.section
      }
      let age = row.since.flatMap { Instant(iso: $0) }.map { words.age(now - $0) } ?? ""
      table.add(
        row.id, row.mark, age, Text.oneLine(row.title), Text.oneLine(row.caption),
        Text.oneLine(row.note))
    }
    end()
    if report.rows.isEmpty { text += words.say("No open alarms are known.") + "\n" }
    if report.more > 0 {
      text +=
        words.count("{n} more is not listed.", "{n} more are not listed.", report.more) + "\n"
    }
    if let account = report.account, account.url == nil {
      text += words.say("Not signed in to a maintenance system.") + "\n"
    }
    return text
  }
}

import CarillonEngine

extension Text {
  /// `carillonctl journeys`: a line for each. (J29)
  func journeys(_ report: PlanReport) -> String {
    var table = Table()
    for row in report.rows {
      let next = row.next.flatMap { Moment(iso: $0) }
      let when =
        row.isOn
        ? next.map { words.entry($0, today: today(zone: "", like: row.next)) } ?? ""
        : words.term("journey", "off")
      let note = row.note.map { row.date == $0.date ? $0.text : "\($0.date): \($0.text)" } ?? ""
      table.add(
        row.id, when, Text.oneLine(row.title), Text.oneLine(row.caption), Text.oneLine(note))
    }
    return report.rows.isEmpty ? words.say("No journeys.") + "\n" : table.text()
  }
}

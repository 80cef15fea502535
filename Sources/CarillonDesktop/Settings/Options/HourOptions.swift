import CGtk
import CarillonCore
import CarillonGLib

/// What happens when an hour comes. (T3, T5, T15, T18)
final class HourOptions {
  let widget: Widget
  let rows: [OptionRow]
  private let lead: ChoiceControl
  private let oldest: ChoiceControl
  private let late: ChoiceControl
  private let punctuality: ChoiceControl
  private let advice: Section<String?>

  init(words: Words, _ actions: OptionsActions) {
    lead = ChoiceControl { actions.set("prefetchLeadMinutes", $0.value) }
    oldest = ChoiceControl { actions.set("ttlSeconds", $0.value) }
    late = ChoiceControl { actions.set("lateGraceMinutes", $0.value) }
    punctuality = ChoiceControl { actions.set("exactness", $0.value) }
    rows = [
      OptionRow(words.say("_Fetch content"), controls: [lead.widget]),
      OptionRow(words.say("_Oldest content to show"), controls: [oldest.widget]),
      OptionRow(words.say("_After sleep or a restart"), controls: [late.widget]),
      OptionRow(words.say("P_unctuality"), controls: [punctuality.widget]),
    ]
    advice = Section { text, section in
      guard let text else { return [] }
      let button = Build.button(words.say("Allow 26 Hours"))
      section.on(button) { actions.set("ttlSeconds", OptionsModel.forgiving) }
      let icon = Build.icon("dialog-information-symbolic", "dim")
      return [Build.row([icon, Build.label(text, "second"), button], "row", "advice")]
    }
    widget = Build.column(
      [
        Build.label(words.say("When an hour comes"), "heading"),
        Build.column(
          [rows[0].widget, rows[1].widget, advice.widget, rows[2].widget, rows[3].widget], "card"),
      ], spacing: 6)
  }

  func show(_ model: OptionsModel) {
    lead.show(model.lead.choice)
    oldest.show(model.oldest.choice)
    late.show(model.late.choice)
    punctuality.show(model.punctuality.choice)
    for (row, part) in zip(rows, [model.lead, model.oldest, model.late, model.punctuality]) {
      row.setDetail(part.detail)
    }
    advice.show(model.advice)
  }
}

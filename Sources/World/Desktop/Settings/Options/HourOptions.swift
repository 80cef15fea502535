import CGtk
import CarillonEngine
import CarillonGLib

/// Settings for when an hour is due. (T3, T5, T15, T18, T33)
final class HourOptions {
  let widget: Widget
  private let choices: [OptionRow]
  private let lead: ChoiceControl
  private let oldest: ChoiceControl
  private let late: ChoiceControl
  private let punctuality: ChoiceControl
  private let snooze: ChoiceControl
  private let advice: OptionRow
  private let allow: Widget
  /// The greatest age of content that ``allow`` sets.
  private var forgivingAge = OptionsModel.usualForgivingAge
  private let words: Words
  private var subscription: Subscription?

  init(words: Words, _ actions: OptionsActions) {
    lead = ChoiceControl { actions.set("prefetchLeadMinutes", $0.value) }
    oldest = ChoiceControl { actions.set("ttlSeconds", $0.value) }
    late = ChoiceControl { actions.set("lateGraceMinutes", $0.value) }
    punctuality = ChoiceControl { actions.set("exactness", $0.value) }
    snooze = ChoiceControl { actions.set("snoozeMinutes", $0.value) }
    choices = [
      OptionRow(words.say("_Fetch content"), choice: lead),
      OptionRow(words.say("_Oldest content to show"), choice: oldest),
      OptionRow(words.say("_After sleep or a restart"), choice: late),
      OptionRow(words.say("P_unctuality"), choice: punctuality),
      OptionRow(words.say("S_nooze for"), choice: snooze),
    ]
    self.words = words
    allow = Build.button(words.allow(OptionsModel.usualForgivingAge))
    advice = OptionRow(
      words.say("Tolerate a missed fetch"),
      detail: words.say("After one day without a network, nothing is shown."), controls: [allow])
    Build.setVisible(advice.widget, false)
    widget = Build.column(
      [
        Build.label(words.say("When an hour is due"), "heading"),
        Build.column(
          [
            choices[0].widget, choices[1].widget, advice.widget, choices[2].widget,
            choices[3].widget, choices[4].widget,
          ], "card"),
      ], spacing: 6)
    subscription = allow.on("clicked") { [weak self] in
      if let self { actions.set("ttlSeconds", .integer(self.forgivingAge)) }
    }
  }

  var rows: [OptionRow] { choices + [advice] }

  func show(_ model: OptionsModel) {
    lead.show(model.lead.choice)
    oldest.show(model.oldest.choice)
    late.show(model.late.choice)
    punctuality.show(model.punctuality.choice)
    snooze.show(model.snooze.choice)
    let parts = [model.lead, model.oldest, model.late, model.punctuality, model.snooze]
    for (row, part) in zip(choices, parts) {
      row.setDetail(part.detail)
    }
    forgivingAge = model.forgivingAge
    let offer = words.allow(forgivingAge)
    gtk_button_set_label(allow.of(GtkButton.self), offer)
    Build.call(allow, offer)
    Build.setVisible(advice.widget, model.wantsForgiving)
  }
}

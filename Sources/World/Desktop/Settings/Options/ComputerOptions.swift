import CGtk
import CarillonCore
import CarillonGLib

/// Settings for this computer, with rarely used ones at the end. (T6, T8, T16, T19, T29)
final class ComputerOptions {
  let widget: Widget
  let rows: [OptionRow]
  private let session: SwitchControl
  private let temperature: ChoiceControl
  private let retention: ChoiceControl
  private let online: ChoiceControl
  private let tomorrow: SwitchControl
  private let zone: ZonePicker
  private let identity: EditedEntry
  private let privacy: LinkRow
  private let advanced: Disclosure

  init(words: Words, _ actions: OptionsActions) {
    session = SwitchControl { actions.set("autostart", .bool($0)) }
    temperature = ChoiceControl { actions.set("temperatureUnit", $0.value) }
    retention = ChoiceControl { actions.set("retentionDays", $0.value) }
    online = ChoiceControl { actions.set("mode", $0.value) }
    tomorrow = SwitchControl { actions.set("depth", .integer($0 ? 1 : 0)) }
    zone = ZonePicker(words: words, zones: actions.zones) {
      actions.set("timezone", $0.map(JSONValue.text) ?? .null)
    }
    let complaint = Complaint(reveal: actions.reveal)
    identity = EditedEntry(
      named: words.say("Identity"), placeholder: words.say("did:…"), width: 16
    ) { text in
      complaint.show("")
      actions.set("did", text.isEmpty ? .null : .text(text), complaint.show)
      return true
    }
    let computer = [
      OptionRow(
        words.say("Start with your _session"), controls: [session.widget], folds: false),
      OptionRow(words.say("_Temperatures"), choice: temperature),
      OptionRow(words.say("_Keep history"), choice: retention),
    ]
    privacy = LinkRow(
      words.say("Privacy"), detail: words.say("What is stored, who is contacted, export, delete"),
      act: actions.openPrivacy)
    let seldom = [
      OptionRow(words.say("F_etch"), choice: online),
      OptionRow(words.say("Also plan to_morrow"), controls: [tomorrow.widget], folds: false),
      OptionRow(words.say("Time _zone"), controls: [zone.widget]),
      OptionRow(
        words.say("_Identity"), detail: words.say("If your service gave you one"),
        controls: [identity.widget]),
    ]
    advanced = Disclosure(
      named: words.say("Advanced"), rows: seldom.map(\.widget) + [complaint.widget])
    let head = OptionRow(
      words.say("Ad_vanced"), detail: words.say("When to fetch, time zone, identity"),
      controls: [advanced.button])
    rows = computer + seldom
    widget = Build.column(
      [
        Build.label(words.say("This computer"), "heading"),
        Build.column(
          computer.map(\.widget) + [privacy.widget, head.widget, advanced.content], "card"),
      ], spacing: 6)
  }

  func show(_ model: OptionsModel) {
    session.show(model.session.isOn)
    rows[0].setDetail(model.session.detail, isWrong: model.session.isWrong)
    temperature.show(model.temperature.choice)
    retention.show(model.retention.choice)
    rows[2].setDetail(model.retention.detail)
    online.show(model.online.choice)
    rows[3].setDetail(model.online.detail)
    tomorrow.show(model.tomorrow.isOn)
    rows[4].setDetail(model.tomorrow.detail)
    zone.show(model.zone)
    identity.show(model.identity)
  }
}

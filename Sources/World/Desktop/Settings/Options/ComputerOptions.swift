import CGtk
import CarillonEngine
import CarillonGLib

/// Settings for this computer, with rarely used ones at the end. (T6, T8, T16, T19, T29, B8)
final class ComputerOptions {
  let widget: Widget
  let rows: [OptionRow]
  private let session: SwitchControl
  private let sessionRow: OptionRow
  private let retentionRow: OptionRow
  private let onlineRow: OptionRow
  private let tomorrowRow: OptionRow
  private let mediaRow: OptionRow
  private let closedRow: OptionRow
  /// Of the settings that kinds of messages bring along, in their order.
  private let own: [OwnControl]
  private let retention: ChoiceControl
  private let online: ChoiceControl
  private let tomorrow: SwitchControl
  private let media: SwitchControl
  private let closed: SwitchControl
  private let zone: ZonePicker
  private let identity: EditedEntry
  private let privacy: LinkRow
  private let advanced: Disclosure

  init(_ features: Features, words: Words, _ actions: OptionsActions) {
    session = SwitchControl { actions.set("autostart", .bool($0)) }
    let shown = features.settings.filter { $0.row != nil }
    let own = shown.map { setting in OwnControl(setting) { actions.set(setting.key, $0) } }
    self.own = own
    retention = ChoiceControl { actions.set("retentionDays", $0.value) }
    online = ChoiceControl { actions.set("mode", $0.value) }
    tomorrow = SwitchControl { actions.set("depth", .integer($0 ? 1 : 0)) }
    media = SwitchControl { actions.set("localMedia", .bool($0)) }
    closed = SwitchControl { isOn in
      let choice = isOn ? Settings.SchedulerChoice.systemd : .inApp
      actions.set("scheduler", .text(choice.rawValue))
    }
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
    sessionRow = OptionRow(
      words.say("Start with your _session"), controls: [session.widget], folds: false)
    retentionRow = OptionRow(words.say("_Keep history"), choice: retention)
    let ownRows = zip(shown, own).map { $1.row(titled: $0.row?.title(words) ?? "") }
    let computer = [sessionRow] + ownRows + [retentionRow]
    privacy = LinkRow(
      words.say("Privacy"), detail: words.say("What is stored, who is contacted, export, delete"),
      act: actions.openPrivacy)
    onlineRow = OptionRow(words.say("F_etch"), choice: online)
    tomorrowRow = OptionRow(
      words.say("Also plan to_morrow"), controls: [tomorrow.widget], folds: false)
    mediaRow = OptionRow(
      words.say("Pictures from your net_work"), controls: [media.widget], folds: false)
    closedRow = OptionRow(
      words.say("_Ring while Carillon is closed"), controls: [closed.widget], folds: false)
    let seldom = [
      onlineRow, tomorrowRow, closedRow, mediaRow,
      OptionRow(words.say("Time _zone"), controls: [zone.widget]),
      OptionRow(
        words.say("_Identity"), detail: words.say("If your service gave you one"),
        controls: [identity.widget]),
    ]
    advanced = Disclosure(
      named: words.say("Advanced"), rows: seldom.map(\.widget) + [complaint.widget])
    let head = OptionRow(
      words.say("Ad_vanced"), detail: words.say("When and what to fetch, time zone, identity"),
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
    gtk_widget_set_sensitive(session.widget, model.session.isFree ? 1 : 0)
    sessionRow.setDetail(model.session.detail, isWrong: model.session.isWrong)
    for (control, setting) in zip(own, model.own) { control.show(setting.choice) }
    retention.show(model.retention.choice)
    retentionRow.setDetail(model.retention.detail)
    online.show(model.online.choice)
    onlineRow.setDetail(model.online.detail)
    tomorrow.show(model.tomorrow.isOn)
    tomorrowRow.setDetail(model.tomorrow.detail)
    closed.show(model.closed.isOn)
    closedRow.setDetail(model.closed.detail, isWrong: model.closed.isWrong)
    media.show(model.localMedia.isOn)
    mediaRow.setDetail(model.localMedia.detail)
    zone.show(model.zone)
    identity.show(model.identity)
  }
}

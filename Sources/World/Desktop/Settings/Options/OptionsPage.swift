import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// The settings page.
final class OptionsPage: WindowPage {
  private let model: SettingsModel
  private let sounds: Sounds
  private let hours: HourOptions
  private let quiet: QuietOptions
  private let away: AwayOption
  private let kindsCard: Widget
  private var kinds: [KindOptions] = []
  /// What the rows are about; topics come and go, and get other names. (C10)
  private var listed: [OptionsModel.KindName] = []
  private let desktop: LinkRow
  private let computer: ComputerOptions
  private let scrolled: ScrolledPage
  private var folding: RowFolding?
  private let actions: OptionsActions
  private var offered: [String]
  private var shown: OptionsModel?

  init(
    _ model: SettingsModel, sounds: Sounds, notificationSettings: @escaping () -> Bool
  ) {
    self.model = model
    self.sounds = sounds
    let words = model.words
    var this: () -> OptionsPage? = { nil }
    actions = OptionsActions(
      set: { this()?.set($0, $1, refused: $2) },
      play: { this()?.play($0) },
      zones: { [weak model] in
        TimeZones(
          names: ZoneNames.all(), system: model?.truth?.state.systemTimezone ?? "", words: words)
      },
      openNotificationSettings: { [weak model] in
        if !notificationSettings() { model?.onToast(.init(text: words.whereToLook)) }
      },
      openPrivacy: { [weak model] in model?.onGo(.privacy, nil) },
      toast: { [weak model] in model?.onToast($0) },
      reveal: { this()?.scrolled.reveal($0) })
    hours = HourOptions(words: words, actions)
    quiet = QuietOptions(words: words, actions)
    away = AwayOption(words: words, actions)
    let silence = Build.column([quiet.widget, away.widget], "card")
    computer = ComputerOptions(model.link.features, words: words, actions)
    kindsCard = Build.column([], "card")
    desktop = LinkRow(
      words.say("Desktop notification settings"),
      detail: words.say("Do Not Disturb, lock screen, sound"),
      act: actions.openNotificationSettings)
    offered = sounds.offered
    let kindsPart = Build.column(
      [Build.label(words.say("Notification types"), "heading"), kindsCard], spacing: 6)
    scrolled = ScrolledPage(
      Build.column([hours.widget, silence, kindsPart, computer.widget], spacing: 24))
    this = { [weak self] in self }
  }

  var widget: Widget { scrolled.widget }

  func show(_ truth: SettingsModel.Truth) {
    let options = OptionsModel(
      truth.configuration.settings, truth.state, slots: truth.configuration.slots,
      features: model.link.features, sounds: offered, words: model.words)
    shown = options
    let names = options.kinds.map(OptionsModel.KindName.init)
    if names != listed {
      makeKinds(options.kinds)
      listed = names
    }
    hours.show(options)
    quiet.show(options)
    away.show(options.away)
    for (kind, part) in zip(kinds, options.kinds) { kind.show(part) }
    computer.show(options)
  }

  func setInFront(_ inFront: Bool) {
    // A sound theme may have been installed meanwhile.
    guard inFront else { return }
    offered = sounds.offered
    if let truth = model.truth { show(truth) }
  }

  private func makeKinds(_ models: [OptionsModel.Kind]) {
    for widget in kinds.flatMap(\.widgets) { gtk_widget_destroy(widget) }
    kinds = models.enumerated().map {
      KindOptions($1, isOpen: $0 == 0, words: model.words, actions)
    }
    for widget in kinds.flatMap(\.widgets) {
      Build.append(widget, to: kindsCard)
      gtk_widget_show_all(widget)
    }
    if listed.isEmpty {
      Build.append(desktop.widget, to: kindsCard)
      gtk_widget_show_all(desktop.widget)
    }
    Build.place(desktop.widget, in: kindsCard, at: -1)
    folding = RowFolding(
      scrolled.widget, rows: hours.rows + kinds.flatMap(\.rows) + computer.rows)
  }

  private func set(_ key: String, _ value: JSONValue, refused: ((String) -> Void)?) {
    model.set([key: value], stays: shown?.holding(key), tell: refused)
  }

  private func play(_ sound: String) {
    let name = sound == "default" ? Settings.ChannelChoice.usualSound : sound
    sounds.play(name) { [weak self] played in
      guard let self, !played else { return }
      model.onToast(.init(text: model.words.say("No sound output is available.")))
    }
  }
}

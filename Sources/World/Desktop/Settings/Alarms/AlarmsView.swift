import CGtk
import CarillonEngine
import CarillonGLib

/// The page of a maintenance system: its alarms and work orders, and the account. (D16)
final class AlarmsView {
  enum Action {
    case open(tag: String)
    case press(tag: String, button: String)
    case signIn, signOut
    case connections
    /// Lists everything again. (D5)
    case all
  }

  let page: Widget
  private let words: Words
  private let act: (Action) -> Void
  private let outdated: Section<Outdated>
  private let thing: Section<Thing?>
  private let nothing: Section<AlarmsModel.Nothing?>
  private let list = Build.column([], spacing: 18)
  private let more = Build.label("", "second")
  /// The account, above the list while nobody is signed in, else below it.
  private let accounts: [Section<Account?>]
  private let accountButton = Held()
  private var parts: [AlarmsPart] = []
  private var watch: WidthWatch?
  private var model: (AlarmsModel, Instant)?

  private struct Outdated: Hashable {
    let note: PushModel.Note?
    let helps: Bool
    let isTight: Bool
  }

  /// What all the rows are about.
  private struct Thing: Hashable {
    let name: String
    let isTight: Bool
  }

  private struct Account: Hashable {
    let account: AlarmsModel.Account
    let isTight: Bool
  }

  /// The button that signs in or out, of the widgets shown now.
  private final class Held {
    var widget: Widget?
  }

  init(words: Words, act: @escaping (Action) -> Void) {
    self.words = words
    self.act = act
    let button = accountButton
    outdated = Section { model, section in
      guard let note = model.note else { return [] }
      let help = model.helps ? Build.button(words.say("Show Connections")) : nil
      if let help { section.on(help) { act(.connections) } }
      return [Build.column([NoteRow.build(note, button: help, isTight: model.isTight)], "card")]
    }
    thing = Section { model, section in
      guard let model else { return [] }
      let all = Build.button(words.say("Show All"))
      section.on(all) { MainLoop.onIdle { act(.all) } }
      let text = Build.label(words.say("Only what is about {asset}", ["asset": model.name]))
      let row = Build.row([text, all], spacing: 12)
      Build.turn(row, upright: model.isTight)
      return [row]
    }
    nothing = Section { model, section in
      guard let model else { return [] }
      return [AlarmsView.nothing(model, section, button, words, act)]
    }
    accounts = (0..<2).map { _ in
      Section { model, section in
        guard let model else { return [] }
        return AlarmsView.account(model, section, button, words, act)
      }
    }
    gtk_widget_set_no_show_all(more, 1)
    let scrolled = ScrolledPage(
      Build.column(
        [
          outdated.widget, accounts[0].widget, thing.widget, nothing.widget, list, more,
          accounts[1].widget,
        ], spacing: 18))
    page = scrolled.widget
    watch = WidthWatch(page, least: 600) { [weak self] _ in
      guard let self, let (model, now) = self.model else { return }
      show(model, at: now)
    }
  }

  private var isTight: Bool { watch?.isNarrow ?? false }

  func show(_ model: AlarmsModel, at now: Instant) {
    self.model = (model, now)
    outdated.show(
      Outdated(note: model.outdated, helps: model.hasConnectionTrouble, isTight: isTight))
    let account = model.account.map { Account(account: $0, isTight: isTight) }
    let isSignedIn = model.account?.url != nil
    accounts[0].show(isSignedIn || model.nothing != nil ? nil : account)
    thing.show(model.thing.map { Thing(name: $0, isTight: isTight) })
    nothing.show(model.nothing)
    show(model.parts, at: now)
    gtk_label_set_text(more.of(GtkLabel.self), model.more)
    gtk_widget_set_visible(more, model.more.isEmpty ? 0 : 1)
    accounts[1].show(isSignedIn ? account : nil)
  }

  private func show(_ wanted: [AlarmsModel.Part], at now: Instant) {
    let lost = parts.first { part in
      part.hasFocus && !wanted.contains { $0.place == part.place }
    }
    for part in parts where !wanted.contains(where: { $0.place == part.place }) {
      gtk_widget_destroy(part.widget)
    }
    parts = wanted.enumerated().map { index, model in
      let part = parts.first { $0.place == model.place } ?? make(model.place)
      Build.place(part.widget, in: list, at: Int32(index))
      part.show(model, isTight: isTight, at: now)
      return part
    }
    gtk_widget_set_visible(list, parts.isEmpty ? 0 : 1)
    if lost != nil { takeFocus() }
  }

  private func make(_ place: Int) -> AlarmsPart {
    let act = act
    let part = AlarmsPart(
      place, words: words,
      AlarmRowView.Actions(
        open: { act(.open(tag: $0)) }, press: { act(.press(tag: $0, button: $1)) }))
    Build.append(part.widget, to: list)
    gtk_widget_show_all(part.widget)
    return part
  }

  func tick(at now: Instant) {
    if let model { self.model = (model.0, now) }
    for part in parts { part.tick(at: now) }
  }

  func disableButtons(of tag: String) {
    parts.lazy.compactMap { $0.row(of: tag) }.first?.disableButtons()
  }

  /// Moves the focus to the first row, or to the account's button.
  func takeFocus() {
    if let row = parts.first?.first { row.takeFocus() } else { takeFocusAtAccount() }
  }

  func takeFocusAtAccount() {
    if let button = accountButton.widget { gtk_widget_grab_focus(button) }
  }

  // MARK: Building

  private static func nothing(
    _ model: AlarmsModel.Nothing, _ section: Section<AlarmsModel.Nothing?>, _ held: Held,
    _ words: Words, _ act: @escaping (Action) -> Void
  ) -> Widget {
    let isQuiet = model.remedy == nil
    let icon = Build.icon(
      isQuiet ? "object-select-symbolic" : "dialog-warning-symbolic", size: 48, "dim")
    var button: Widget?
    switch model.remedy {
    case nil: break
    case .signIn:
      let signIn = Build.button(words.say("Sign In…"), "suggested-action")
      section.on(signIn) { act(.signIn) }
      held.widget = signIn
      button = signIn
    case .connections:
      let show = Build.button(words.say("Show Connections"))
      section.on(show) { act(.connections) }
      button = show
    }
    let all = Build.nothing(icon, model.title, model.text, button)
    gtk_widget_set_margin_top(all, 24)
    gtk_widget_set_margin_bottom(all, 24)
    return all
  }

  private static func account(
    _ model: Account, _ section: Section<Account?>, _ held: Held, _ words: Words,
    _ act: @escaping (Action) -> Void
  ) -> [Widget] {
    let account = model.account
    let isSignedIn = account.url != nil
    let button =
      isSignedIn
      ? Build.button(words.say("Sign Out…")) : Build.button(words.say("Sign In…"))
    // The button may be replaced by what it does, while it is pressed.
    section.on(button) { MainLoop.onIdle { act(isSignedIn ? .signOut : .signIn) } }
    held.widget = button
    var buttons = button
    if account.isTokenRefused {
      let again = Build.button(words.say("Sign In Again…"), "suggested-action")
      section.on(again) { MainLoop.onIdle { act(.signIn) } }
      buttons = Build.row([again, button], spacing: 6)
      Build.turn(buttons, upright: model.isTight)
      held.widget = again
    }
    let note = PushModel.Note(
      standing: account.standing, title: account.title, detail: account.detail)
    let card = Build.column(
      [NoteRow.build(note, button: buttons, isTight: model.isTight)], "card")
    let title = words.say("Maintenance System")
    Build.call(card, title)
    return [Build.column([Build.label(title, "heading"), card], spacing: 6)]
  }
}

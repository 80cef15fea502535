import CGtk
import CarillonEngine
import CarillonGLib

/// The paired senders, and a field for the name of another. (C8)
final class SendersCard {
  let widget: Widget
  private let list: Section<[SendersModel.Sender]>
  private let obstacle: Section<Obstacle>
  private let name = TextField()
  private let pair: Widget
  private let problem: ProblemLabel
  /// The buttons that show what a sender needs, by its name.
  private let buttons = Buttons()
  private var subscriptions: [Subscription] = []

  private struct Obstacle: Hashable {
    let text: String?
    let isLocked: Bool
    let isTight: Bool
  }

  private final class Buttons {
    var all: [String: Widget] = [:]
  }

  init(words: Words, act: @escaping (ConnectionsAction) -> Void) {
    list = Section { [buttons] senders, section in
      buttons.all = [:]
      return senders.map { SendersCard.row($0, section, buttons, words, act) }
    }
    obstacle = Section { model, section in
      guard let text = model.text else { return [] }
      let button = model.isLocked ? Build.button(words.say("Unlock…")) : nil
      if let button { section.on(button) { act(.unlockKeyring) } }
      let note = PushModel.Note(standing: .notable, title: text, detail: "")
      return [NoteRow.build(note, button: button, isTight: model.isTight)]
    }
    let prompt = words.say("Name of a sender")
    Build.call(name.input, prompt)
    gtk_entry_set_placeholder_text(name.input.of(GtkEntry.self), prompt)
    pair = Build.command(words.say("_Pair…"))
    problem = ProblemLabel(name.input)
    let form = Build.column(
      [Build.row([name.widget, pair], spacing: 6), problem.widget], spacing: 6, "subrow")
    let title = words.say("Paired Senders")
    let heading = Build.column(
      [
        Build.label(title, "heading"),
        Build.label(
          words.say(
            "A program or device that you give keys to. Nobody on the way can read what it sends."),
          "second"),
      ], spacing: 2)
    let card = Build.column([list.widget, obstacle.widget, form], "card")
    Build.call(card, title)
    widget = Build.column([heading, card], spacing: 6)
    let ask: () -> Void = { [name] in act(.pairNew(name.text)) }
    name.onEnter = ask
    name.onChange = { [weak self] in self?.problem.show(nil) }
    subscriptions = [pair.on("clicked", ask)]
  }

  func show(_ model: SendersModel, isTight: Bool) {
    list.show(model.senders)
    obstacle.show(Obstacle(text: model.obstacle, isLocked: model.isLocked, isTight: isTight))
    let context = gtk_widget_get_style_context(obstacle.widget)
    if model.senders.isEmpty {
      gtk_style_context_remove_class(context, "top-line")
    } else {
      gtk_style_context_add_class(context, "top-line")
    }
    for part in [name.input, pair] {
      gtk_widget_set_sensitive(part, model.obstacle == nil ? 1 : 0)
    }
  }

  /// What is wrong with the name, or why nothing was paired.
  func show(problem text: String?) {
    problem.show(text)
    if text != nil { gtk_widget_grab_focus(name.input) }
  }

  /// The sender whose name was typed is paired.
  func clear() {
    name.show("")
    problem.show(nil)
  }

  /// Moves the focus to a sender, or to the field of another.
  func takeFocus(near sender: String) {
    gtk_widget_grab_focus(buttons.all[sender] ?? name.input)
  }

  private static func row(
    _ sender: SendersModel.Sender, _ section: Section<[SendersModel.Sender]>, _ buttons: Buttons,
    _ words: Words, _ act: @escaping (ConnectionsAction) -> Void
  ) -> Widget {
    let values = ["name": sender.name]
    let show = Build.iconButton(
      sender.hasKeys ? "view-reveal-symbolic" : "view-refresh-symbolic",
      named: sender.hasKeys
        ? words.say("Show what {name} needs", values) : words.say("Pair {name} again", values))
    section.on(show) { act(.showPairing(sender.name)) }
    buttons.all[sender.name] = show
    var all = [show]
    if sender.hasKeys {
      let renew = Build.iconButton(
        "view-refresh-symbolic", named: words.say("Give {name} new keys", values))
      section.on(renew) { act(.renew(sender.name)) }
      all.append(renew)
    }
    let revoke = Build.iconButton(
      "user-trash-symbolic", named: words.say("Revoke {name}", values))
    section.on(revoke) { act(.revoke(sender.name)) }
    all.append(revoke)
    for button in all { Build.add(["flat"], to: button) }
    let text = Build.lines(sender.name, sender.detail)
    return Build.row([text, Build.row(all, spacing: 0)], "row")
  }
}

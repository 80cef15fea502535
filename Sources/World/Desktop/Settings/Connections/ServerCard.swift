import CGtk
import CarillonEngine
import CarillonGLib

/// A server: how the connection to it is, and its topics. (C6)
final class ServerCard {
  let widget: Widget
  let id: String
  private(set) var rows: [TopicRow] = []

  private let words: Words
  private let title = Build.label("", "heading")
  private let state: Section<State>
  private let card: Widget
  private let act: (ConnectionsAction) -> Void
  private let toggle: (TopicRow) -> Void

  private struct State: Hashable {
    let line: ConnectionLine
    let wantsToken: Bool
    let isTight: Bool
  }

  init(
    _ server: ConnectionsModel.Server, words: Words,
    act: @escaping (ConnectionsAction) -> Void, toggle: @escaping (TopicRow) -> Void,
    enterToken: @escaping (_ server: String) -> Void
  ) {
    let id = server.id
    self.id = id
    self.words = words
    self.act = act
    self.toggle = toggle
    state = Section { state, section in
      [ServerCard.row(state, section, words) { enterToken(id) }]
    }
    card = Build.column([state.widget], "card")
    widget = Build.column([title, card], spacing: 6)
  }

  func show(_ server: ConnectionsModel.Server, isTight: Bool) {
    gtk_label_set_text(title.of(GtkLabel.self), server.title)
    Build.call(card, server.title)
    state.show(State(line: server.line, wantsToken: server.wantsToken, isTight: isTight))
    let wanted = server.topics.map(\.subscription.identity)
    for row in rows where !wanted.contains(row.identity) { gtk_widget_destroy(row.widget) }
    rows.removeAll { !wanted.contains($0.identity) }
    for topic in server.topics {
      if let row = rows.first(where: { $0.identity == topic.subscription.identity }) {
        row.show(topic)
      } else {
        let row = TopicRow(topic, words: words, act: act, toggle: toggle)
        rows.append(row)
        Build.append(row.widget, to: card)
        gtk_widget_show_all(row.widget)
      }
    }
  }

  private static func row(
    _ state: State, _ section: Section<State>, _ words: Words, enterToken: @escaping () -> Void
  ) -> Widget {
    let line = state.line
    let icon =
      switch line.standing {
      case .fine: Build.icon("object-select-symbolic", "ok")
      case .notable: Build.icon("dialog-information-symbolic", "accent")
      case .wrong: Build.icon("dialog-warning-symbolic", "warn")
      }
    let text = Build.lines(line.title, line.details.joined(separator: " "))
    var parts = [icon, text]
    if state.wantsToken {
      let button = Build.button(words.say("Enter Token…"))
      Build.describe(button, line.title)
      section.on(button) {
        // The editor that opens may replace the button that is being pressed.
        MainLoop.onIdle { enterToken() }
      }
      if state.isTight {
        gtk_widget_set_halign(button, GTK_ALIGN_START)
        parts[1] = Build.column([text, button], spacing: 6)
      } else {
        parts.append(button)
      }
    }
    return Build.row(parts, "row")
  }
}

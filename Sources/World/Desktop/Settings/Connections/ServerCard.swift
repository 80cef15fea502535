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
  private let topics = Build.column([])
  private let test: WayTestView
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
    test = WayTestView(
      words: words, begin: { act(.testWay(id)) }, close: { act(.closeTest) })
    card = Build.column([state.widget, topics, test.widget], "card")
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
        Build.append(row.widget, to: topics)
        gtk_widget_show_all(row.widget)
      }
    }
  }

  func show(_ model: WayTestModel?, isBusy: Bool) { test.show(model, isBusy: isBusy) }

  func focusTest() { test.takeFocus() }

  private static func row(
    _ state: State, _ section: Section<State>, _ words: Words, enterToken: @escaping () -> Void
  ) -> Widget {
    let line = state.line
    var button: Widget?
    if state.wantsToken {
      let enter = Build.button(words.say("Enter Token…"))
      section.on(enter) {
        // The editor that opens may replace the button that is being pressed.
        MainLoop.onIdle { enterToken() }
      }
      button = enter
    }
    let note = PushModel.Note(
      standing: line.standing, title: line.title, detail: line.details.joined(separator: " "))
    return NoteRow.build(note, button: button, isTight: state.isTight)
  }
}

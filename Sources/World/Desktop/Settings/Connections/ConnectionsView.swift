import CGtk
import CarillonEngine
import CarillonGLib

/// The page of connections: servers with their topics, and the form of a new one.
final class ConnectionsView {
  let page: Widget
  private(set) var new: NewTopic?

  private let words: Words
  private let act: (ConnectionsAction) -> Void
  private let scrolled: ScrolledPage
  private let empty: Widget
  private let firstButton: Widget
  /// The servers, and the form of a new topic.
  private let list: Widget
  private let push: PushCard
  let senders: SendersCard
  private var cards: [ServerCard] = []
  private var model: ConnectionsModel?
  private var watch: WidthWatch?
  private var width: Int32 = 500
  private var subscriptions: [Subscription] = []

  init(words: Words, act: @escaping (ConnectionsAction) -> Void) {
    self.words = words
    self.act = act
    list = Build.column([], spacing: 18)
    firstButton = Build.button(words.say("Add Topic"), "suggested-action")
    empty = ConnectionsView.empty(words, firstButton)
    push = PushCard(words: words, act: act)
    senders = SendersCard(words: words, act: act)
    for part in [list, empty] {
      gtk_widget_show_all(part)
      gtk_widget_set_no_show_all(part, 1)
      gtk_widget_hide(part)
    }
    scrolled = ScrolledPage(
      Build.column([empty, list, push.widget, senders.widget], spacing: 24))
    page = scrolled.widget
    gtk_widget_show_all(page)
    subscriptions = [firstButton.on("clicked") { act(.add) }]
    scrolled.onWidth = { [weak self] in
      self?.width = $0
      self?.fit()
    }
    watch = WidthWatch(page, least: 440) { [weak self] _ in
      self?.fit()
      if let self, let model { show(model) }
    }
  }

  private var isTight: Bool { watch?.isNarrow ?? false }

  private func fit() { new?.fit(into: width, isTight: isTight) }

  func show(_ model: ConnectionsModel) {
    self.model = model
    let wanted = model.servers.map(\.id)
    for card in cards where !wanted.contains(card.id) { gtk_widget_destroy(card.widget) }
    cards.removeAll { !wanted.contains($0.id) }
    for (index, server) in model.servers.enumerated() {
      let card = cards.first { $0.id == server.id } ?? append(server)
      card.show(server, isTight: isTight)
      Build.place(card.widget, in: list, at: Int32(index) + (new == nil ? 0 : 1))
    }
    push.show(model.push, isTight: isTight)
    senders.show(model.senders, isTight: isTight)
    showOrEmpty()
  }

  /// Shows a test of the whole way at the connection of its name. (C7)
  func show(_ test: (name: String, model: WayTestModel)?, isBusy: Bool) {
    push.show(test?.name == Carrier.unifiedPush ? test?.model : nil, isBusy: isBusy)
    for card in cards { card.show(test?.name == card.id ? test?.model : nil, isBusy: isBusy) }
  }

  func takeFocus(atTestOf name: String) {
    if let card = cards.first(where: { $0.id == name }) {
      card.focusTest()
    } else {
      push.focusTest()
    }
  }

  private func append(_ server: ConnectionsModel.Server) -> ServerCard {
    let card = ServerCard(
      server, words: words, act: act, toggle: { [weak self] in self?.toggle($0) },
      enterToken: { [weak self] in self?.enterToken(for: $0) })
    cards.append(card)
    Build.append(card.widget, to: list)
    gtk_widget_show_all(card.widget)
    return card
  }

  // MARK: Editors

  /// Opens the form of a new topic, or goes to it.
  func beginNew() -> NewTopic {
    if let new {
      new.takeFocus()
      return new
    }
    close()
    let act = act
    let form = NewTopic(words: words) { act(.new($0)) }
    new = form
    Build.append(form.widget, to: list)
    Build.place(form.widget, in: list, at: 0)
    gtk_widget_show_all(form.widget)
    fit()
    showOrEmpty()
    scrolled.reveal(form.widget)
    form.takeFocus()
    return form
  }

  func endNew() {
    guard let form = new else { return }
    new = nil
    gtk_widget_destroy(form.widget)
    showOrEmpty()
  }

  /// The open editor of this topic; nil if it is closed.
  func editor(of identity: String) -> TopicEditor? { row(of: identity)?.editor }

  /// Opens the editor of a topic, if it is in the list.
  func open(_ identity: String) {
    if let row = row(of: identity), row.editor == nil { toggle(row) }
  }

  /// Moves the focus to a topic, or to any other, or to the button that adds the first.
  func takeFocus(near identity: String) {
    if let row = row(of: identity) ?? cards.first?.rows.first {
      row.takeFocus()
    } else if model?.isEmpty == false {
      push.takeFocus()
    } else {
      gtk_widget_grab_focus(firstButton)
    }
  }

  /// Closes what is open without saving what is being typed; false if nothing is.
  func dismiss() -> Bool {
    if new != nil {
      endNew()
      return true
    }
    guard let row = rows.first(where: { $0.editor != nil }) else { return false }
    row.editor?.revert()
    row.setOpen(false)
    return true
  }

  /// Saves pending input before the page goes.
  func flush() {
    for row in rows { row.editor?.flush() }
  }

  private var rows: [TopicRow] { cards.flatMap(\.rows) }

  private func row(of identity: String) -> TopicRow? {
    rows.first { $0.identity == identity }
  }

  private func close() {
    for row in rows { row.setOpen(false) }
  }

  private func toggle(_ row: TopicRow) {
    let opens = row.editor == nil
    for other in rows where other !== row { other.setOpen(false) }
    if opens { endNew() }
    row.setOpen(opens)
    if let editor = row.editor { scrolled.reveal(editor.widget) }
  }

  private func enterToken(for server: String) {
    guard let row = cards.first(where: { $0.id == server })?.rows.first else { return }
    if row.editor == nil { toggle(row) }
    row.editor?.takeFocus(atToken: true)
  }

  // MARK: Empty

  private func showOrEmpty() {
    let hasTopics = model?.servers.isEmpty == false || new != nil
    gtk_widget_set_visible(empty, model?.isEmpty == true && !hasTopics ? 1 : 0)
    gtk_widget_set_visible(list, hasTopics ? 1 : 0)
  }

  private static func empty(_ words: Words, _ button: Widget) -> Widget {
    Build.nothing(
      Build.icon("network-transmit-receive-symbolic", size: 48, "dim"),
      words.say("No Connections Yet"),
      words.say(
        "Subscribe to a topic of ntfy.sh or your own ntfy server, and what is sent there appears "
          + "on this computer by itself."), button)
  }
}

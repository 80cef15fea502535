import CGtk
import CarillonEngine
import CarillonGLib

/// The status page: whether everything works.
final class StatusView {
  enum Action: Hashable {
    case sendTest
    case mend(StatusModel.Remedy)
    case copyReport
    case test(TestView.Action)
  }

  let page: Widget
  /// For the header bar.
  let copy: Widget

  private let words: Words
  private let head: Section<Head>
  private let test: Section<Test>
  private let open: Section<Rows>
  private let inOrder: Section<Rows>
  private let errors: ErrorListView
  private let messages: Section<MetricsModel>
  private let messageCard: Widget
  private let order: Widget
  private let send: Widget
  private let top: Widget
  private var subscriptions: [Subscription] = []
  private var folding: [WidthWatch] = []
  private var model: StatusModel?
  private var followed: TestModel?

  // Both are laid out differently if space is tight.
  private struct Rows: Hashable {
    let rows: [StatusModel.Row]
    let isTight: Bool
  }

  private struct Test: Hashable {
    let model: TestModel?
    let isTight: Bool
  }

  private struct Head: Hashable {
    let standing: StatusLine.Standing
    let title: String
    let detail: String
  }

  init(words: Words, do act: @escaping (Action) -> Void) {
    self.words = words
    head = Section { model, _ in [StatusView.head(model)] }
    test = Section { model, section in
      guard let test = model.model else { return [] }
      return TestView.parts(test, isTight: model.isTight, words: words) { action, button in
        section.on(button) { act(.test(action)) }
      }
    }
    open = Section("card") { rows, section in StatusView.rows(rows, section, act) }
    inOrder = Section { rows, section in StatusView.rows(rows, section, act) }
    errors = ErrorListView()
    messages = Section { model, _ in
      model.rows.map { Build.row([Build.lines($0.title, $0.detail)], "row") }
    }
    messageCard = Build.column(
      [
        Build.label(words.say("Messages"), "heading"), Build.column([messages.widget], "card"),
      ], spacing: 6)
    order = Build.column([inOrder.widget, errors.widget], "card")
    send = Build.button(words.say("Send Me a Test"), "suggested-action")
    copy = Build.iconButton("edit-copy-symbolic", named: words.say("Copy Report"))
    top = Build.row([head.widget, send])
    gtk_widget_set_hexpand(head.widget, 1)
    page =
      ScrolledPage(
        Build.column(
          [
            top, test.widget, open.widget,
            Build.column([Build.label(words.say("Working"), "heading"), order], spacing: 6),
            messageCard,
          ], spacing: 18)
      ).widget
    subscriptions = [
      send.on("clicked") { act(.sendTest) }, copy.on("clicked") { act(.copyReport) },
    ]
    folding = [
      WidthWatch(page, least: 460) { [top] in Build.turn(top, upright: $0) },
      WidthWatch(page, least: 350) { [weak self] _ in self?.showAgain() },
    ]
    show(nil)
  }

  isolated deinit {
    subscriptions = []
  }

  func show(_ model: StatusModel) {
    head.show(Head(standing: model.standing, title: model.title, detail: model.detail))
    open.show(Rows(rows: model.open, isTight: isTight))
    inOrder.show(Rows(rows: model.inOrder, isTight: isTight))
    errors.show(model.errors)
    if let told = model.messages { messages.show(told) }
    gtk_widget_set_visible(messageCard, model.messages == nil ? 0 : 1)
    self.model = model
  }

  func show(_ model: TestModel?) {
    followed = model
    test.show(Test(model: model, isTight: isTight))
    gtk_button_set_label(
      send.of(GtkButton.self),
      model == nil ? words.say("Send Me a Test") : words.say("Test Again"))
  }

  func setSending(_ isSending: Bool) {
    gtk_widget_set_sensitive(send, isSending ? 0 : 1)
  }

  func focusTest() {
    gtk_widget_grab_focus(send)
  }
}

extension StatusView {
  private var isTight: Bool { folding.last?.isNarrow ?? false }

  private func showAgain() {
    if let model { show(model) }
    show(followed)
  }

  private static func head(_ head: Head) -> Widget {
    let icon =
      switch head.standing {
      case .fine: Build.icon("object-select-symbolic", size: 40, "ok")
      case .notable: Build.icon("dialog-information-symbolic", size: 40, "accent")
      case .wrong: Build.icon("dialog-warning-symbolic", size: 40, "warn")
      }
    let text = Build.column(
      [Build.label(head.title, "title"), Build.label(head.detail, "dim")], spacing: 2)
    return Build.row([icon, text])
  }

  private static func rows(
    _ model: Rows, _ section: Section<Rows>,
    _ act: @escaping (Action) -> Void
  ) -> [Widget] {
    model.rows.map { row in
      let icon =
        switch row.standing {
        case .fine: Build.icon("object-select-symbolic", "ok")
        case .notable: Build.icon("dialog-information-symbolic", "accent")
        case .wrong: Build.icon("dialog-warning-symbolic", "warn")
        }
      var parts = [icon, Build.lines(row.title, row.detail)]
      if let label = row.button, let remedy = row.remedy {
        let button = Build.button(label)
        // The label alone, "Change…", says too little.
        Build.describe(button, row.title)
        section.on(button) { act(.mend(remedy)) }
        if model.isTight { parts[1] = Build.column([parts[1], button], spacing: 6) }
        if !model.isTight { parts.append(button) }
      }
      return Build.row(parts, "row")
    }
  }
}

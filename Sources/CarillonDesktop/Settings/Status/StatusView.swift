import CGtk
import CarillonCore
import CarillonGLib

/// The page of status: whether it works.
final class StatusView {
  enum Action: Hashable {
    case sendTest
    case startWithSession(Bool)
    case openNotificationSettings
  }

  let page: Widget

  private let scrolled: ScrolledPage
  private let head: Section<Head>
  private let open: Section<[StatusModel.Row]>
  private let inOrder: Section<[StatusModel.Row]>
  private let test: Widget
  private let session: Widget
  private let settings: Widget
  private var subscriptions: [Subscription] = []
  /// While the switch is set to what is, that is nobody's choice.
  private var updating = false

  private struct Head: Hashable {
    let isFine: Bool
    let title: String
    let detail: String
  }

  init(words: Words, do act: @escaping (Action) -> Void) {
    head = Section { model, _ in [StatusView.head(model)] }
    open = Section { rows, _ in rows.isEmpty ? [] : [StatusView.card(rows)] }
    inOrder = Section(spacing: 6) { rows, _ in
      [Build.label(words.say("In order"), "heading"), StatusView.card(rows)]
    }
    test = Build.button(words.say("Send Me a Test"), "suggested-action")
    session = gtk_switch_new()
    gtk_widget_set_valign(session, GTK_ALIGN_CENTER)
    Build.call(session, words.say("Start with your session"))
    let label = Build.lines(
      words.say("Start with your session"),
      words.say("Nothing rings while Carillon is closed."))
    settings = Build.button(words.say("Open"))
    gtk_widget_set_valign(settings, GTK_ALIGN_CENTER)
    Build.call(settings, words.say("Open the notification settings of your desktop"))
    let how = Build.lines(
      words.say("Notification settings"),
      words.say("How your desktop shows what Carillon tells you."))
    let card = Build.column(
      [Build.row([label, session], "row"), Build.row([how, settings], "row")], "card")
    let top = Build.row([head.widget, test])
    gtk_widget_set_hexpand(head.widget, 1)
    scrolled = ScrolledPage(
      Build.column([top, open.widget, card, inOrder.widget], spacing: 18))
    page = scrolled.widget
    subscriptions = [
      test.on("clicked") { act(.sendTest) },
      settings.on("clicked") { act(.openNotificationSettings) },
      session.on("notify::active") { [weak self] in
        guard let self, !updating else { return }
        act(.startWithSession(gtk_switch_get_active(session.of(GtkSwitch.self)) != 0))
      },
    ]
  }

  func show(_ model: StatusModel) {
    head.show(Head(isFine: model.isFine, title: model.title, detail: model.detail))
    open.show(model.open)
    inOrder.show(model.inOrder)
    updating = true
    gtk_switch_set_active(session.of(GtkSwitch.self), model.startsWithSession ? 1 : 0)
    updating = false
  }

  func set(_ action: Action, busy: Bool) {
    switch action {
    case .sendTest: gtk_widget_set_sensitive(test, busy ? 0 : 1)
    case .openNotificationSettings: break
    case .startWithSession: gtk_widget_set_sensitive(session, busy ? 0 : 1)
    }
  }

  private static func head(_ head: Head) -> Widget {
    let icon =
      head.isFine
      ? Build.icon("object-select-symbolic", size: 40, "ok")
      : Build.icon("dialog-warning-symbolic", size: 40, "warn")
    let text = Build.column(
      [Build.label(head.title, "title"), Build.label(head.detail, "dim")], spacing: 2)
    return Build.row([icon, text])
  }

  private static func card(_ rows: [StatusModel.Row]) -> Widget {
    Build.column(
      rows.map { row in
        let icon =
          switch row.standing {
          case .fine: Build.icon("object-select-symbolic", "ok")
          case .notable: Build.icon("dialog-information-symbolic", "dim")
          case .wrong: Build.icon("dialog-warning-symbolic", "warn")
          }
        return Build.row([icon, Build.lines(row.title, row.detail)], "row")
      }, "card")
  }
}

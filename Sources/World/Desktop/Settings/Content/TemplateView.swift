import CGtk
import CarillonEngine
import CarillonGLib

/// The fields for title and text, with colored tokens, and buttons that insert tokens.
final class TemplateView {
  let widget: Widget
  /// Called for every change by the user.
  var onEdit: (Template) -> Void = { _ in }
  /// Enter was pressed, or the focus left: the input is complete.
  var onDone: () -> Void = {}
  /// The user wants the default text.
  var onReset: () -> Void = {}

  private let title = TextField()
  private let body = TextField(lines: 3)
  private let titleCounter: CounterView
  private let bodyCounter: CounterView
  private let notes: Section<[String]>
  private let chips: TokenChips
  private let reset: Widget
  private var subscriptions: [Subscription] = []
  /// The field typed in last, where tokens are inserted.
  private weak var lastTyped: TextField?

  init(words: Words) {
    titleCounter = CounterView()
    bodyCounter = CounterView()
    notes = Section(spacing: 6) { notes, _ in notes.map(TemplateView.note) }
    let titleLabel = title.label(words.say("_Title"))
    let bodyLabel = body.label(words.say("Te_xt"))
    for label in [titleLabel, bodyLabel] { gtk_widget_set_hexpand(label, 1) }
    let reference = Reference()
    chips = TokenChips(words: words) { token in
      guard let view = reference.view else { return }
      (view.lastTyped ?? view.body).insert(token)
    }
    reset = Build.button(words.say("Use Default Text"), "flat")
    gtk_widget_set_halign(reset, GTK_ALIGN_START)
    gtk_widget_set_no_show_all(reset, 1)
    widget = Build.column(
      [
        Build.row([titleLabel, titleCounter.widget], spacing: 6), title.widget,
        Build.row([bodyLabel, bodyCounter.widget], spacing: 6), body.widget,
        chips.widget, notes.widget, reset,
      ], spacing: 6, "card", "form")
    gtk_widget_set_margin_bottom(title.widget, 6)
    listen()
    reference.view = self
  }

  /// Lets the chips' closure refer to the view, which is created after them.
  private final class Reference {
    weak var view: TemplateView?
  }

  /// Shows the template to edit, without reporting a change.
  func show(_ template: Template) {
    title.show(template.title)
    body.show(template.body)
    tint()
    let isStandard = template == .standard
    gtk_widget_set_visible(reset, isStandard ? 0 : 1)
  }

  func show(_ model: PreviewModel) {
    titleCounter.show(model.titleCounter)
    bodyCounter.show(model.bodyCounter)
    notes.show(model.notes)
  }

  private var template: Template { Template(title: title.text, body: body.text) }

  private func listen() {
    for field in [title, body] {
      field.onChange = { [weak self] in
        guard let self else { return }
        tint()
        gtk_widget_set_visible(reset, template == .standard ? 0 : 1)
        onEdit(template)
      }
      field.onLeave = { [weak self] in self?.onDone() }
      field.onEnter = { [weak self] in self?.onDone() }
      field.onFocus = { [weak self, weak field] in self?.lastTyped = field }
    }
    subscriptions = [
      reset.on("clicked") { [weak self] in self?.onReset() },
      // The theme may change between light and dark.
      widget.on("style-updated") { [weak self] in self?.tint() },
    ]
  }

  private func tint() {
    title.tint(TokenSpan.all(in: title.text))
    body.tint(TokenSpan.all(in: body.text))
  }

  private static func note(_ text: String) -> Widget {
    let icon = Build.icon("dialog-warning-symbolic", "warn")
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    return Build.row([icon, Build.label(text, "second")], spacing: 6)
  }
}

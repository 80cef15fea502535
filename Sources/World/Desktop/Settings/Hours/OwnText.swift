import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// The text of one hour, if it has its own, with a preview. (T9)
final class OwnText {
  typealias Preview = (Template, _ then: @escaping (PreviewReport) -> Void) -> Void

  var widget: Widget { choice.widget }
  var row: AdaptiveRow { choice.row }
  private let choice: OwnChoice
  private let chips: TokenChips
  /// The entry typed in last, where tokens are inserted.
  private weak var lastTyped: EditedEntry?
  private var subscriptions: [Subscription] = []
  private let title: EditedEntry
  private let body: EditedEntry
  private let shownTitle = Build.label("", "heading")
  private let shownBody = Build.label("")
  private let counts = Build.label("", "second")
  private let words: Words
  private let preview: Preview
  private var template: Template?
  private var usual = Template.standard

  /// `opened` gets the fields when the user asks for them, and what focuses one.
  init(
    words: Words, preview: @escaping Preview,
    opened: @escaping (Widget, @escaping () -> Void) -> Void, save: @escaping (Template?) -> Void
  ) {
    self.words = words
    self.preview = preview
    let reference = Reference()
    let typed: (String) -> Void = { _ in reference.text?.showPreview() }
    let take: (String) -> Bool = { _ in
      if let template = reference.text?.typed { save(template) }
      return true
    }
    title = EditedEntry(named: words.say("Title"), typed: typed, save: take)
    body = EditedEntry(named: words.say("Text"), typed: typed, save: take)
    chips = TokenChips(words: words) { token in
      guard let text = reference.text else { return }
      (text.lastTyped ?? text.body).insert(token)
    }
    for entry in [title, body] { gtk_widget_set_valign(entry.widget, GTK_ALIGN_FILL) }
    let icon = Build.icon("org.carillon.Carillon", size: 40)
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    let popup = Build.column(
      [Build.row([icon, Build.column([shownTitle, shownBody], spacing: 2)], "row")], "card",
      "popup")
    choice = OwnChoice(
      words.say("_Text"),
      own: Build.column(
        [
          title.widget, body.widget, chips.widget, Build.column([popup], "stage"), counts,
        ], spacing: 6),
      words: words
    ) { isOwn in
      guard let text = reference.text else { return }
      if isOwn { opened(text.widget) { gtk_widget_grab_focus(text.title.widget) } }
      save(isOwn ? text.usual : nil)
    }
    reference.text = self
    subscriptions = [title, body].map { entry in
      entry.widget.on("focus-in-event") { [weak self, weak entry] in self?.lastTyped = entry }
    }
  }

  func show(_ template: Template?, usual: Template) {
    self.template = template
    self.usual = usual
    choice.show(isOwn: template != nil, usual: words.say("Default text"))
    title.show((template ?? usual).title)
    body.show((template ?? usual).body)
    showPreview()
  }

  func flush() {
    title.flush()
    body.flush()
  }

  func revert() {
    title.revert()
    body.revert()
  }

  private final class Reference {
    weak var text: OwnText?
  }

  private var typed: Template { Template(title: title.text, body: body.text) }

  private func showPreview() {
    guard template != nil else { return }
    preview(typed) { [weak self] report in self?.show(report) }
  }

  private func show(_ report: PreviewReport) {
    let standIn = report.isWaiting ? report.standIn(for: typed, words) : nil
    gtk_label_set_text(shownTitle.of(GtkLabel.self), standIn?.title ?? report.title)
    gtk_label_set_text(shownBody.of(GtkLabel.self), standIn?.body ?? report.body)
    var lines = [
      words.say(
        "Title: {n} of {most} characters. Text: {m} of {longest}.",
        [
          "n": String(report.titleLength), "most": String(Template.longestTitle),
          "m": String(report.bodyLength), "longest": String(Template.longestBody),
        ])
    ]
    if report.isWaiting {
      lines.append(words.say("Nothing has been fetched yet."))
    } else if let token = report.missing.first {
      lines.append(words.say("The content has no “{token}”.", ["token": token]))
    }
    gtk_label_set_text(counts.of(GtkLabel.self), lines.joined(separator: " "))
  }
}

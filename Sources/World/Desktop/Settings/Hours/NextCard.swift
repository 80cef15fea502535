import CGtk
import CarillonEngine
import CarillonGLib

/// The next notification, with its text as stored now. (T11)
final class NextCard {
  let widget: Widget
  private let words: Words
  private let heading = Build.label("", "heading")
  private let title = Build.label("", "heading")
  private let body = Build.label("", "second")
  private let note = Build.label("", "second")
  private let ringNow: Widget
  private let fetchNow: Widget
  private var subscriptions: [Subscription] = []

  init(words: Words, act: @escaping (HoursAction) -> Void) {
    self.words = words
    ringNow = Build.button(words.say("Ring Now"))
    fetchNow = Build.iconButton("view-refresh-symbolic", named: words.say("Fetch Now"))
    Build.add(["flat"], to: fetchNow)
    let text = Build.column([title, body], spacing: 2)
    gtk_widget_set_valign(text, GTK_ALIGN_CENTER)
    let card = Build.row([Build.icon("org.carillon.Carillon", size: 40), text, ringNow], "row")
    widget = Build.column(
      [Build.row([heading, fetchNow]), Build.column([card], "card"), note], spacing: 6)
    gtk_widget_show_all(widget)
    gtk_widget_set_no_show_all(widget, 1)
    subscriptions = [
      ringNow.on("clicked") { act(.ringNow(nil)) }, fetchNow.on("clicked") { act(.fetchNow) },
    ]
  }

  /// Hidden if nothing is planned.
  func show(_ model: HoursModel, busy: Set<HoursAction>) {
    gtk_widget_set_visible(widget, model.next == nil ? 0 : 1)
    guard let next = model.next else { return }
    set(heading, next.heading)
    set(title, next.title)
    set(body, next.body)
    set(note, next.note)
    gtk_button_set_label(ringNow.of(GtkButton.self), words.ringNow(in: model.ringNowIn))
    let canRing = model.ringNowIn == nil && !busy.contains(.ringNow(nil))
    gtk_widget_set_sensitive(ringNow, canRing ? 1 : 0)
    gtk_widget_set_sensitive(fetchNow, busy.contains(.fetchNow) ? 0 : 1)
  }

  private func set(_ label: Widget, _ text: String) {
    gtk_label_set_text(label.of(GtkLabel.self), text)
    gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
  }
}

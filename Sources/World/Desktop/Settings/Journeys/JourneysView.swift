import CGtk
import CarillonEngine
import CarillonGLib
import CarillonJourneys

/// The page of journeys. (J29)
final class JourneysView {
  let page: Widget
  let list: JourneyList

  private let scrolled: ScrolledPage
  private let empty: Widget
  private let explanation: Section<HoursModel.Explanation?>
  private let due: Section<[HoursModel.Due]>
  private let more = Build.label("", "second")
  private var subscription: Subscription?
  private var isEmpty = false

  /// `respond`: to what is due, and to the explanation, which are as on the page of hours.
  init(
    words: Words, act: @escaping (JourneysAction) -> Void,
    respond: @escaping (HoursAction) -> Void, add: @escaping () -> Void
  ) {
    explanation = Section { HoursParts.explanation($0, $1, words, respond) }
    due = Section { HoursParts.due($0, $1, words, respond) }
    list = JourneyList(words: words, act: act)
    gtk_widget_set_no_show_all(more, 1)
    let heading = Build.label(words.say("Your journeys"), "heading")
    let foot = Build.label(
      words.say("Carillon tells you when it is time to leave for the vehicle."), "second")
    scrolled = ScrolledPage(
      Build.column(
        [explanation.widget, due.widget, heading, list.widget, more, foot], spacing: 6))
    let button = Build.button(words.say("Add Journey"), "suggested-action")
    empty = Build.nothing(
      Build.icon("mark-location-symbolic", size: 72, "dim"), words.say("No Journeys Yet"),
      words.say(
        "Add a journey that you make regularly, and Carillon will tell you when it is time to "
          + "leave, and when something has changed."), button)
    gtk_widget_set_valign(empty, GTK_ALIGN_CENTER)
    gtk_widget_set_vexpand(empty, 1)
    gtk_widget_set_margin_start(empty, 18)
    gtk_widget_set_margin_end(empty, 18)
    page = Build.column([scrolled.widget, empty])
    for part in [scrolled.widget, empty] {
      gtk_widget_show_all(part)
      gtk_widget_set_no_show_all(part, 1)
      gtk_widget_hide(part)
    }
    subscription = button.on("clicked") { add() }
    let list = list
    let scrolled = scrolled
    list.onOpened = { [weak scrolled] in scrolled?.reveal($0) }
    scrolled.onWidth = { [weak list] in list?.fit(into: $0) }
  }

  func show(_ model: JourneysModel, _ context: JourneyEditor.Context) {
    isEmpty = model.rows.isEmpty
    list.show(model.rows, context)
    explanation.show(model.explanation)
    due.show(model.due)
    gtk_label_set_text(more.of(GtkLabel.self), model.more)
    gtk_widget_set_visible(more, model.more.isEmpty ? 0 : 1)
    showOrEmpty()
  }

  /// Starts adding `journey`, in the list.
  func beginNew(_ journey: Journey, _ context: JourneyEditor.Context) {
    list.beginNew(journey, context)
    showOrEmpty()
  }

  /// Called when adding a journey has ended.
  func showOrEmpty() {
    let isEmpty = isEmpty && list.new == nil
    gtk_widget_set_visible(empty, isEmpty ? 1 : 0)
    gtk_widget_set_visible(scrolled.widget, isEmpty ? 0 : 1)
  }
}

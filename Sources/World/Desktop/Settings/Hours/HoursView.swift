import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// The page of hours.
final class HoursView {
  let page: Widget
  let list: HourList

  private let words: Words
  private let scrolled: ScrolledPage
  private let empty: Widget
  private let banners: Section<[HoursModel.Banner]>
  private let due: Section<[HoursModel.Due]>
  private let explanation: Section<HoursModel.Explanation?>
  private let others: Section<[HourModel.Note]>
  private let next: NextCard
  private let foot = Build.label("", "second")
  private let week: LinkRow
  private var subscriptions: [Subscription] = []
  private var model: HoursModel?
  private var context: HourEditor.Context?
  /// Actions that have not been answered yet.
  private var busy: Set<HoursAction> = []

  init(
    words: Words,
    preview: @escaping (SlotID?, Template, @escaping (PreviewReport) -> Void) -> Void,
    act: @escaping (HoursAction) -> Void, add: @escaping () -> Void
  ) {
    self.words = words
    banners = Section { HoursParts.banners($0, $1, words, act) }
    due = Section(spacing: 6) { HoursParts.due($0, $1, words, act) }
    explanation = Section { HoursParts.explanation($0, $1, words, act) }
    others = Section("card") { HourRow.lines($0, $1, act) }
    next = NextCard(words: words, act: act)
    list = HourList(words: words, preview: preview, act: act)
    week = LinkRow(words.title(of: .week), detail: "") { act(.week) }
    let heading = Build.label(words.say("Your hours"), "heading")
    let content = Build.column(
      [
        explanation.widget, due.widget,
        Build.column([next.widget, Build.column([week.widget], "card")], spacing: 12),
        Build.column([heading, list.widget, foot], spacing: 6), others.widget,
      ], spacing: 24)
    scrolled = ScrolledPage(content)
    let button = Build.button(words.say("Add Hour"), "suggested-action")
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    empty = HoursView.empty(words, button)
    page = Build.column([banners.widget, scrolled.widget, empty])
    for part in [scrolled.widget, empty] {
      gtk_widget_show_all(part)
      gtk_widget_set_no_show_all(part, 1)
    }
    subscriptions = [button.on("clicked") { add() }]
    let list = list
    let scrolled = scrolled
    list.onOpened = { [weak scrolled] in scrolled?.reveal($0, then: $1) }
    scrolled.onWidth = { [weak list] in list?.fit(into: $0) }
  }

  func show(_ model: HoursModel, _ context: HourEditor.Context) {
    self.model = model
    self.context = context
    banners.show(model.banners)
    due.show(model.due)
    explanation.show(model.explanation)
    others.show(model.others)
    gtk_label_set_text(foot.of(GtkLabel.self), model.foot)
    next.show(model, busy: busy)
    list.show(model.hours, context)
    showOrEmpty()
  }

  /// Shows whether `action` is in progress.
  func set(_ action: HoursAction, busy isBusy: Bool) {
    if isBusy { busy.insert(action) } else { busy.remove(action) }
    if let model { next.show(model, busy: busy) }
  }

  /// Starts adding an hour, at a free time, in the list.
  func beginNew(at time: WallTime) {
    guard let context else { return }
    list.beginNew(at: time, context)
    showOrEmpty()
  }

  /// Called when adding an hour has ended.
  func showOrEmpty() {
    let isEmpty =
      model.map { $0.hours.isEmpty && $0.due.isEmpty && $0.others.isEmpty } == true
      && list.new == nil
    gtk_widget_set_visible(empty, isEmpty ? 1 : 0)
    gtk_widget_set_visible(scrolled.widget, isEmpty ? 0 : 1)
  }

  private static func empty(_ words: Words, _ button: Widget) -> Widget {
    let column = Build.nothing(
      Build.icon("org.carillon.Carillon-symbolic", size: 72, "dim"), words.say("No Hours Yet"),
      words.say(
        "Add an hour, and Carillon will show a notification at that time, with content "
          + "fetched in advance."), button)
    gtk_widget_set_valign(column, GTK_ALIGN_CENTER)
    gtk_widget_set_vexpand(column, 1)
    gtk_widget_set_margin_start(column, 18)
    gtk_widget_set_margin_end(column, 18)
    return column
  }
}

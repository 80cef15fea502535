import CGtk
import CarillonCore
import CarillonGLib

/// The page of hours.
final class HoursView {
  enum Action: Hashable {
    case ringNow
    case fetchNow
    case resume
    case respond(requestID: String, action: String)
    case unskip(slotID: String)
    case endSnooze(requestID: String)
  }

  let page: Widget

  private let words: Words
  private let scrolled: ScrolledPage
  private let bannerSection: Section<[HoursModel.Banner]>
  private let dueSection: Section<[HoursModel.Due]>
  private let hourSection: Section<[HoursModel.Hour]>
  private let nextHeading: Widget
  private let nextTitle: Widget
  private let nextBody: Widget
  private let nextPart: Widget
  private let note: Widget
  private let foot: Widget
  private let ringNow: Widget
  private let fetchNow: Widget
  private var subscriptions: [Subscription] = []
  /// What was asked for and has not been answered.
  private var busy: Set<Action> = []
  private var model: HoursModel?

  init(words: Words, do act: @escaping (Action) -> Void) {
    self.words = words
    bannerSection = Section { HoursView.banners($0, $1, words, act) }
    dueSection = Section(spacing: 6) { HoursView.due($0, $1, words, act) }
    hourSection = Section(spacing: 6) { HoursView.hours($0, $1, words, act) }
    nextHeading = Build.label("", "heading")
    nextTitle = Build.label("", "heading")
    nextBody = Build.label("", "second")
    note = Build.label("", "second")
    foot = Build.label("", "second")
    ringNow = Build.button(words.say("Ring Now"))
    fetchNow = Build.iconButton("view-refresh-symbolic", named: words.say("Fetch Now"))
    let card = Build.row(
      [
        Build.icon("org.carillon.Carillon", size: 40),
        Build.column([nextTitle, nextBody], spacing: 2), ringNow,
      ], "row")
    nextPart = Build.column(
      [Build.row([nextHeading, fetchNow]), Build.column([card], "card"), note], spacing: 6)
    let content = Build.column(
      [dueSection.widget, nextPart, Build.column([hourSection.widget, foot], spacing: 6)],
      spacing: 24)
    scrolled = ScrolledPage(content)
    page = Build.column([bannerSection.widget, scrolled.widget])
    subscriptions = [
      ringNow.on("clicked") { act(.ringNow) }, fetchNow.on("clicked") { act(.fetchNow) },
    ]
  }

  func show(_ model: HoursModel) {
    self.model = model
    bannerSection.show(model.banners)
    dueSection.show(model.due)
    hourSection.show(model.hours)
    set(nextHeading, model.next?.heading ?? words.say("Nothing is planned"))
    set(nextTitle, model.next?.title ?? words.say("No Hours Yet"))
    set(
      nextBody,
      model.next?.body
        ?? words.say("Add hours with carillonctl configure, and Carillon rings then."))
    set(note, model.contentNote)
    set(foot, model.foot)
    showButtons()
  }

  /// Shows that `action` is under way, or no longer.
  func set(_ action: Action, busy isBusy: Bool) {
    if isBusy { busy.insert(action) } else { busy.remove(action) }
    showButtons()
  }

  private func showButtons() {
    let waits = model?.ringNowIn
    let text =
      waits.map { words.say("Again in {n} s", ["n": String($0)]) } ?? words.say("Ring Now")
    gtk_button_set_label(ringNow.of(GtkButton.self), text)
    let canRing = waits == nil && model?.next != nil && !busy.contains(.ringNow)
    gtk_widget_set_sensitive(ringNow, canRing ? 1 : 0)
    gtk_widget_set_sensitive(fetchNow, busy.contains(.fetchNow) ? 0 : 1)
  }

  private func set(_ label: Widget, _ text: String) {
    gtk_label_set_text(label.of(GtkLabel.self), text)
    gtk_widget_set_no_show_all(label, 1)
    gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
  }
}

extension HoursView {
  private static func banners(
    _ banners: [HoursModel.Banner], _ section: Section<[HoursModel.Banner]>, _ words: Words,
    _ act: @escaping (Action) -> Void
  ) -> [Widget] {
    banners.map { banner in
      let icon = Build.icon(banner.icon)
      gtk_widget_set_valign(icon, GTK_ALIGN_START)
      let text = Build.column(
        [Build.label(banner.title, "heading"), Build.label(banner.detail, "second")], spacing: 2)
      var parts = [icon, text]
      if banner.canResume {
        let resume = Build.button(words.say("Resume"))
        section.on(resume) { act(.resume) }
        parts.append(resume)
      }
      let row = Build.row(parts, "banner")
      Build.add([banner.tone == .warning ? "warning" : "calm"], to: row)
      return row
    }
  }

  private static func due(
    _ due: [HoursModel.Due], _ section: Section<[HoursModel.Due]>, _ words: Words,
    _ act: @escaping (Action) -> Void
  ) -> [Widget] {
    guard !due.isEmpty else { return [] }
    return [Build.label(words.say("Due now"), "heading")]
      + due.map { due in
        let origin = Build.label(due.origin, "second", expands: false)
        gtk_widget_set_valign(origin, GTK_ALIGN_START)
        let text = Build.column(
          [Build.label(due.title, "heading"), Build.label(due.body)], spacing: 2)
        let icon = Build.icon("org.carillon.Carillon", size: 40)
        gtk_widget_set_valign(icon, GTK_ALIGN_START)
        let head = Build.row([icon, text, origin], "row")
        let choices = [
          ("open", words.say("Open")), ("snooze", words.say("Snooze 10 min")),
          ("dismiss", words.say("Dismiss")),
        ]
        let buttons = choices.map { action, label in
          let button = Build.button(label, "flat")
          gtk_widget_set_hexpand(button, 1)
          section.on(button) { act(.respond(requestID: due.requestID, action: action)) }
          return button
        }
        let choice = Build.row(buttons, spacing: 0, "buttons")
        gtk_box_set_homogeneous(choice.of(GtkBox.self), 1)
        return Build.column([head, choice], "card", "popup")
      }
  }

  private static func hours(
    _ hours: [HoursModel.Hour], _ section: Section<[HoursModel.Hour]>, _ words: Words,
    _ act: @escaping (Action) -> Void
  ) -> [Widget] {
    guard !hours.isEmpty else { return [] }
    let rows = hours.map { hour in
      let name = hour.name.isEmpty ? hour.detail : hour.name
      let text = Build.lines(name, hour.name.isEmpty ? "" : hour.detail)
      var parts = [Build.label(hour.time, "time", expands: false), text]
      switch hour.undo {
      case .unskip(let slotID):
        let button = Build.button(words.say("Ring After All"))
        section.on(button) { act(.unskip(slotID: slotID)) }
        parts.append(button)
      case .endSnooze(let requestID):
        let button = Build.button(words.say("Do Not Show Again"))
        section.on(button) { act(.endSnooze(requestID: requestID)) }
        parts.append(button)
      case nil: break
      }
      return Build.row(parts, "row")
    }
    return [
      Build.label(words.say("Your hours"), "heading"), Build.column(rows, "card"),
    ]
  }
}

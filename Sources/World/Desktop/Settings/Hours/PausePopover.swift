import CGtk
import CarillonEngine
import CarillonGLib

/// A calendar and a time until which to pause. (T37)
final class PausePopover {
  private let popover: Widget
  private let calendar: Widget = gtk_calendar_new()
  private let time: Widget = gtk_entry_new()
  private let problem = Build.label("", "second", "err")
  private let model: SettingsModel
  private var subscriptions: [Subscription] = []

  /// It points to `button`, which owns it.
  init(at button: Widget, _ model: SettingsModel) {
    self.model = model
    let words = model.words
    popover = gtk_popover_new(button)
    Build.call(calendar, words.say("Day on which the pause ends"))
    Build.call(time, words.say("Time at which the pause ends"))
    gtk_entry_set_width_chars(time.of(GtkEntry.self), words.region.timeWidth)
    gtk_entry_set_max_length(time.of(GtkEntry.self), 16)
    let pause = Build.button(words.say("Pause"), "suggested-action")
    gtk_widget_set_hexpand(pause, 1)
    gtk_widget_set_halign(pause, GTK_ALIGN_END)
    gtk_widget_set_no_show_all(problem, 1)
    let content = Build.column(
      [
        Build.label(words.say("Pause until"), "heading"), calendar,
        Build.row([time, pause], spacing: 6), problem,
      ], spacing: 6)
    gtk_container_set_border_width(content.of(GtkContainer.self), 12)
    Build.append(content, to: popover)
    gtk_widget_show_all(content)
    let choose = { [weak self] in self.map { $0.choose() } ?? () }
    subscriptions = [
      pause.on("clicked", choose), time.on("activate", choose),
      calendar.on("day-selected-double-click", choose),
      calendar.on("day-selected") { [weak self] in self?.tell("") },
      time.on("changed") { [weak self] in self?.tell("") },
      calendar.onKey { [weak self] in self?.move($0) ?? false },
    ]
  }

  /// Opens with the next morning.
  func open() {
    guard let truth = model.truthNow else { return }
    let (date, time) = PauseEnd.proposal(truth)
    show(date)
    gtk_entry_set_text(self.time.of(GtkEntry.self), model.words.clock(time))
    tell("")
    gtk_popover_popup(popover.of(GtkPopover.self))
    gtk_widget_grab_focus(self.calendar)
  }

  private func show(_ date: LocalDate) {
    let (year, month, day) = date.yearMonthDay
    let calendar = calendar.of(GtkCalendar.self)
    // Of a month that is shorter than the day shown, GTK would choose another one.
    gtk_calendar_select_day(calendar, 1)
    gtk_calendar_select_month(calendar, guint(month - 1), guint(year))
    gtk_calendar_select_day(calendar, guint(day))
  }

  /// Moves the chosen day by the arrow keys.
  ///
  /// GTK moves a mark of its own, which begins at a corner of the month.
  private func move(_ key: Key) -> Bool {
    guard key.isPlain, let date = chosen else { return false }
    let isMirrored = gtk_widget_get_direction(calendar) == GTK_TEXT_DIR_RTL
    switch key.value {
    case GDK_KEY_Left: show(date.adding(days: isMirrored ? 1 : -1))
    case GDK_KEY_Right: show(date.adding(days: isMirrored ? -1 : 1))
    case GDK_KEY_Up: show(date.adding(days: -7))
    case GDK_KEY_Down: show(date.adding(days: 7))
    case GDK_KEY_Return: choose()
    default: return false
    }
    return true
  }

  private func choose() {
    guard let truth = model.truthNow, let date = chosen else { return }
    let text = String(cString: gtk_entry_get_text(time.of(GtkEntry.self)))
    switch PauseEnd(date, text, now: truth.now, zone: truth.zone, words: model.words) {
    case .refused(let sentence): tell(sentence)
    case .at(let iso):
      gtk_popover_popdown(popover.of(GtkPopover.self))
      model.carryOut(.pause(until: iso))
    }
  }

  private var chosen: LocalDate? {
    var (year, month, day) = (guint(0), guint(0), guint(0))
    gtk_calendar_get_date(calendar.of(GtkCalendar.self), &year, &month, &day)
    return LocalDate(year: Int(year), month: Int(month) + 1, day: Int(day))
  }

  private func tell(_ sentence: String) {
    gtk_label_set_text(problem.of(GtkLabel.self), sentence)
    gtk_widget_set_visible(problem, sentence.isEmpty ? 0 : 1)
    Build.describe(time, sentence)
  }
}

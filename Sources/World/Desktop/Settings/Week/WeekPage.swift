import CGtk
import CarillonEngine
import CarillonGLib
import CarillonRehearsal
import CarillonSlots

/// The page of the next seven days, as the engine would decide them with today's settings. (T11)
///
/// They are rehearsed on another thread whenever something changes, and only while the page is in
/// front.
final class WeekPage: WindowPage {
  /// What the page shows.
  private enum Content: Hashable {
    case nothing
    /// It takes so long that the user is told.
    case waiting
    case failed(String)
    case week(WeekModel)
  }

  /// What a rehearsal depends on.
  private struct Subject: Hashable {
    let state: StateReport
    let configuration: ConfigurationReport
    let today: LocalDate
    let draft: Slot?
  }

  private let model: SettingsModel
  private let scrolled: ScrolledPage
  private let content: Section<Content>
  /// Updates the page when the day changes.
  private let ticker: Ticker
  private var inFront = false
  private var subject: Subject?
  private var cancellation: Cancellation?
  private var patience: Source?

  private final class Reference {
    weak var page: WeekPage?
  }

  /// Nobody needs to be told of what takes less.
  private static let unnoticed = Span.milliseconds(500)

  init(_ model: SettingsModel) {
    self.model = model
    let words = model.words
    let reference = Reference()
    content = Section(spacing: 24) { content, section in
      WeekPage.parts(content, section, words) { reference.page?.model.onGo(.hours, $0) }
    }
    scrolled = ScrolledPage(content.widget)
    ticker = Ticker(scrolled.widget) { reference.page?.refresh() }
    reference.page = self
  }

  isolated deinit {
    cancellation?.cancel()
    patience?.cancel()
  }

  var widget: Widget { scrolled.widget }

  func show(_ truth: SettingsModel.Truth) {
    guard inFront else { return }
    let subject = Subject(
      state: truth.state, configuration: truth.configuration, today: truth.today,
      draft: model.draft)
    guard subject != self.subject else { return }
    self.subject = subject
    ticker.holds(for: WeekPage.untilMidnight(truth))
    rehearse(subject, truth)
  }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
    if inFront {
      refresh()
    } else {
      forget()
    }
  }

  /// Shows the same state at a later time.
  private func refresh() {
    if let truth = model.truthNow { show(truth) }
  }

  private func forget() {
    cancellation?.cancel()
    cancellation = nil
    patience?.cancel()
    patience = nil
    subject = nil
    ticker.holds(for: nil)
    content.show(.nothing)
  }

  private func rehearse(_ subject: Subject, _ truth: SettingsModel.Truth) {
    cancellation?.cancel()
    let cancellation = Cancellation()
    self.cancellation = cancellation
    // What the page shows stays until the answer, so that it does not flicker.
    patience?.cancel()
    patience = MainLoop.after(WeekPage.unnoticed) { [weak self] in
      guard let self else { return }
      patience = nil
      if isEmpty { content.show(.waiting) }
    }
    model.link.rehearse(WeekPage.patch(subject), cancellation) { [weak self] result in
      guard let self, self.cancellation === cancellation else { return }
      self.cancellation = nil
      patience?.cancel()
      patience = nil
      answered(result, subject, truth)
    }
  }

  private var isEmpty: Bool { Build.children(of: content.widget).isEmpty }

  private func answered(
    _ result: Result<WeekAhead, WeekQuestion.Failure>, _ subject: Subject,
    _ truth: SettingsModel.Truth
  ) {
    let words = model.words
    switch result {
    case .success(let week):
      content.show(.week(WeekModel(week, truth, draft: subject.draft, words: words)))
    case .failure(.refused(let refusal)): content.show(.failed(refusal.message))
    case .failure(.store):
      // Asked again after the next change.
      self.subject = nil
      content.show(.failed(words.say("Carillon’s data could not be read.")))
    case .failure(.canceled): self.subject = nil
    }
  }

  private static func patch(_ subject: Subject) -> Patch? {
    guard let draft = subject.draft else { return nil }
    var configuration = subject.configuration
    configuration.slots.append(draft)
    return Patch(configuration.slotsPatch)
  }

  private static func untilMidnight(_ truth: SettingsModel.Truth) -> Span? {
    guard let midnight = WallTime(hour: 0, minute: 0) else { return nil }
    let tomorrow = truth.zone.instant(of: midnight, on: truth.today.adding(days: 1))
    return tomorrow.map { $0 - truth.now }
  }
}

extension WeekPage {
  private static func parts(
    _ content: Content, _ section: Section<Content>, _ words: Words,
    _ open: @escaping (_ slot: String) -> Void
  ) -> [Widget] {
    switch content {
    case .nothing: []
    case .waiting: [Build.label(words.say("Looking ahead…"), "dim")]
    case .failed(let sentence): [Build.label(sentence, "dim")]
    case .week(let model) where model.days.isEmpty:
      [
        Build.label(
          words.say("Nothing is planned. Add an hour, or switch one on."), "dim")
      ]
    case .week(let model):
      [model.draft.map { Build.label($0, "heading") }].compactMap(\.self)
        + model.days.map { day($0, section, words, open) }
        + [
          Build.label(
            words.say(
              "This is what Carillon will do if it keeps running, if nothing changes, and if each "
                + "source answers as it did last time."), "second")
        ]
    }
  }

  private static func day(
    _ day: WeekModel.Day, _ section: Section<Content>, _ words: Words,
    _ open: @escaping (_ slot: String) -> Void
  ) -> Widget {
    let rows =
      day.rows.isEmpty
      ? [Build.row([Build.label(words.say("Nothing planned"), "dim")], "row")]
      : day.rows.map { row($0, section, words, open) }
    let card = Build.column(rows, "card")
    Build.call(card, day.heading)
    let heading = Build.label(day.heading, "heading")
    let note = day.note.isEmpty ? [] : [Build.label(day.note, "second")]
    return Build.column([heading] + note + [card], spacing: 6)
  }

  private static func row(
    _ row: WeekModel.Row, _ section: Section<Content>, _ words: Words,
    _ open: @escaping (_ slot: String) -> Void
  ) -> Widget {
    let time = Build.label(row.time, "clock", expands: false)
    Build.alignClock(time, in: words.region)
    gtk_widget_set_valign(time, GTK_ALIGN_START)
    let head = [row.name, row.title].filter { !$0.isEmpty }
    var lines = head.prefix(1).map { Build.label($0) }
    lines += head.dropFirst().map { Build.label($0, "second") }
    // What is not as usual stands out.
    let what = Build.label(row.what)
    if row.tone == .rings, !lines.isEmpty { Build.add(["second"], to: what) }
    if row.tone == .silent { Build.add(["warn"], to: what) }
    lines.append(what)
    lines += row.details.map { Build.label($0, "second") }
    let icon = Build.icon(icon(for: row.tone), row.tone == .silent ? "warn" : "dim")
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    let inside = Build.row([time, Build.column(lines, spacing: 2), icon])
    guard let slot = row.slot else {
      Build.add(["row"], to: inside)
      return inside
    }
    let button: Widget = gtk_button_new()
    Build.append(inside, to: button)
    Build.add(["row"], to: button)
    Build.call(button, row.spoken)
    section.on(button) { open(slot.description) }
    return button
  }

  private static func icon(for tone: WeekModel.Tone) -> String {
    switch tone {
    case .rings: "alarm-symbolic"
    case .later: "document-open-recent-symbolic"
    case .skipped, .silent: "notifications-disabled-symbolic"
    }
  }
}

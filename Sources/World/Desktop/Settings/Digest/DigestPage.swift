import CGtk
import CarillonEngine
import CarillonGLib
import CarillonSlots

/// The page of what a digest or "While you were away" stands for. (§5, T38)
///
/// It is read anew whenever the history changes, while it is in front.
final class DigestPage: WindowPage {
  private let model: SettingsModel
  private let title = Build.label("", "title")
  private let detail = Build.label("", "second")
  private let nothing = Build.label("", "dim")
  private let list = Build.column([], spacing: 12)
  private let markRead: Widget
  private let scrolled: ScrolledPage
  private var rows: [String: DigestRow] = [:]
  private var plan = DigestRows()
  /// Changes the rows a few at a time: all 250 would keep all else waiting for seconds.
  private let work = LongWork(most: 20)
  private var id: Int64?
  private var inFront = false
  private var subscription: Subscription?
  private var reading: Source?
  /// How wide the rows are; 0 until that is known, and none is made before.
  private var width: Int32 = 0

  init(_ model: SettingsModel) {
    self.model = model
    markRead = Build.button(model.words.say("Mark All as Read"))
    gtk_widget_set_no_show_all(nothing, 1)
    scrolled = ScrolledPage(
      Build.column(
        [Build.column([title, detail], spacing: 2), nothing, list, markRead], spacing: 18))
    gtk_widget_set_halign(markRead, GTK_ALIGN_CENTER)
    gtk_widget_set_no_show_all(markRead, 1)
    gtk_widget_show(markRead)
    scrolled.onWidth = { [weak self] in self?.setWidth($0) }
    subscription = markRead.on("clicked") { [weak self] in
      guard let self, let id = self.id else { return }
      self.model.carryOut(.markRead(digest: id)) { [weak self] _ in self?.readSoon() }
    }
  }

  var widget: Widget { scrolled.widget }

  func show(_ truth: SettingsModel.Truth) {
    if inFront { readSoon() }
  }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
  }

  func historyChanged() { readSoon() }

  func reveal(_ id: String) {
    guard let id = Int64(id) else { return }
    if id != self.id {
      work.cancel()
      Build.empty(list)
      (rows, plan) = ([:], DigestRows())
    }
    self.id = id
    read()
  }

  /// Reads the list once, however much has changed.
  private func readSoon() {
    guard reading?.isPending != true else { return }
    reading = MainLoop.onIdle { [weak self] in self?.read() }
  }

  private func read() {
    reading?.cancel()
    guard let id, let truth = model.truthNow else { return }
    let days = Int(truth.configuration.settings.retention.milliseconds / 86_400_000)
    do throws(Refusal) {
      show(
        DigestModel(
          try model.link.read(.digest(id: id)), today: truth.today, keepsDays: days,
          words: model.words))
    } catch {
      // The history keeps nothing of it.
      show(DigestModel(goneAfter: days, words: model.words))
    }
  }

  private func show(_ digest: DigestModel) {
    set(title, digest.title)
    set(detail, digest.detail)
    set(nothing, digest.nothing ?? "")
    gtk_widget_set_visible(markRead, digest.isUnread ? 1 : 0)
    for id in plan.want(digest.rows) {
      if let row = rows.removeValue(forKey: id) { gtk_widget_destroy(row.widget) }
    }
    arrange(digest.rows.compactMap { rows[$0.id] })
    if width > 0 { startWork() }
  }

  private func setWidth(_ width: Int32) {
    let isFirst = self.width == 0
    self.width = width
    if isFirst { startWork() }
  }

  private func startWork() {
    work.start { [weak self] in self?.change() ?? false }
  }

  /// Makes the next change; returns whether there was one.
  private func change() -> Bool {
    guard let step = plan.next() else { return false }
    let isNew = rows[step.row.id] == nil
    let row = rows[step.row.id] ?? make(step.row.id)
    row.show(step.row)
    if isNew { Build.place(row.widget, in: list, at: Int32(step.place)) }
    if step.change == .built { row.measure(width) }
    return true
  }

  private func arrange(_ rows: [DigestRow]) {
    for (place, row) in rows.enumerated() {
      Build.place(row.widget, in: list, at: Int32(place))
    }
  }

  private func make(_ id: String) -> DigestRow {
    let row = DigestRow(
      DigestRow.Actions(
        open: { [weak self] in self?.respond($0, "open") },
        press: { [weak self] in self?.respond($0, $1) }))
    Build.append(row.widget, to: list)
    rows[id] = row
    return row
  }

  private func respond(_ id: String, _ action: String) {
    model.carryOut(.press(requestID: id, action: action)) { [weak self] _ in self?.readSoon() }
  }

  private func set(_ label: Widget, _ text: String) {
    if String(cString: gtk_label_get_text(label.of(GtkLabel.self))) != text {
      gtk_label_set_text(label.of(GtkLabel.self), text)
    }
    gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
  }
}

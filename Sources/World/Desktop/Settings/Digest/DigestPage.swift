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
  private var id: Int64?
  private var inFront = false
  private var subscription: Subscription?
  /// Makes the rows that are still missing.
  private var rest: Source?

  /// How many rows are made at once: 250 of them would keep all else waiting for half a second.
  private static let step = 20

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
    subscription = markRead.on("clicked") { [weak self] in
      guard let self, let id = self.id else { return }
      self.model.carryOut(.markRead(digest: id)) { [weak self] _ in self?.read() }
    }
  }

  var widget: Widget { scrolled.widget }

  func show(_ truth: SettingsModel.Truth) {
    if inFront { read() }
  }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
  }

  func historyChanged() { read() }

  func reveal(_ id: String) {
    guard let id = Int64(id) else { return }
    rest?.cancel()
    if id != self.id {
      Build.empty(list)
      rows = [:]
    }
    self.id = id
    read()
  }

  private func read() {
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
    gtk_label_set_text(title.of(GtkLabel.self), digest.title)
    set(detail, digest.detail)
    set(nothing, digest.nothing ?? "")
    gtk_widget_set_visible(markRead, digest.isUnread ? 1 : 0)
    let wanted = Set(digest.rows.map(\.id))
    for (id, row) in rows where !wanted.contains(id) {
      gtk_widget_destroy(row.widget)
      rows[id] = nil
    }
    rest?.cancel()
    var made = 0
    for (place, model) in digest.rows.enumerated() {
      if rows[model.id] == nil {
        guard made < DigestPage.step else {
          rest = MainLoop.onIdle { [weak self] in self?.show(digest) }
          return
        }
        made += 1
      }
      let row = rows[model.id] ?? make(model.id)
      row.show(model)
      gtk_box_reorder_child(list.of(GtkBox.self), row.widget, Int32(place))
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
    model.carryOut(.respond(requestID: id, action: action)) { [weak self] _ in self?.read() }
  }

  private func set(_ label: Widget, _ text: String) {
    gtk_label_set_text(label.of(GtkLabel.self), text)
    gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
  }
}

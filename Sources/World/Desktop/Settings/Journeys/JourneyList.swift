import CGtk
import CarillonEngine
import CarillonGLib
import CarillonJourneys

/// The list of journeys, the next one first; one of them may be open, or a new one be added.
///
/// While one is open the rows keep their places: what is being edited must not jump away.
final class JourneyList {
  let widget = Build.column([], "card")
  private let words: Words
  private let act: (JourneysAction) -> Void
  private let actions: JourneyRow.Actions
  private let opened: Opened
  private var rows: [JourneyRow] = []
  private var wanted: [String] = []
  private(set) var new: JourneyEditor?
  /// Something was opened that may be out of sight.
  var onOpened: (_ widget: Widget) -> Void = { _ in }
  private var width: Int32 = 500

  private final class Opened {
    weak var list: JourneyList?
  }

  init(words: Words, act: @escaping (JourneysAction) -> Void) {
    self.words = words
    self.act = act
    opened = Opened()
    actions = JourneyRow.Actions(
      act: act, toggle: { [opened] row in opened.list?.toggle(row) },
      opened: { [opened] in opened.list?.onOpened($0) })
    opened.list = self
  }

  func show(_ models: [JourneysModel.Row], _ context: JourneyEditor.Context) {
    let ids = Set(models.map(\.journey.id))
    for row in rows where !ids.contains(row.id) {
      row.setOpen(false, width: width)
      gtk_widget_destroy(row.widget)
    }
    rows.removeAll { !ids.contains($0.id) }
    for model in models {
      if let row = rows.first(where: { $0.id == model.journey.id }) {
        row.show(model, context)
      } else {
        rows.append(append(model, context))
      }
    }
    wanted = models.map(\.journey.id)
    if rows.allSatisfy({ $0.editor == nil }) { arrange() }
    new?.show(context)
    markFirst()
  }

  /// Starts adding a journey.
  func beginNew(_ journey: Journey, _ context: JourneyEditor.Context) {
    if let new { return new.takeFocus() }
    for row in rows { row.setOpen(false, width: width) }
    let editor = JourneyEditor(journey, isNew: true, context, words: words) { [weak self] action in
      guard let self else { return }
      switch action {
      case .add(let journey): act(.add(journey))
      case .lastDay: act(.lastDay)
      case .play(let sound): act(.play(sound))
      case .opened(let widget): onOpened(widget)
      default: endNew()
      }
    }
    new = editor
    Build.add(["hour"], to: editor.widget)
    Build.append(editor.widget, to: widget)
    Build.place(editor.widget, in: widget, at: 0)
    gtk_widget_show_all(editor.widget)
    editor.fit(into: width)
    markFirst()
    onOpened(editor.widget)
    editor.takeFocus()
  }

  /// Ends adding a journey, after it was saved or canceled.
  func endNew() {
    guard let editor = new else { return }
    new = nil
    gtk_widget_destroy(editor.widget)
    markFirst()
    act(.endedNew)
  }

  func open(_ id: String) {
    guard let row = rows.first(where: { $0.id == id }), row.editor == nil else { return }
    toggle(row)
  }

  /// Closes the open editor without saving what is being typed; false if none is open.
  func dismiss() -> Bool {
    if new != nil {
      endNew()
      return true
    }
    guard let row = rows.first(where: { $0.editor != nil }) else { return false }
    row.editor?.revert()
    row.setOpen(false, width: width)
    arrange()
    return true
  }

  /// Saves pending input before the page goes.
  func flush() {
    for row in rows { row.editor?.flush() }
  }

  /// Where the row with this id is; nil if there is none.
  func place(of id: String) -> Int? { rows.firstIndex { $0.id == id } }

  /// Moves the focus to the row with this id, or else to the one at `place`.
  func takeFocus(at id: String, or place: Int = 0) {
    guard !rows.isEmpty else { return }
    (rows.first { $0.id == id } ?? rows[min(place, rows.count - 1)]).takeFocus()
  }

  func fit(into width: Int32) {
    self.width = width
    for row in rows { row.editor?.fit(into: width) }
    new?.fit(into: width)
  }

  private func toggle(_ row: JourneyRow) {
    let opens = row.editor == nil
    for other in rows where other !== row { other.setOpen(false, width: width) }
    if opens, new != nil { endNew() }
    row.setOpen(opens, width: width)
    if let editor = row.editor { onOpened(editor.widget) } else { arrange() }
  }

  /// Brings the rows into the order of the list; the one with the focus stays in sight.
  private func arrange() {
    let places = Dictionary(
      wanted.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
    let before = rows.map(\.id)
    rows.sort { places[$0.id, default: .max] < places[$1.id, default: .max] }
    let first: Int32 = new == nil ? 0 : 1
    for (index, row) in rows.enumerated() {
      Build.place(row.widget, in: widget, at: first + Int32(index))
    }
    markFirst()
    guard before != rows.map(\.id) else { return }
    let focused = rows.first {
      gtk_container_get_focus_child($0.widget.of(GtkContainer.self)) != nil
    }
    if let focused { onOpened(focused.widget) }
  }

  /// Marks the first row, which has no line above it.
  ///
  /// A style class is used because the theme's `:first-child` is not updated.
  private func markFirst() {
    let all = [new?.widget].compactMap(\.self) + rows.map(\.widget)
    for (index, row) in all.enumerated() {
      let context = gtk_widget_get_style_context(row)
      if index == 0 {
        gtk_style_context_add_class(context, "first")
      } else {
        gtk_style_context_remove_class(context, "first")
      }
    }
  }

  private func append(
    _ model: JourneysModel.Row, _ context: JourneyEditor.Context
  ) -> JourneyRow {
    let row = JourneyRow(model, context, words: words, actions)
    Build.append(row.widget, to: widget)
    gtk_widget_show_all(row.widget)
    return row
  }
}

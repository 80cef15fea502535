import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// The list of hours, in the order of the day; one of them may be open, or a new one be added.
final class HourList {
  let widget: Widget
  private let words: Words
  private let actions: HourRow.Actions
  private let act: (HoursAction) -> Void
  private let opened: Opened
  private var rows: [HourRow] = []
  private(set) var new: HourEditor?
  /// Something was opened that may be out of sight.
  var onOpened: (_ widget: Widget, _ then: @escaping () -> Void) -> Void = { _, _ in }
  private var width: Int32 = 500

  private final class Opened {
    weak var list: HourList?
  }

  init(
    words: Words,
    preview: @escaping (SlotID?, Template, @escaping (PreviewReport) -> Void) -> Void,
    act: @escaping (HoursAction) -> Void
  ) {
    self.words = words
    self.act = act
    widget = Build.column([], "card")
    opened = Opened()
    actions = HourRow.Actions(
      act: act, toggle: { [opened] row in opened.list?.toggle(row) },
      opened: { [opened] in opened.list?.onOpened($0, $1) }, preview: preview)
    opened.list = self
  }

  func show(_ hours: [HourModel], _ context: HourEditor.Context) {
    for row in rows where !hours.contains(where: { row.stands(for: $0.slot.id) }) {
      row.setOpen(false, width: width)
      gtk_widget_destroy(row.widget)
    }
    rows.removeAll { row in !hours.contains { row.stands(for: $0.slot.id) } }
    var left = rows
    rows = hours.map { hour in
      // By id first, because two hours may have swapped places.
      let index =
        left.firstIndex { $0.id == hour.slot.id }
        ?? left.firstIndex { $0.stands(for: hour.slot.id) }
      guard let index else { return append(hour, context) }
      let row = left.remove(at: index)
      row.show(hour, context)
      return row
    }
    for row in left { gtk_widget_destroy(row.widget) }
    let first: Int32 = new == nil ? 0 : 1
    for (index, row) in rows.enumerated() {
      Build.place(row.widget, in: widget, at: first + Int32(index))
    }
    new?.show(context)
    markFirst()
  }

  /// Starts adding an hour, at a free time.
  func beginNew(at time: WallTime, _ context: HourEditor.Context) {
    if let new { return new.takeFocus() }
    for row in rows { row.setOpen(false, width: width) }
    let slot = Slot(id: SlotID(time), label: "", considered: LocalDate(dayNumber: 0))
    let editor = HourEditor(
      slot, isNew: true, context, words: words, preview: actions.preview
    ) { [weak self] action in
      guard let self else { return }
      switch action {
      case .add(let slot): act(.add(slot))
      case .lastDay: act(.lastDay)
      case .opened(let widget, let then): onOpened(widget, then)
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
    onOpened(editor.widget) {}
    editor.takeFocus()
  }

  /// Ends adding an hour, after it was saved or canceled.
  func endNew() {
    guard let editor = new else { return }
    new = nil
    gtk_widget_destroy(editor.widget)
    markFirst()
    act(.endedNew)
  }

  func open(_ id: SlotID) {
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
    return true
  }

  /// Saves pending input before the page goes.
  func flush() {
    for row in rows { row.editor?.flush() }
  }

  /// Moves the focus to this hour, or the next one.
  func takeFocus(near id: SlotID) {
    (rows.first { $0.id >= id } ?? rows.last)?.takeFocus()
  }

  func fit(into width: Int32) {
    self.width = width
    for row in rows { row.editor?.fit(into: width) }
    new?.fit(into: width)
  }

  private func toggle(_ row: HourRow) {
    let opens = row.editor == nil
    for other in rows where other !== row { other.setOpen(false, width: width) }
    if opens, new != nil { endNew() }
    row.setOpen(opens, width: width)
    if let editor = row.editor { onOpened(editor.widget) {} }
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

  private func append(_ hour: HourModel, _ context: HourEditor.Context) -> HourRow {
    let row = HourRow(hour, context, words: words, actions)
    Build.append(row.widget, to: widget)
    gtk_widget_show_all(row.widget)
    return row
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// The head of a fold; the fold's rows are separate lines below it.
final class HistoryFoldHead: HistoryLine {
  let head: HistoryHead
  let widget: Widget

  /// `turned` is called when the user opens or closes it.
  init(_ words: Words, turned: @escaping (_ isOpen: Bool) -> Void) {
    let head = HistoryHead(words, toggled: turned)
    self.head = head
    widget = Build.column([head.button], "past")
    gtk_widget_show_all(widget)
  }

  func show(_ fold: HistoryFold, isOpen: Bool) {
    head.show(
      isOpen
        ? .init(row: fold.head, detail: fold.total, response: "", spoken: fold.spokenOpen)
        : .init(
          row: fold.head, detail: fold.detail, response: fold.head.response,
          spoken: fold.spoken))
    head.setOpen(isOpen)
  }
}

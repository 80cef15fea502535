import CGtk
import CarillonEngine

/// A paragraph.
final class NoteView: PartView {
  let widget: Widget
  private let title = TextLabel(bold: true, wraps: true)
  private let text: TextLabel
  private var note: Paragraph

  init(_ note: Paragraph) {
    self.note = note
    text = TextLabel(note.text, ink: note.title == nil ? .dim : .text, wraps: true)
    gtk_label_set_selectable(text.widget.of(GtkLabel.self), 0)
    widget = Build.column([title.widget, text.widget], spacing: 2)
  }

  func show(_ part: DetailPart) -> Bool {
    guard case .note(let new) = part, (new.title == nil) == (note.title == nil) else {
      return false
    }
    note = new
    return true
  }

  func restyle(_ theme: PartTheme) {
    title.restyle(theme.palette)
    text.restyle(theme.palette)
  }

  func tick(at now: Instant) {
    title.show(note.title ?? "")
    gtk_widget_set_visible(title.widget, note.title == nil ? 0 : 1)
    text.show(note.text)
  }

  func nextChange(after now: Instant) -> Instant? { nil }
}

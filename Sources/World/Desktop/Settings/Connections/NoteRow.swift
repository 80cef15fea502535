import CGtk
import CarillonEngine

/// How something is: an icon, two lines, and perhaps a button that helps.
enum NoteRow {
  static func build(_ note: PushModel.Note, button: Widget? = nil, isTight: Bool) -> Widget {
    let icon =
      switch note.standing {
      case .fine: Build.icon("object-select-symbolic", "ok")
      case .notable: Build.icon("dialog-information-symbolic", "accent")
      case .wrong: Build.icon("dialog-warning-symbolic", "warn")
      }
    let text = Build.lines(note.title, note.detail)
    guard let button else { return Build.row([icon, text], "row") }
    Build.describe(button, note.title)
    guard isTight else { return Build.row([icon, text, button], "row") }
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    return Build.row([icon, Build.column([text, button], spacing: 6)], "row")
  }
}

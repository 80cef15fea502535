import CGtk
import CarillonEngine
import CarillonGLib

/// The result of a topic's trial, in two lines.
final class TopicTrialView {
  let widget: Widget
  private let section: Section<TopicTrialModel?>

  init() {
    section = Section("top-line") { model, _ in
      guard let model else { return [] }
      let mark: Widget
      switch model.look {
      case .asking:
        mark = gtk_spinner_new()
        gtk_spinner_start(mark.of(GtkSpinner.self))
      case .good: mark = Build.icon("object-select-symbolic", "ok")
      case .failed: mark = Build.icon("dialog-error-symbolic", "err")
      }
      gtk_widget_set_valign(mark, GTK_ALIGN_START)
      let row = Build.row([mark, Build.lines(model.title, model.detail)], "row")
      if let accessible = gtk_widget_get_accessible(row) {
        // Screen readers announce it when it appears.
        atk_object_set_role(accessible, ATK_ROLE_NOTIFICATION)
        atk_object_set_name(accessible, model.title)
      }
      return [row]
    }
    widget = section.widget
    gtk_widget_set_no_show_all(widget, 1)
    gtk_widget_hide(widget)
  }

  func show(_ model: TopicTrialModel?) { section.show(model) }
}

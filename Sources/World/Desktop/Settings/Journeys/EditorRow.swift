import CGtk
import CarillonGLib

/// A row of an editor: a title, perhaps a second line, its controls, and below them what is wrong with the
/// value.
final class EditorRow {
  let widget: Widget
  let row: AdaptiveRow
  private let detail = Build.label("", "second")
  private let problem: ProblemLabel
  private let input: Widget

  /// `title` has a `_` before its mnemonic, which leads to the first control; a problem is about `input`, or
  /// else about that one.
  init(_ title: String, _ controls: [Widget], input: Widget? = nil) {
    self.input = input ?? controls[0]
    let label = Build.label("")
    gtk_label_set_text_with_mnemonic(label.of(GtkLabel.self), title)
    gtk_label_set_mnemonic_widget(label.of(GtkLabel.self), controls[0])
    let lines = Build.column([label, detail], spacing: 2)
    gtk_widget_set_valign(lines, GTK_ALIGN_CENTER)
    gtk_widget_set_no_show_all(detail, 1)
    let end = controls.count == 1 ? controls[0] : Build.row(controls, spacing: 6)
    gtk_widget_set_valign(end, GTK_ALIGN_CENTER)
    row = AdaptiveRow([lines, end])
    problem = ProblemLabel(self.input)
    widget = Build.column([row.widget, problem.widget], spacing: 4, "subrow")
  }

  /// Sets the second line, which a screen reader reads after the control's name.
  func setDetail(_ text: String) {
    gtk_label_set_text(detail.of(GtkLabel.self), text)
    gtk_widget_set_visible(detail, text.isEmpty ? 0 : 1)
    Build.describe(input, text)
  }

  func show(problem text: String?) {
    problem.show(text)
  }
}

import CGtk
import CarillonGLib

/// A row of the settings: a title and its controls.
final class OptionRow {
  let widget: Widget
  /// Whether its controls move below the title if there is no room beside it; small ones need not.
  let folds: Bool
  private let detail: Widget
  private let controls: [Widget]

  /// `title` has a `_` before its mnemonic, which leads to the first control.
  init(_ title: String, detail text: String = "", controls: [Widget], folds: Bool = true) {
    self.controls = controls
    self.folds = folds
    let label = Build.label("")
    gtk_label_set_text_with_mnemonic(label.of(GtkLabel.self), title)
    detail = Build.label("", "second")
    let lines = Build.column([label, detail], spacing: 2)
    gtk_widget_set_valign(lines, GTK_ALIGN_CENTER)
    gtk_widget_set_no_show_all(detail, 1)
    let end = controls.count == 1 ? controls[0] : Build.row(controls, spacing: 6)
    gtk_widget_set_valign(end, GTK_ALIGN_CENTER)
    widget = Build.row([lines, end], "row", "option")
    if let first = controls.first {
      gtk_label_set_mnemonic_widget(label.of(GtkLabel.self), first)
      Build.call(first, OptionRow.name(title))
    }
    setDetail(text)
  }

  convenience init(_ title: String, choice: ChoiceControl, beside others: [Widget] = []) {
    self.init(title, controls: [choice.widget] + others)
  }

  /// Sets the second line; empty for none.
  ///
  /// It becomes the accessible description of the control.
  func setDetail(_ text: String, isWrong: Bool = false) {
    gtk_label_set_text(detail.of(GtkLabel.self), text)
    gtk_widget_set_visible(detail, text.isEmpty ? 0 : 1)
    let context = gtk_widget_get_style_context(detail)
    if isWrong {
      gtk_style_context_add_class(context, "err")
    } else {
      gtk_style_context_remove_class(context, "err")
    }
    if let first = controls.first, let accessible = gtk_widget_get_accessible(first) {
      atk_object_set_description(accessible, text)
    }
  }

  /// The title without its mnemonic mark.
  static func name(_ title: String) -> String { title.replacing("_", with: "") }
}

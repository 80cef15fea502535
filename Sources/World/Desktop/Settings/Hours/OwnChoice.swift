import CGtk
import CarillonEngine
import CarillonGLib

/// A choice between the default and something for this hour only, whose editor is below.
final class OwnChoice {
  let widget: Widget
  let row: AdaptiveRow
  private let combo: Widget = gtk_combo_box_text_new()
  private let own: Widget
  private var subscriptions: [Subscription] = []
  private var updating = false
  private var usual = ""

  /// `title` has a `_` before its mnemonic.
  init(
    _ title: String, own: Widget, words: Words, choose: @escaping (_ isOwn: Bool) -> Void
  ) {
    self.own = own
    Build.call(combo, title.filter { $0 != "_" })
    gtk_widget_set_valign(combo, GTK_ALIGN_CENTER)
    let label = Build.label("", expands: false)
    gtk_label_set_text_with_mnemonic(label.of(GtkLabel.self), title)
    gtk_label_set_mnemonic_widget(label.of(GtkLabel.self), combo)
    gtk_widget_set_hexpand(label, 1)
    row = AdaptiveRow([label, combo])
    widget = Build.column([row.widget, own], spacing: 6, "subrow")
    gtk_widget_show_all(own)
    gtk_widget_set_no_show_all(own, 1)
    let list = combo.of(GtkComboBoxText.self)
    gtk_combo_box_text_append_text(list, "")
    gtk_combo_box_text_append_text(list, words.say("Custom…"))
    let changed = combo.on("changed") { [weak self] in
      guard let self, !updating else { return }
      gtk_widget_set_visible(own, isOwn ? 1 : 0)
      choose(isOwn)
    }
    subscriptions = [changed] + ComboBox.speak(combo)
  }

  var isOwn: Bool { gtk_combo_box_get_active(combo.of(GtkComboBox.self)) == 1 }

  func show(isOwn: Bool, usual: String) {
    updating = true
    defer { updating = false }
    if usual != self.usual {
      self.usual = usual
      let list = combo.of(GtkComboBoxText.self)
      gtk_combo_box_text_remove(list, 0)
      gtk_combo_box_text_insert_text(list, 0, usual)
    }
    gtk_combo_box_set_active(combo.of(GtkComboBox.self), isOwn ? 1 : 0)
    gtk_widget_set_visible(own, isOwn ? 1 : 0)
  }
}

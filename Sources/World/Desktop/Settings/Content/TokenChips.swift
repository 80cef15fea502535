import CGtk
import CarillonEngine
import CarillonGLib

/// Buttons that insert the tokens of a template. (T9)
final class TokenChips {
  let widget: Widget
  private var subscriptions: [Subscription] = []

  /// `insert` receives a token with its braces.
  init(words: Words, insert: @escaping (String) -> Void) {
    let tokens = [
      ("headline", words.term("token", "Headline")), ("summary", words.term("token", "Summary")),
      ("date", words.term("token", "Date")), ("time", words.term("token", "Time")),
      ("label", words.term("token", "Name")),
    ]
    let flow: Widget = gtk_flow_box_new()
    gtk_flow_box_set_selection_mode(flow.of(GtkFlowBox.self), GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(flow.of(GtkFlowBox.self), 5)
    gtk_flow_box_set_column_spacing(flow.of(GtkFlowBox.self), 6)
    gtk_flow_box_set_row_spacing(flow.of(GtkFlowBox.self), 6)
    gtk_widget_set_hexpand(flow, 1)
    let heading = Build.label(words.say("Insert"), "dim", expands: false)
    gtk_widget_set_valign(heading, GTK_ALIGN_START)
    gtk_widget_set_margin_top(heading, 4)
    widget = Build.row([heading, flow], spacing: 6)
    subscriptions = tokens.map { name, label in
      let chip = Build.button(label, "chip")
      let action = words.say("Insert {token}", ["token": label])
      Build.call(chip, action)
      gtk_widget_set_tooltip_text(chip, action)
      Build.append(chip, to: flow)
      // The flow box child must not get the focus, only the button in it.
      if let place = gtk_widget_get_parent(chip) { gtk_widget_set_can_focus(place, 0) }
      return chip.on("clicked") { insert("{{\(name)}}") }
    }
  }
}

import CGtk
import CarillonEngine
import CarillonDrawing

/// One value on a card, with its label.
final class FactCell {
  let widget: Widget
  var fact: Fact
  private let label = TextLabel(size: 0.88, ink: .dim, wraps: true)
  private let value = NumberLabels(size: 1.55, unitSize: 1.1)
  private var spoken = SpokenName()

  init(_ fact: Fact) {
    self.fact = fact
    widget = Build.column([label.widget, value.widget], spacing: 0)
    // Retained, because it is removed and added again when the number of columns changes.
    g_object_ref_sink(widget)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_margin_start(widget, 12)
    gtk_widget_set_margin_end(widget, 8)
    gtk_widget_set_margin_top(widget, 9)
    gtk_widget_set_margin_bottom(widget, 9)
    if case .text = fact.value { value.wrap() }
    gtk_widget_show_all(widget)
    if let accessible = gtk_widget_get_accessible(widget) {
      atk_object_set_role(accessible, ATK_ROLE_PANEL)
    }
  }

  isolated deinit {
    g_object_unref(widget)
  }

  func restyle(_ theme: PartTheme) {
    label.restyle(theme.palette)
    value.restyle(theme.palette)
  }

  func tick(_ look: Look, at now: Instant) {
    label.show(fact.label)
    let text =
      switch fact.value {
      case .text(let text): text
      case .reading(let reading): look.text(reading, at: now)
      }
    let unit = fact.value.unit
    value.show(text, unit: unit)
    let full = [text, unit].filter { !$0.isEmpty }.joined(separator: " ")
    let name = fact.spoken.filled(with: ["value": full])
    if let name = spoken.next(name, phase: fact.spoken, at: now) { Build.call(widget, name) }
  }

  /// When its accessible name must be updated, if the last change came too soon.
  var nameDue: Instant? { spoken.due }

  /// The margins of both sides together.
  static let margins: Int32 = 20

  /// The width without wrapping, including margins.
  var naturalWidth: Int32 {
    var (least, natural) = (Int32(0), Int32(0))
    var widest: Int32 = 0
    for child in [label.widget, value.widget] {
      gtk_widget_get_preferred_width(child, &least, &natural)
      widest = max(widest, natural)
    }
    return widest + FactCell.margins
  }
}

import CGtk
import CarillonEngine
import CarillonDrawing

/// A label in the sizes and colors of a detail, with digits of equal width.
final class TextLabel {
  enum Ink: Equatable {
    case text, dim
    case tone(Tone)
  }

  let widget: Widget
  private let size: Double
  private let bold: Bool
  private var ink: Ink
  private var text: String
  private var palette: Palette?

  /// `size` is relative to ordinary text.
  init(
    _ text: String = "", size: Double = 1, bold: Bool = false, ink: Ink = .text,
    wraps: Bool = false
  ) {
    self.text = text
    self.size = size
    self.bold = bold
    self.ink = ink
    widget = gtk_label_new(text)
    let label = widget.of(GtkLabel.self)
    gtk_label_set_xalign(label, 0)
    guard wraps else { return }
    gtk_label_set_line_wrap(label, 1)
    gtk_label_set_line_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
    // Otherwise a long text would widen the window.
    gtk_label_set_max_width_chars(label, 30)
    gtk_label_set_width_chars(label, 4)
    gtk_widget_set_hexpand(widget, 1)
  }

  /// Sets the text only if it changes, because every change causes a new layout of the window.
  func show(_ text: String) {
    guard text != self.text else { return }
    self.text = text
    gtk_label_set_text(widget.of(GtkLabel.self), text)
  }

  func show(_ text: String, ink: Ink) {
    show(text)
    guard ink != self.ink else { return }
    self.ink = ink
    if let palette { restyle(palette) }
  }

  func restyle(_ palette: Palette) {
    self.palette = palette
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
      pango_attr_list_insert(attributes, attribute)
    }
    add(pango_attr_scale_new(size))
    add(pango_attr_font_features_new("tnum=1"))
    if bold { add(pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
    let color: Color? =
      switch ink {
      case .text: nil
      case .dim: palette.isHighContrast ? nil : palette.dim
      case .tone(let tone): palette.ink(tone)
      }
    if let color {
      func part(_ value: Double) -> UInt16 { UInt16((value * 65535).rounded()) }
      add(pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)))
      if color.alpha < 1 { add(pango_attr_foreground_alpha_new(part(color.alpha))) }
    }
    gtk_label_set_attributes(widget.of(GtkLabel.self), attributes)
  }
}

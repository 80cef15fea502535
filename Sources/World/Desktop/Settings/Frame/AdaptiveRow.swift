import CGtk
import CarillonGLib

/// Widgets side by side if there is room for them, otherwise one below another.
final class AdaptiveRow {
  let widget: Widget
  private let children: [Widget]
  private let spacing: Int32

  init(_ children: [Widget], spacing: Int32 = 12, _ classes: String...) {
    self.children = children
    self.spacing = spacing
    widget = Build.row(children, spacing: spacing)
    Build.add(classes, to: widget)
  }

  /// Arranges them for this width, excluding their surroundings.
  func fit(into width: Int32) {
    var wanted: Int32 = 0
    for child in children where gtk_widget_get_visible(child) != 0 {
      var natural: Int32 = 0
      gtk_widget_get_preferred_width(child, nil, &natural)
      wanted += natural + (wanted > 0 ? spacing : 0)
    }
    let isWide = wanted <= width
    gtk_orientable_set_orientation(
      OpaquePointer(widget),
      isWide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL)
    gtk_box_set_spacing(widget.of(GtkBox.self), isWide ? spacing : 6)
  }
}

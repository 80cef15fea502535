import CGtk
import CarillonEngine

extension Build {
  /// Aligns the times of a column, whatever the region's format.
  static func alignClock(_ label: Widget, in region: Region) {
    // Times in 24-hour format all have the same length.
    guard region.twelveHours else { return }
    gtk_label_set_width_chars(label.of(GtkLabel.self), region.timeWidth)
    gtk_label_set_xalign(label.of(GtkLabel.self), 1)
  }

  /// Shows a large time with a small AM or PM beside it.
  static func showLargeClock(_ time: WallTime, in label: Widget, _ words: Words) {
    let parts = words.clock(time).split(separator: "\u{A0}", maxSplits: 1).map {
      escaped(String($0))
    }
    guard words.region.twelveHours, parts.count == 2 else {
      return gtk_label_set_text(label.of(GtkLabel.self), words.clock(time))
    }
    gtk_label_set_markup(
      label.of(GtkLabel.self), "\(parts[0])<span size=\"50%\">\u{A0}\(parts[1])</span>")
    gtk_label_set_width_chars(label.of(GtkLabel.self), 7)
    gtk_label_set_xalign(label.of(GtkLabel.self), 1)
  }
}

import CGtk
import CarillonEngine
import CarillonDrawing

/// A symbol with a word beside it: color is never the only sign. (B27)
final class StatusLabel {
  let widget: Widget
  private let area: DrawnArea
  private let label: TextLabel
  private let side: Double
  private var theme: PartTheme?
  private var shown: (symbol: any Drawing, word: String)?

  init(
    bold: Bool = true, ink: TextLabel.Ink = .text, size: Double = 1, wraps: Bool = true,
    now: @escaping () -> Instant
  ) {
    area = DrawnArea(now: now)
    area.speak("")
    side = 16 * size
    label = TextLabel(size: size, bold: bold, ink: ink, wraps: wraps)
    gtk_widget_set_valign(area.widget, GTK_ALIGN_CENTER)
    widget = Build.row([area.widget, label.widget], spacing: 7)
  }

  /// `tone` colors the symbol, except a check mark, which is always green.
  func show(_ symbol: Symbol?, _ tone: Tone, _ word: String, ink: TextLabel.Ink = .text) {
    label.show(word, ink: ink)
    gtk_widget_set_visible(area.widget, symbol == nil ? 0 : 1)
    guard let symbol, let theme else { return }
    let color = theme.palette.ink(symbol == .check ? .green : tone)
    area.show(SizedSymbol(symbol, color, side * max(theme.theme.textScale, 1)), theme.look())
  }

  /// Shows the mark of a list entry: done, current or to come.
  func show(mark: ListMark.State, _ tone: Tone, _ word: String) {
    label.show(word, ink: mark == .current ? .text : .dim)
    gtk_widget_set_visible(area.widget, 1)
    guard let theme else { return }
    area.show(ListMark(state: mark, tone: tone, side: side), theme.look())
  }

  func restyle(_ theme: PartTheme) {
    self.theme = theme
    label.restyle(theme.palette)
  }
}

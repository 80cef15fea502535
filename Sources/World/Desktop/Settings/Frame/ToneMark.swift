import CGtk
import CarillonDrawing
import CarillonEngine
import CarillonGLib

/// The symbol of a row in the color of its tone; its word stands beside it. (B27)
final class ToneMark {
  var widget: Widget { area.widget }
  private let area = DrawnArea(now: { .distantPast })
  private let symbol: Symbol
  private let tone: Tone
  private var subscription: Subscription?

  private static let side = 20.0

  init(_ symbol: Symbol, _ tone: Tone) {
    self.symbol = symbol
    self.tone = tone
    area.speak("")
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
    draw()
    subscription = widget.on("style-updated") { [weak self] in self?.draw() }
  }

  private func draw() {
    let theme = DetailTheme(of: widget)
    area.show(
      SizedSymbol(symbol, theme.palette.ink(tone), ToneMark.side * max(theme.textScale, 1)),
      theme.look(Textures()))
  }
}

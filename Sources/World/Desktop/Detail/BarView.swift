import CGtk
import CarillonEngine
import CarillonDrawing

/// A progress bar with a title, a state, and a line below.
final class BarView: PartView {
  let widget: Widget
  private let title = TextLabel(wraps: true)
  private let state = TextLabel(bold: true)
  private let area: DrawnArea
  private let text = TextLabel(size: 0.94, ink: .dim, wraps: true)
  private var bar: Bar
  private var theme: PartTheme?
  private var spoken = SpokenName()

  init(_ bar: Bar, now: @escaping () -> Instant) {
    self.bar = bar
    area = DrawnArea(now: now)
    widget = Build.column(
      [Build.row([title.widget, state.widget]), area.widget, text.widget], spacing: 5)
  }

  func show(_ part: DetailPart) -> Bool {
    guard case .bar(let new) = part else { return false }
    bar = new
    return true
  }

  func restyle(_ theme: PartTheme) {
    self.theme = theme
    for label in [title, state, text] { label.restyle(theme.palette) }
    area.show(BarDrawing(bar), theme.look())
  }

  func tick(at now: Instant) {
    guard let theme else { return }
    let look = theme.look()
    title.show(bar.title)
    let state = bar.state.map { look.text($0, at: now) } ?? ""
    self.state.show(state)
    let text = bar.text.map { look.text($0, at: now) } ?? ""
    self.text.show(text)
    gtk_widget_set_visible(self.text.widget, text.isEmpty ? 0 : 1)
    let name = bar.spoken.filled(with: ["value": state])
    // The bar of another stage is announced at once.
    if let name = spoken.next(name, phase: bar.spoken, at: now) {
      area.speak(name, as: ATK_ROLE_PROGRESS_BAR)
    }
    area.redraw()
  }

  func nextChange(after now: Instant) -> Instant? {
    guard let theme else { return nil }
    let look = theme.look()
    return [
      area.nextChange(after: now), bar.state.flatMap { look.next($0, after: now) },
      bar.text.flatMap { look.next($0, after: now) }, spoken.due,
    ].compactMap(\.self).min()
  }
}

import CGtk
import CarillonEngine
import CarillonDrawing

/// A timeline below its title and state.
final class TimelineView: PartView {
  let widget: Widget
  private let title = TextLabel(wraps: true)
  private let state: StatusLabel
  private let area: DrawnArea
  private var timeline: Timeline
  private var theme: PartTheme?
  private var spoken = SpokenName()

  init(_ timeline: Timeline, now: @escaping () -> Instant) {
    self.timeline = timeline
    area = DrawnArea(now: now)
    state = StatusLabel(wraps: false, now: now)
    widget = Build.column(
      [Build.row([title.widget, state.widget]), area.widget], spacing: 4)
  }

  func show(_ part: DetailPart) -> Bool {
    guard case .timeline(let new) = part else { return false }
    timeline = new
    return true
  }

  func restyle(_ theme: PartTheme) {
    self.theme = theme
    title.restyle(theme.palette)
    state.restyle(theme)
    area.show(TimelineDrawing(timeline), theme.look())
  }

  func tick(at now: Instant) {
    guard let theme else { return }
    title.show(timeline.title)
    let look = theme.look()
    let instant = look.instant(of: timeline.reading.ramp, at: now)
    let value = timeline.reading.shown(at: instant)
    let word = timeline.phases.word(for: timeline.reading, at: instant) ?? ""
    if let index = timeline.phases.index(at: value) {
      let phase = timeline.phases[index]
      state.show(phase.symbol, phase.tone, word)
    }
    let text = timeline.reading.figures.text(value)
    let name = timeline.spoken.filled(with: ["value": text, "phase": word])
    let phase = timeline.phases.index(at: value).map(String.init)
    if let name = spoken.next(name, phase: phase, at: now) { area.speak(name) }
    area.redraw()
  }

  func nextChange(after now: Instant) -> Instant? {
    [area.nextChange(after: now), spoken.due].compactMap(\.self).min()
  }
}

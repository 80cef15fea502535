import CGtk
import CarillonEngine
import CarillonDrawing

/// The steps: a segment for each with its start time, and the name of the current one.
final class StepsView: PartView {
  let widget: Widget
  private let area: DrawnArea
  private let times: Widget
  private var labels: [TextLabel] = []
  private let name: StatusLabel
  private let count = TextLabel(size: 0.88, ink: .dim)
  private var steps: Steps
  private var theme: PartTheme?

  init(_ steps: Steps, now: @escaping () -> Instant) {
    self.steps = steps
    area = DrawnArea(now: now)
    times = Build.row([], spacing: 5)
    gtk_box_set_homogeneous(times.of(GtkBox.self), 1)
    labels = steps.steps.map { _ in TextLabel(size: 0.76, ink: .dim) }
    for label in labels { Build.append(label.widget, to: times) }
    name = StatusLabel(size: 1.1, now: now)
    widget = Build.column(
      [area.widget, times, Build.row([name.widget, count.widget])], spacing: 4)
  }

  func show(_ part: DetailPart) -> Bool {
    guard case .steps(let new) = part, new.steps.count == steps.steps.count else { return false }
    steps = new
    return true
  }

  func restyle(_ theme: PartTheme) {
    self.theme = theme
    for label in labels + [count] { label.restyle(theme.palette) }
    name.restyle(theme)
    area.show(StepsDrawing(steps), theme.look())
  }

  func tick(at now: Instant) {
    for (label, step) in zip(labels, steps.steps) { label.show(step.at ?? "") }
    // Large texts would overlap, so the times are only read aloud then.
    let fits = (theme?.theme.textScale ?? 1) < 1.6 && labels.count < 7
    gtk_widget_set_visible(times, fits && steps.steps.contains { $0.at != nil } ? 1 : 0)
    if steps.steps.indices.contains(steps.current) {
      let step = steps.steps[steps.current]
      name.show(step.symbol, steps.tone, step.name, ink: .tone(steps.tone))
    }
    count.show(steps.count)
    let past = steps.steps.prefix(max(steps.current + 1, 0)).compactMap { step in
      step.at.map { "\(step.name) \($0)" }
    }
    area.speak(([steps.spoken] + past).joined(separator: ", "))
  }

  func nextChange(after now: Instant) -> Instant? { nil }
}

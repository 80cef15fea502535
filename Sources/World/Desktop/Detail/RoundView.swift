import CGtk
import CarillonEngine
import CarillonDrawing

/// A ring, a vessel or a gauge: the drawing at the start, its texts at the end.
///
/// The first one in a window lies on its plate and has a larger number; the others lie on cards.
final class RoundView: PartView {
  let widget: Widget
  private let now: () -> Instant
  private let area: DrawnArea
  private let title = TextLabel(size: 1, ink: .dim, wraps: true)
  private let number: NumberLabels
  private let caption = TextLabel(size: 1, ink: .dim, wraps: true)
  private let phases: Widget
  private var statuses: [StatusLabel] = []
  private let isFirst: Bool
  private var round: RoundPart
  private var theme: PartTheme?
  private var spoken = SpokenName()

  init(_ round: RoundPart, isFirst: Bool, now: @escaping () -> Instant) {
    self.round = round
    self.isFirst = isFirst
    self.now = now
    area = DrawnArea(now: now)
    number = NumberLabels(size: isFirst ? 3.2 : 2.05, unitSize: isFirst ? 1.5 : 1.25)
    phases = Build.column([], spacing: isFirst ? 4 : 2)
    gtk_widget_set_margin_top(phases, isFirst ? 10 : 2)
    let words = Build.column(
      [title.widget, number.widget, caption.widget, phases], spacing: isFirst ? 2 : 0)
    gtk_widget_set_valign(words, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(words, 1)
    gtk_widget_set_valign(area.widget, GTK_ALIGN_CENTER)
    widget = Build.row([area.widget, words], spacing: 16)
    let container = widget.of(GtkContainer.self)
    gtk_container_set_border_width(container, isFirst ? 16 : 0)
    if isFirst {
      gtk_widget_set_margin_start(area.widget, 2)
      gtk_widget_set_margin_end(words, 2)
    } else {
      Build.add(["card"], to: widget)
      gtk_widget_set_margin_top(area.widget, 6)
      gtk_widget_set_margin_bottom(area.widget, 6)
      gtk_widget_set_margin_top(words, 12)
      gtk_widget_set_margin_bottom(words, 12)
      gtk_widget_set_margin_end(words, 12)
    }
    makePhases()
  }

  func show(_ part: DetailPart) -> Bool {
    guard let round = RoundPart(part), round.hasShape(of: self.round) else { return false }
    let phasesChanged = round.phases.count != self.round.phases.count
    self.round = round
    if phasesChanged { makePhases() }
    return true
  }

  func restyle(_ theme: PartTheme) {
    self.theme = theme
    for label in [title, caption] { label.restyle(theme.palette) }
    number.restyle(theme.palette)
    for status in statuses { status.restyle(theme) }
    let palette = theme.palette
    let ground = isFirst ? palette.plate(theme.tone) : palette.card
    area.show(round.drawing(isLarge: isFirst), theme.look(ground: ground))
  }

  func tick(at now: Instant) {
    guard let theme else { return }
    let look = theme.look()
    title.show(round.words.title)
    gtk_widget_set_visible(title.widget, round.words.title.isEmpty ? 0 : 1)
    let value = round.words.reading.map { look.text($0, at: now) }
    number.show(value ?? "", unit: round.words.reading?.unit ?? "")
    let caption = round.words.caption.map { look.text($0, at: now) } ?? ""
    self.caption.show(caption)
    gtk_widget_set_visible(self.caption.widget, caption.isEmpty ? 0 : 1)
    let phase = showPhases(look, at: now)
    let name = round.spoken.filled(with: ["value": value ?? "", "phase": phase ?? ""])
    if let name = spoken.next(name, phase: phase, at: now) { area.speak(name) }
    area.redraw()
  }

  func nextChange(after now: Instant) -> Instant? {
    guard let theme else { return nil }
    let look = theme.look()
    return [
      area.nextChange(after: now), round.words.reading.flatMap { look.next($0, after: now) },
      round.words.caption.flatMap { look.next($0, after: now) }, spoken.due,
    ].compactMap(\.self).min()
  }

  private func makePhases() {
    Build.empty(phases)
    let count = round.words.listsPhases ? round.phases.count : min(round.phases.count, 1)
    statuses = (0..<count).map { _ in StatusLabel(bold: !round.words.listsPhases, now: now) }
    if round.words.listsPhases {
      // Each phase has a bold label for when it is current, and a normal one.
      statuses = (0..<count).flatMap { _ in
        [StatusLabel(bold: true, now: now), StatusLabel(bold: false, now: now)]
      }
    }
    for status in statuses {
      Build.append(status.widget, to: phases)
      if let theme { status.restyle(theme) }
      gtk_widget_show_all(status.widget)
    }
    gtk_widget_set_visible(phases, count == 0 ? 0 : 1)
  }

  /// Returns the name of the current phase.
  private func showPhases(_ look: Look, at now: Instant) -> String? {
    let instant = look.instant(of: round.reading.ramp, at: now)
    guard let index = round.phases.index(at: round.reading.shown(at: instant)),
      let word = round.phases.word(for: round.reading, at: instant)
    else { return nil }
    let phase = round.phases[index]
    guard round.words.listsPhases else {
      statuses.first?.show(phase.symbol, phase.tone, word)
      return word
    }
    for (place, phase) in round.phases.enumerated() {
      let (current, other) = (statuses[2 * place], statuses[2 * place + 1])
      gtk_widget_set_visible(current.widget, place == index ? 1 : 0)
      gtk_widget_set_visible(other.widget, place == index ? 0 : 1)
      current.show(mark: .current, phase.tone, place == index ? word : phase.word)
      other.show(mark: place < index ? .done : .toCome, phase.tone, phase.word)
    }
    return word
  }
}

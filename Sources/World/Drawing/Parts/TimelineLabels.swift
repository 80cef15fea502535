import CarillonEngine

/// The texts above and below a timeline; if space is short, the least important are left out.
struct TimelineLabels {
  let timeline: Timeline
  let size: Size
  let middle: Double
  let look: Look
  let x: (Double) -> Double

  private struct Label {
    let line: TextLine
    let at: Double
    let color: Color
  }

  func draw(on canvas: Canvas, pointer: Double, at now: Instant) {
    let reading = timeline.reading
    let value = reading.figures.text(look.shown(reading, at: now))
    let text = look.palette.text
    let above =
      [
        Label(
          line: look.line(timeline.now.filled(with: ["value": value]), 1, bold: true), at: pointer,
          color: text)
      ]
      + timeline.marks.map {
        Label(line: look.line($0.above, 1, bold: true), at: x($0.at), color: text)
      }
    put(above, y: 0, on: canvas)
    put(below, y: middle + 15, on: canvas)
  }

  private var below: [Label] {
    var labels: [Label] = []
    let green = look.palette.ink(.green)
    if let band = timeline.band {
      labels.append(
        Label(line: look.line(band.fromLabel, 0.88, bold: true), at: x(band.from), color: green))
      labels.append(
        Label(line: look.line(band.toLabel, 0.88, bold: true), at: x(band.to), color: green))
    }
    for mark in timeline.marks.filter({ !$0.isPast }) + timeline.marks.filter(\.isPast) {
      var line = look.line(mark.label, 0.88, bold: !mark.isPast)
      line.struckOut = mark.isPast
      labels.append(
        Label(
          line: line, at: x(mark.at), color: mark.isPast ? look.palette.dim : look.palette.text))
    }
    if let band = timeline.band {
      labels.append(
        Label(
          line: look.line(band.word, 0.88), at: (x(band.from) + x(band.to)) / 2, color: green))
    }
    for (text, value) in [
      (timeline.fromLabel, timeline.from), (timeline.toLabel, timeline.to),
    ] {
      labels.append(Label(line: look.line(text, 0.88), at: x(value), color: look.palette.dim))
    }
    return labels
  }

  private func put(_ labels: [Label], y: Double, on canvas: Canvas) {
    var taken: [(Double, Double)] = []
    for label in labels where !label.line.text.isEmpty {
      let width = canvas.width(of: label.line)
      let start = min(max(label.at - width / 2, 0), max(size.width - width, 0))
      let gap = look.textSize * 0.3
      let isFree = !taken.contains { start < $0.1 + gap && start + width + gap > $0.0 }
      guard isFree else { continue }
      taken.append((start, start + width))
      canvas.draw(label.line, at: Point(x: start, y: y), label.color)
    }
  }
}

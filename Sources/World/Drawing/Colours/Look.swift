package import CarillonEngine

/// How a drawing looks: its colours, its text, and whether it may move.
package struct Look {
  package var palette: Palette
  /// The ground it lies on, for what must stand out from it.
  package var ground: Color
  package var family: String
  /// Of ordinary text, in pixels of the layout, as large as its reader wants text.
  package var textSize: Double
  /// From right to left.
  package var isMirrored = false
  /// Whole seconds, and no travel: the desktop's animations are switched off. (B27)
  package var isStill = false
  /// Nothing was heard for too long: what moved is hatched.
  package var isOverdue = false
  package var textures: Textures

  package init(
    _ palette: Palette, ground: Color? = nil, family: String = "Sans", textSize: Double = 14.67,
    textures: Textures = Textures()
  ) {
    self.palette = palette
    self.ground = ground ?? palette.window
    self.family = family
    self.textSize = textSize
    self.textures = textures
  }

  /// Where `ramp` is drawn.
  ///
  /// Always a number: cairo draws nothing more at all after it was given something else.
  package func value(_ ramp: Ramp, at now: Instant) -> Double {
    let value = ramp.value(at: instant(of: ramp, at: now))
    return value.isFinite ? value : 0
  }

  /// The reading as it is written.
  package func shown(_ reading: Reading, at now: Instant) -> Double {
    reading.shown(at: instant(of: reading.ramp, at: now))
  }

  /// For which instant `ramp` is drawn: in a still drawing that of the last whole second.
  package func instant(of ramp: Ramp, at now: Instant) -> Instant {
    guard isStill, ramp.isMoving(at: now) else { return now }
    guard ramp.end - ramp.start > .seconds(1) else { return ramp.end }
    let since = max(now - ramp.start, .zero).milliseconds
    return ramp.start + .milliseconds(since - since % 1000)
  }

  func line(_ text: String, _ share: Double, bold: Bool = false) -> TextLine {
    TextLine(text: text, size: textSize * share, family: family, bold: bold)
  }
}

extension Look {
  /// The number as it is written.
  package func text(_ reading: Reading, at now: Instant) -> String {
    reading.text(at: instant(of: reading.ramp, at: now))
  }

  package func text(_ text: LiveText, at now: Instant) -> String {
    text.pattern.filled(with: text.readings.mapValues { self.text($0, at: now) })
  }

  /// When the text is another one.
  package func next(_ text: LiveText, after now: Instant) -> Instant? {
    text.readings.values.compactMap { next($0, after: now) }.min()
  }
}

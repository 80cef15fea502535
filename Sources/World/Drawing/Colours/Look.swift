package import CarillonEngine

/// The appearance of a drawing: its colors, its text, and whether it may move.
package struct Look {
  package var palette: Palette
  /// The background, for parts that must stand out from it.
  package var ground: Color
  package var family: String
  /// The size of ordinary text in layout pixels, as the user has set it.
  package var textSize: Double
  /// Laid out from right to left.
  package var isMirrored = false
  /// Whole seconds and no movement: the desktop's animations are switched off. (B27)
  package var isStill = false
  /// Nothing was heard for too long: moving parts are hatched.
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

  /// The value at which `ramp` is drawn.
  ///
  /// Always a number: after anything else, cairo draws nothing more at all.
  package func value(_ ramp: Ramp, at now: Instant) -> Double {
    let value = ramp.value(at: instant(of: ramp, at: now))
    return value.isFinite ? value : 0
  }

  /// The value of the reading as displayed.
  package func shown(_ reading: Reading, at now: Instant) -> Double {
    reading.shown(at: instant(of: reading.ramp, at: now))
  }

  /// The instant that `ramp` is drawn for: in a still drawing, the last whole second.
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
  /// The reading as text.
  package func text(_ reading: Reading, at now: Instant) -> String {
    reading.text(at: instant(of: reading.ramp, at: now))
  }

  package func text(_ text: LiveText, at now: Instant) -> String {
    text.pattern.filled(with: text.readings.mapValues { self.text($0, at: now) })
  }

  /// When the text changes next.
  package func next(_ text: LiveText, after now: Instant) -> Instant? {
    text.readings.values.compactMap { next($0, after: now) }.min()
  }
}

/// Removes control and bidi-override characters from `text`. (T25)
///
/// Tabs become spaces. Line breaks become spaces too, unless `lines` is true.
package func clean(_ text: String, lines: Bool) -> String {
  var scalars = String.UnicodeScalarView()
  var afterReturn = false
  for scalar in text.unicodeScalars {
    let wasReturn = afterReturn
    afterReturn = scalar == "\r"
    switch scalar {
    case "\n" where wasReturn: continue
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": scalars.append(lines ? "\n" : " ")
    case "\t": scalars.append(" ")
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
    default:
      if scalar.properties.generalCategory != .control { scalars.append(scalar) }
    }
  }
  return String(scalars)
}

/// Whether `text` has no visible character.
package func isBlank(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy {
    $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
  }
}

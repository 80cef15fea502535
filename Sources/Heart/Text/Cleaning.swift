/// Removes what has no form of its own from `text`, and shortens characters of any length. (T25)
///
/// Tabs become spaces. Line breaks become spaces too, unless `lines` is true.
package func clean(_ text: String, lines: Bool) -> String {
  shortened(cleaned(text, lines: lines))
}

/// The first `most` scalars of a foreign `text`, cleaned: to quote it, or where no more of it is used.
///
/// Costs nothing for the rest, and is never longer, whatever its characters are.
package func beginning(
  of text: some StringProtocol, _ most: Int = 40, lines: Bool = false
) -> String {
  clean(String(String.UnicodeScalarView(text.unicodeScalars.prefix(most))), lines: lines)
}

/// The most scalars of one character; families of emoji have 11, letters of any script fewer.
private let longestCharacter = 16
/// The most marks of one character; Hebrew has 5, Tibetan a few more.
///
/// 31 of them on each letter of a text take half a second to lay out.
private let mostMarks = 8

/// `text` with at most 16 scalars of each character, 8 of them marks; for what was stored before that
/// was a rule. (T25)
///
/// A letter with 400,000 accents counts as one wherever characters are counted, and stops whoever
/// lays it out.
package func shortened(_ text: String) -> String {
  // A character that is too long has at least so many bytes, and is not ASCII.
  guard text.utf8.count > mostMarks, text.utf8.contains(where: { $0 >= 0x80 }),
    text.contains(where: isTooLong)
  else { return text }
  var scalars = String.UnicodeScalarView()
  for character in text {
    if isTooLong(character) {
      scalars += kept(of: character)
    } else {
      scalars += character.unicodeScalars
    }
  }
  return String(scalars)
}

private func isTooLong(_ character: Character) -> Bool {
  character.utf8.count > mostMarks && kept(of: character).count < character.unicodeScalars.count
}

private func kept(of character: Character) -> [Unicode.Scalar] {
  var marks = 0
  let start = character.unicodeScalars.prefix(longestCharacter)
  return start.filter { scalar in
    guard [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory) else {
      return true
    }
    marks += 1
    return marks <= mostMarks
  }
}

private func cleaned(_ text: String, lines: Bool) -> String {
  var scalars = String.UnicodeScalarView()
  var afterReturn = false
  for scalar in text.unicodeScalars {
    let wasReturn = afterReturn
    afterReturn = scalar == "\r"
    switch scalar {
    case "\n" where wasReturn: continue
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": scalars.append(lines ? "\n" : " ")
    case "\t": scalars.append(" ")
    case _ where isInvisible(scalar): continue
    default: scalars.append(scalar)
    }
  }
  return String(scalars)
}

/// Whether `scalar` has no form of its own, and may change that of its neighbors.
///
/// The joiners stay: emoji and several scripts need them. So do variation selectors, and what only says
/// where a line may break.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  // Most text is plain ASCII.
  case " "..."~": false
  // Marks, embeddings and isolates of direction.
  case "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
  // Operators that are not seen, deprecated formats, fillers.
  case "\u{2061}"..."\u{2064}", "\u{206A}"..."\u{206F}", "\u{180E}", "\u{3164}", "\u{FFA0}": true
  // Word joiner, byte order mark, interlinear annotation, tags.
  case "\u{2060}", "\u{FEFF}", "\u{FFF9}"..."\u{FFFB}", "\u{E0000}"..."\u{E007F}": true
  default:
    [.control, .privateUse].contains(scalar.properties.generalCategory)
  }
}

/// Whether `text` has no visible character.
package func isBlank(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy {
    // The empty pattern of Braille is a blank too.
    $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0 == "\u{2800}"
  }
}

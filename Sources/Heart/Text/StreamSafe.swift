extension String {
  /// The text with no more than 30 combining marks in a row; those beyond are left out. (T25)
  ///
  /// For every text that comes from outside, before it is compared or hashed: both put the marks of a letter into their
  /// canonical order, in a time that grows with the square of their number. 1 MiB of them takes minutes. No language
  /// comes near 30, which is the limit of Unicode's stream-safe format, too.
  package var streamSafe: String {
    // The first combining mark is U+0300.
    guard utf8.contains(where: { $0 >= 0xCC }), hasTooManyMarks else { return self }
    var scalars = String.UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isReordered ? marks + 1 : 0
      if marks <= String.mostMarks { scalars.append(scalar) }
    }
    return String(scalars)
  }

  private static let mostMarks = 30

  private var hasTooManyMarks: Bool {
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isReordered ? marks + 1 : 0
      if marks > String.mostMarks { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether the scalar, or its canonical decomposition, begins with a nonstarter: it is sorted among its neighbors.
  fileprivate var isReordered: Bool {
    switch self {
    // Most text is here: nothing of it is.
    case "\u{0}"..."\u{2FF}", "\u{3400}"..."\u{9FFF}", "\u{AC00}"..."\u{D7A3}": false
    // Vowels of Tibetan that stand for two others, and are no marks by their own class.
    case "\u{F73}", "\u{F75}", "\u{F81}": true
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}

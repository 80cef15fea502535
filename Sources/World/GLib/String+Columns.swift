import CGio

extension String {
  /// How many columns of a terminal it takes.
  ///
  /// The characters of East Asian scripts and most emoji take two.
  package var columns: Int {
    reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  fileprivate var columns: Int {
    if isASCII { return 1 }
    // A variation selector asks for the emoji instead of the letter.
    let isWide = unicodeScalars.contains { $0 == "\u{FE0F}" || g_unichar_iswide($0.value) != 0 }
    if isWide { return 2 }
    return unicodeScalars.allSatisfy { g_unichar_iszerowidth($0.value) != 0 } ? 0 : 1
  }
}

import CarillonAnswers

extension QRCode {
  /// For a terminal: two rows of modules in a line, by half blocks, so that ``width`` is in columns.
  ///
  /// Its colors are set, so that it is dark on light in every terminal.
  var text: String {
    var text = ""
    for row in stride(from: -QRCode.quiet, to: rows.count + QRCode.quiet, by: 2) {
      text += "\u{1B}[38;5;16;48;5;231m"
      for column in -QRCode.quiet..<rows.count + QRCode.quiet {
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): text += "█"
        case (true, false): text += "▀"
        case (false, true): text += "▄"
        case (false, false): text += " "
        }
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }
}

import CQREncode

/// A QR code, drawn for a terminal with half blocks: two rows of modules in a line of text. (C8)
struct QRCode {
  /// Rows of modules, dark ones true, without the quiet zone.
  let rows: [[Bool]]

  /// Nil if the text is too long.
  init?(_ text: String) {
    // A screen is not damaged like a printed label, so the code may be small rather than robust.
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    rows = (0..<width).map { row in
      // The lowest bit of each byte is the module's color.
      (0..<width).map { code.pointee.data[row * width + $0] & 1 == 1 }
    }
  }

  /// Readers need so many light modules around it.
  private static let quiet = 4

  /// In columns of a terminal.
  var width: Int { rows.count + 2 * QRCode.quiet }

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

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
  }
}

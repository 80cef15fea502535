import CQREncode

/// A QR code, to be drawn in a window or in a terminal. (C8)
package struct QRCode: Hashable {
  /// Rows of modules, dark ones true, without the quiet zone.
  package let rows: [[Bool]]

  /// Nil if the text is too long.
  package init?(_ text: String) {
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
  package static let quiet = 4

  /// In modules, with the quiet zone.
  package var width: Int { rows.count + 2 * QRCode.quiet }

  /// Outside of the code, all is light.
  package func isDark(_ row: Int, _ column: Int) -> Bool {
    rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
  }
}

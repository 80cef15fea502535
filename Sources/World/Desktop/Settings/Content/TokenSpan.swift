import CarillonEngine

/// A `{{token}}` in a template's text, and its position. (T9)
struct TokenSpan: Hashable {
  let name: String
  /// In Unicode scalars, as text buffers count.
  let scalars: Range<Int>
  /// In bytes, as Pango counts.
  let bytes: Range<Int>

  /// The tokens of `text` in order, found as in `Template.render`.
  static func all(in text: String) -> [TokenSpan] {
    var spans: [TokenSpan] = []
    let scalars = Array(text.unicodeScalars)
    var offsets = [0]
    for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
    var index = 0
    while let open = pair("{", in: scalars, from: index),
      let close = pair("}", in: scalars, from: open + 2)
    {
      let inside = String(String.UnicodeScalarView(scalars[open + 2..<close]))
      spans.append(
        TokenSpan(
          name: inside.trimmingSpaces, scalars: open..<close + 2,
          bytes: offsets[open]..<offsets[close + 2]))
      index = close + 2
    }
    return spans
  }

  private static func pair(
    _ scalar: Unicode.Scalar, in scalars: [Unicode.Scalar], from start: Int
  ) -> Int? {
    guard scalars.count >= 2, start <= scalars.count - 2 else { return nil }
    return (start...scalars.count - 2).first {
      scalars[$0] == scalar && scalars[$0 + 1] == scalar
    }
  }
}

extension String {
  /// Without leading and trailing spaces.
  var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

import CarillonTime

/// The texts of a slot's notification, with tokens that its content fills in. (T9)
package struct Template: Hashable, Codable, Sendable {
  package var title: String
  package var body: String

  package init(title: String, body: String) {
    self.title = title
    self.body = body
  }

  package static let standard = Template(title: "{{headline}}", body: "{{summary}}")

  package static let longestTitle = 50
  package static let longestBody = 200
  /// The replacement for a token that has no value.
  package static let fallback = "[Content]"

  /// A template after filling in: plain text, truncated, not escaped.
  package struct Rendered: Hashable, Sendable {
    package var title: String
    package var body: String
    /// The tokens that had no value, in order of appearance.
    package var missing: [String]
    /// The lengths before truncation, in user-perceived characters.
    package var titleLength: Int
    package var bodyLength: Int
  }

  /// Fills in `values` in a single pass, so content cannot bring in tokens of its own.
  ///
  /// A title that comes out blank is replaced by the `label`, or else by the first line of the body,
  /// because no notification is without a title.
  package func render(_ values: [String: String]) -> Rendered {
    var missing: [String] = []
    // A summary may contain line breaks, but a title is one line.
    var title = oneLine(shortened(Template.fill(title, values, &missing)))
    var body = shortened(Template.fill(body, values, &missing))
    if isBlank(title) { title = Template.title(for: &body, named: values["label"] ?? "") }
    return Rendered(
      title: truncateAtWord(title, to: Template.longestTitle),
      body: truncateAtWord(body, to: Template.longestBody), missing: missing,
      titleLength: title.count, bodyLength: body.count)
  }

  /// The title of a text without one, which takes its first line out of `body` if that is whole in it.
  private static func title(for body: inout String, named label: String) -> String {
    guard isBlank(label) else { return oneLine(shortened(label)) }
    let lines = body.split(whereSeparator: \.isNewline)
    guard let first = lines.first(where: { !isBlank(String($0)) }) else { return "" }
    if first.count <= Template.longestTitle {
      body = lines.drop { $0 != first }.dropFirst().joined(separator: "\n")
    }
    return String(first)
  }

  /// How many bytes are filled in before a last value: many times of what is kept, whatever the characters are.
  private static let most = 1 << 14

  private static func fill(
    _ text: String, _ values: [String: String], _ missing: inout [String]
  ) -> String {
    var filled = ""
    var rest = Substring(text)
    while filled.utf8.count < most, let open = rest.range(ofTwo: "{"),
      let close = rest[open.upperBound...].range(ofTwo: "}")
    {
      filled += rest[..<open.lowerBound]
      let token = trimmed(rest[open.upperBound..<close.lowerBound])
      if let value = values[token] {
        filled += value
      } else {
        filled += fallback
        missing.append(token)
      }
      rest = rest[close.upperBound...]
    }
    // What follows is cut in any case.
    return filled.utf8.count < most ? filled + rest : filled
  }
}

/// Removes the spaces at both ends of `text`.
private func trimmed(_ text: Substring) -> String {
  let rest = text.drop { $0 == " " }
  return String(rest.dropLast(rest.reversed().prefix { $0 == " " }.count))
}

/// Replaces each line break in `text` with a space.
private func oneLine(_ text: String) -> String {
  // Fast path: printable ASCII has no line breaks.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  return String(text.map { $0.isNewline ? " " : $0 })
}

/// Cuts `text` to at most `limit` user-perceived characters, including the ellipsis.
package func truncate(_ text: String, to limit: Int) -> String {
  // A text never has more characters than bytes.
  guard text.utf8.count > limit,
    let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
    end < text.endIndex
  else { return text }
  return text.prefix(limit - 1) + "…"
}

/// Cuts `text` as ``truncate(_:to:)`` does, but behind a whole word if one ends in the second half.
///
/// What has no spaces, such as Japanese, is cut anywhere.
package func truncateAtWord(_ text: String, to limit: Int) -> String {
  let cut = truncate(text, to: limit)
  guard cut != text else { return text }
  var kept = cut.dropLast()
  // The character after the cut tells whether a word was cut.
  let rest = text[text.index(text.startIndex, offsetBy: limit - 1)...]
  if rest.first?.isWhitespace == false,
    let space = kept.lastIndex(where: \.isWhitespace),
    kept.distance(from: kept.startIndex, to: space) >= limit / 2
  {
    kept = kept[..<space]
  }
  while kept.last?.isWhitespace == true { kept.removeLast() }
  return kept + "…"
}

/// What `text` takes to lay out, in plain letters: a mark or a joiner takes as long as three.
package func layoutCost(_ text: some StringProtocol) -> Int {
  text.utf8.allSatisfy { $0 < 0x80 }
    ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + layoutCost(of: $1) }
}

private func layoutCost(of scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: 3
  default: 1
  }
}

/// Cuts `text` behind a whole character, so that it costs at most `most` to lay out, with the ellipsis.
///
/// For a row of a list, where hundreds are laid out at once: 100 letters with 8 marks each have no more
/// characters than a plain line, and take as long as twenty of them.
package func truncateForRow(_ text: String, cost most: Int = 200) -> String {
  // No scalar costs more than three bytes would.
  guard text.utf8.count * 3 > most, layoutCost(text) > most else { return text }
  var (kept, left) = ("", most - 1)
  for character in text {
    left -= character.unicodeScalars.reduce(0) { $0 + layoutCost(of: $1) }
    guard left >= 0 else { break }
    kept.append(character)
  }
  return kept + "…"
}

extension Substring {
  /// The first place where `brace` stands twice; in bytes, which are found faster than characters.
  fileprivate func range(ofTwo brace: Unicode.Scalar) -> Range<Index>? {
    let byte = UInt8(ascii: brace)
    var rest = utf8
    while let first = rest.firstIndex(of: byte) {
      let second = rest.index(after: first)
      guard second < rest.endIndex else { return nil }
      if rest[second] == byte { return first..<rest.index(after: second) }
      rest = rest[second...]
    }
    return nil
  }
}

import CarillonTime

/// The translation of every text that the user reads.
///
/// Placeholders are named: `{hour}`. The text must be a plain literal at the call, or `xgettext`
/// does not find it (`--keyword=say:1 --keyword=count:1,2 --keyword=term:1c,2`).
package struct Words: Sendable {
  /// Maps (context, one, many, n) to the translation, with its placeholders still in place.
  package typealias Translation =
    @Sendable (_ context: String?, _ one: String, _ many: String?, _ n: Int) -> String

  private let translation: Translation
  package let region: Region

  package init(region: Region = Region(), _ translation: @escaping Translation) {
    self.translation = translation
    self.region = region
  }

  /// The untranslated texts from the source code.
  package static let english = Words { _, one, many, n in n == 1 ? one : many ?? one }

  package func say(_ text: String, _ values: [String: String] = [:]) -> String {
    fill(translation(nil, text, nil, 1), values)
  }

  /// The singular or plural text for `n`; `{n}` is the number.
  package func count(
    _ one: String, _ many: String, _ n: Int, _ values: [String: String] = [:]
  ) -> String {
    fill(
      translation(nil, one, many, n), values.merging(["n": String(n)]) { given, _ in given })
  }

  /// A short text whose translation depends on its context.
  package func term(
    _ context: String, _ text: String, _ values: [String: String] = [:]
  ) -> String {
    fill(translation(context, text, nil, 1), values)
  }

  /// Fills in a single pass, so a value that looks like a placeholder stays as it is.
  private func fill(_ text: String, _ values: [String: String]) -> String {
    guard !values.isEmpty else { return text }
    var filled = ""
    var rest = Substring(text)
    // Bytes are found faster than characters, and braces have one.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      filled += rest[..<open]
      let after = rest[rest.utf8.index(after: open)...]
      if let close = after.utf8.firstIndex(of: UInt8(ascii: "}")),
        let value = values[String(after[..<close])]
      {
        filled += value
        rest = after[after.utf8.index(after: close)...]
      } else {
        filled.append("{")
        rest = after
      }
    }
    return filled + rest
  }
}

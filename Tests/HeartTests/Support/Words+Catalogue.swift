import CarillonFeatures
import Foundation

extension Words {
  /// The source texts in brackets; a text without brackets was not translated.
  static let marked = Words { _, one, many, n in "⟦\(n == 1 ? one : many ?? one)⟧" }

  /// The translations from a language's file in `data/po`, for languages with two plural forms,
  /// like German.
  static func catalogue(_ language: String, _ change: (inout Region) -> Void) throws -> Words {
    var region = Region()
    change(&region)
    let texts = try Catalogue(language).texts
    return Words(region: region) { context, one, many, n in
      let found = texts[Catalogue.key(context, one)] ?? []
      let text = many != nil && n != 1 ? found.last : found.first
      return text ?? (n == 1 ? one : many ?? one)
    }
  }
}

/// A file of translations, as `msgfmt` reads it. (B26)
private struct Catalogue {
  /// The singular and plural translations, by context and text.
  private(set) var texts: [String: [String]] = [:]

  static func key(_ context: String?, _ text: String) -> String {
    "\(context ?? "")\u{4}\(text)"
  }

  init(_ language: String) throws {
    var file = URL(filePath: #filePath)
    for _ in 0..<4 { file.deleteLastPathComponent() }
    file.append(path: "data/po/\(language).po")
    for entry in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n") {
      var fields: [String: String] = [:]
      var field = ""
      for line in entry.split(separator: "\n") where !line.hasPrefix("#") {
        guard let open = line.firstIndex(of: "\""), line.hasSuffix("\"") else { continue }
        if open != line.startIndex {
          field = line[..<open].trimmingCharacters(in: .whitespaces)
        }
        fields[field, default: ""] += Catalogue.plain(line[line.index(after: open)...].dropLast())
      }
      guard let text = fields["msgid"], !text.isEmpty else { continue }
      texts[Catalogue.key(fields["msgctxt"], text)] = [
        fields["msgstr"], fields["msgstr[0]"], fields["msgstr[1]"],
      ].compactMap(\.self)
    }
  }

  private static func plain(_ text: Substring) -> String {
    String(text).replacing("\\n", with: "\n").replacing("\\\"", with: "\"")
      .replacing("\\\\", with: "\\")
  }
}

import CarillonEngine
import FoundationEssentials

/// JSON documents as text.
enum JSONText {
  /// Formats `document` for people, one line per value; unchanged if it is not JSON.
  static func pretty(_ document: String) -> String {
    // Hides nothing: what cannot be formatted is printed as it came.
    guard let value = JSONValue(parsing: document) else { return document + "\n" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return document + "\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// An object with these members, in this order.
  static func object(_ members: KeyValuePairs<String, String>) -> String {
    "{" + members.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",") + "}"
  }

  /// `text` as a JSON string.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

package import CarillonLedger

/// A push message as FCM shapes it, read and checked; what it is about, its kind knows. (B1)
package struct Message: Hashable, Sendable {
  /// What tells two copies of one message apart from two messages; nil where the sender gave none.
  package var id: String?
  package var type: String
  /// Every field of `data`, the ones nobody knows too.
  package var data: [String: String]
  /// From `data`, else the notification of any platform; nil where none has it. (B2)
  package var title: String?
  package var body: String?
  package var image: String?
  package var video: String?
  package var link: String?
  package var channel: String?
  package var priority: Priority
  /// Whether it stays until it is answered. (B13)
  package var requiresInteraction: Bool
  package var sentAt: Instant?
  /// Nil: it never expires.
  package var expiresAt: Instant?

  package enum Priority: String, Codable, Sendable {
    case low, normal, high
  }

  /// What a notification shows of a sender's own words, in user-perceived characters.
  ///
  /// What is added to them is not cut. (B4)
  package static let longestTitle = 100
  package static let longestBody = 1000

  package static let largest = 65_536
  package static let mostKeys = 100
  package static let largestValue = 8192

  /// A field of `data`, nil if it is empty.
  package subscript(key: String) -> String? {
    guard let text = data[key], !text.isEmpty else { return nil }
    return text
  }

  /// A number that is one, and inside its range; else it counts as missing. (B2)
  package func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
    self[key].flatMap { Message.number($0) }.flatMap { range.contains($0) ? $0 : nil }
  }

  /// The name of a message as it is stored, where texts end at a NUL and are seen by people.
  static func id(named name: String) -> String {
    name.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? "hash-" + String(fnv(name), radix: 16) : name
  }

  /// Decimal digits with an optional sign and fraction: what else `Double` reads is no measurement.
  package static func number(_ text: String) -> Double? {
    var digits = Substring(text)
    if digits.first == "-" || digits.first == "+" { digits = digits.dropFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard (1...20).contains(digits.utf8.count),
      parts.allSatisfy({ part in
        !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      })
    else { return nil }
    return Double(text)
  }
}

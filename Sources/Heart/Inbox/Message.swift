package import CarillonLedger

/// A push message in FCM format, parsed and checked; its kind gives it a meaning. (B1)
package struct Message: Hashable, Sendable {
  /// Identifies copies of the same message; nil if the sender gave no id.
  package var id: String?
  package var type: String
  /// All fields of `data`, including unknown ones.
  package var data: [String: String]
  /// From `data`, else from any platform's notification; nil if none has it. (B2)
  package var title: String?
  package var body: String?
  package var image: String?
  package var video: String?
  package var link: String?
  package var channel: String?
  package var priority: Priority
  /// Whether the notification stays until it is answered. (B13)
  package var requiresInteraction: Bool
  package var sentAt: Instant?
  /// When its service says that it is so, which no carrier changes; nil if it does not say.
  package var statedAt: Instant?
  /// What later messages of the same sender name to replace it; nil if nothing can. (C4)
  package var sequence: String?
  /// The channel of its sender; nil if no carrier brought it.
  ///
  /// What two senders say in the same words is no copy. (C1)
  package var sender: String?
  /// Nil if it never expires.
  package var expiresAt: Instant?
  /// How many messages wait to be read, as its service says; nil if it does not. (D8)
  package var badge: Int?

  package enum Priority: String, Codable, Sendable {
    case low, normal, high
  }

  /// The longest title and body from a sender, in user-perceived characters.
  ///
  /// Text that Carillon adds is not cut. (B4)
  package static let longestTitle = 100
  package static let longestBody = 1000

  package static let highestBadge = 9999
  package static let largest = 65_536
  package static let mostKeys = 100
  package static let largestValue = 8192
  /// Of an id or a sequence, in bytes: longer ones are hashed.
  private static let longestName = 255

  /// A field of `data`; nil if it is empty.
  package subscript(key: String) -> String? {
    guard let text = data[key], !text.isEmpty else { return nil }
    return text
  }

  /// The id of a subject in the field `key`; a refusal names the field. (B2)
  package func subjectID(in key: String) throws(Refusal) -> String {
    guard let id = data[key] else {
      throw Refusal(.invalidArgument, "data.\(key): is required")
    }
    guard Subject.isID(id) else {
      throw Refusal(
        .invalidArgument, "data.\(key): must be 1 to 128 letters, digits, hyphens or underscores")
    }
    return id
  }

  /// A numeric field; nil if it is not a number or out of range. (B2)
  package func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
    self[key].flatMap { Message.number($0) }.flatMap { range.contains($0) ? $0 : nil }
  }

  /// The id as it is stored.
  ///
  /// Names with control characters are hashed: stored texts end at a NUL and are shown to people. So are those that
  /// are too long to be kept with each row.
  static func id(named name: String) -> String {
    let isBad =
      name.utf8.count > longestName
      || name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isBad ? "hash-" + String(fnv(name), radix: 16) : name
  }

  /// Parses decimal digits with an optional sign and fraction.
  ///
  /// `Double` would also accept forms that are no measurements.
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

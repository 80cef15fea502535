package import CarillonLedger

extension Message {
  /// Parses a message: nested, flat, or a complete FCM v1 document. (B1)
  ///
  /// Throws a refusal that names the field for anything that is not a message or exceeds the
  /// limits. Absurd values in a kind's own fields are left to the kind.
  package init(_ text: String, receivedAt: Instant) throws(Refusal) {
    guard text.utf8.count <= Message.largest else {
      throw Refusal(.invalidArgument, "message: is larger than 64 KiB")
    }
    var root = try Field.document(text, named: "message")
    if case .object(let whole) = root.value, case .object? = whole["message"] {
      root = Field(path: "message", value: whole["message"] ?? .null)
    }
    let members = try root.object()
    let envelope = Envelope(members)
    let fields: [String: JSONValue]
    var path = "data"
    if let data = members["data"], data != .null {
      fields = try Field(path: path, value: data).object()
    } else {
      path = "message"
      fields = members.filter { !Envelope.keys.contains($0.key) }
    }
    guard fields.count <= Message.mostKeys else {
      throw Refusal(.invalidArgument, "\(path): has more than 100 keys")
    }
    var data: [String: String] = [:]
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) where value != .null {
      let name = beginning(of: key, 64)
      data[key] = try Field(path: "\(path).\(name)", value: value).dataText()
    }
    self.data = data
    func first(_ key: String, _ others: [String]...) -> String? {
      if let own = data[key], !own.isEmpty { return own }
      for other in others { if let found = envelope.text(other) { return found } }
      return nil
    }
    func all(_ key: String, _ others: [[String]]) -> [String] {
      ([data[key]] + others.map { envelope.text($0) }).compactMap(\.self)
    }
    func firstText(_ key: String, lines: Bool, _ others: [String]...) -> String? {
      // Skips blank texts, including those that are blank once cleaned.
      all(key, others).lazy.map { clean($0, lines: lines) }.first { !isBlank($0) }
    }
    func firstLink(_ key: String, _ others: [String]...) -> String? {
      // Nobody would open or fetch a longer one, so it is not kept.
      all(key, others).first { !$0.isEmpty && $0.utf8.count <= FetchSpec.longestURL }
    }
    let name =
      envelope.text(["message_id"]) ?? envelope.text(["messageId"])
      ?? (path == "data" ? envelope.text(["name"]) : nil)
      ?? data["messageId"].flatMap { $0.isEmpty ? nil : $0 }
    id = name.map { Message.id(named: $0) }
    type = data["type"] ?? ""
    title = firstText(
      "title", lines: false, ["notification", "title"],
      ["apns", "payload", "aps", "alert", "title"], ["webpush", "notification", "title"],
      ["android", "notification", "title"])
    body = firstText(
      "body", lines: true, ["notification", "body"], ["apns", "payload", "aps", "alert", "body"],
      ["apns", "payload", "aps", "alert"], ["webpush", "notification", "body"],
      ["android", "notification", "body"])
    image = firstLink(
      "imageUrl", ["notification", "image"], ["notification", "imageUrl"],
      ["android", "notification", "imageUrl"], ["android", "notification", "image"],
      ["webpush", "notification", "image"])
    video = firstLink("videoUrl")
    link = firstLink(
      "deepLink", ["webpush", "fcmOptions", "link"], ["webpush", "fcm_options", "link"])
    channel = first(
      "channel", ["android", "notification", "channelId"],
      ["android", "notification", "channel_id"])
    priority = envelope.priority(first("priority"))
    requiresInteraction =
      data["requireInteraction"] == "true"
      || envelope[["webpush", "notification", "requireInteraction"]] == .bool(true)
    sequence = data["sequence"].flatMap { $0.isEmpty ? nil : Message.id(named: $0) }
    sentAt = first("timestamp", ["timestamp"]).flatMap { Instant(sent: $0) }
    statedAt = sentAt
    expiresAt = envelope.expiry(after: sentAt ?? receivedAt)
    badge = first(
      "badge", ["apns", "payload", "aps", "badge"], ["notification", "badge"],
      ["android", "notification", "notificationCount"]
    ).flatMap { Int($0) }.map { min(max($0, 0), Message.highestBadge) }
  }
}

/// The fields of a message outside `data`.
private struct Envelope {
  private let members: [String: JSONValue]

  /// The keys that never count as fields of a flat message.
  ///
  /// `name`, `topic`, and the like may be fields of its own.
  static let keys: Set = [
    "data", "notification", "android", "apns", "webpush", "fcm_options", "fcmOptions", "message_id",
    "messageId", "timestamp",
  ]

  init(_ members: [String: JSONValue]) {
    self.members = members
  }

  subscript(path: [String]) -> JSONValue? {
    var value = JSONValue.object(members)
    for key in path {
      guard case .object(let inside) = value, let next = inside[key] else { return nil }
      value = next
    }
    return value
  }

  func text(_ path: [String]) -> String? {
    switch self[path] {
    case .text(let text) where !text.isEmpty && text.utf8.count <= Message.largestValue: text
    case .integer(let number): String(number)
    default: nil
    }
  }

  /// Low only if the message says so. (B14)
  func priority(_ own: String?) -> Message.Priority {
    let said =
      own ?? text(["android", "notification", "notification_priority"])
      ?? text(["android", "notification", "priority"]) ?? text(["android", "priority"])
    switch said?.lowercased() {
    case "high", "max", "priority_high", "priority_max": return .high
    case "low", "min", "priority_low", "priority_min": return .low
    default: return text(["apns", "headers", "apns-priority"]) == "10" ? .high : .normal
    }
  }

  /// The expiry from `android.ttl` ("30s"), `webpush.headers.TTL` (seconds), or `apns-expiration`
  /// (seconds since 1970).
  ///
  /// In all three, 0 means that the message is not kept for an offline device. This one has
  /// arrived, so it does not expire.
  func expiry(after sent: Instant) -> Instant? {
    let android = text(["android", "ttl"]).map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
    for ttl in [android, text(["webpush", "headers", "TTL"])] {
      guard let seconds = ttl.flatMap({ Message.number($0) }), (0...3e9).contains(seconds) else {
        continue
      }
      return seconds == 0 ? nil : sent + .milliseconds(Int64(seconds * 1000))
    }
    guard let at = text(["apns", "headers", "apns-expiration"]), let seconds = Int64(at),
      (1...4_000_000_000).contains(seconds)
    else { return nil }
    return Instant(seconds: seconds)
  }
}

extension Instant {
  /// Parses ISO format, or seconds or milliseconds since 1970.
  package init?(sent text: String) {
    if let number = Int64(text), (0...4_000_000_000_000).contains(number) {
      self = number < 100_000_000_000 ? Instant(seconds: number) : Instant(milliseconds: number)
    } else if let instant = Instant(iso: text) {
      self = instant
    } else {
      return nil
    }
  }
}

extension Field {
  /// A value of `data` as text: a string, as FCM requires, or a value with an obvious text form.
  fileprivate func dataText() throws(Refusal) -> String {
    let text: String
    switch value {
    case .text(let own): text = own
    case .bool, .integer, .number: text = value.serialized
    // `actions` should be a document inside a string, but some services send the document itself.
    case .array, .object: text = value.serialized
    case .null: text = ""
    }
    guard text.utf8.count <= Message.largestValue else { throw refused("is larger than 8 KiB") }
    return text
  }
}

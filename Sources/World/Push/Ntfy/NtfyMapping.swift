package import CarillonEngine

/// What becomes of a message of ntfy. (C5)
package enum NtfyMapping: Hashable, Sendable {
  /// A sealed message, or the document of a message in Carillon's own form: what it says is decided
  /// where all such bytes are read. (C1)
  case bytes([UInt8])
  /// A `general` message as a document, made from ntfy's fields.
  case message(String, leftOut: [LeftOut])
  /// Not sealed, where only sealed messages are taken.
  case unsealed

  /// A part of a message that was not taken; the message is shown without it.
  package enum LeftOut: String, Hashable, Sendable {
    /// An action of Android.
    case broadcast
    /// An action that nothing here knows.
    case unknownAction = "unknown_action"
    /// An action whose address is not one to open.
    case address
    /// An action whose request is not one to send: not encrypted, or with a header field that is not the
    /// sender's to set.
    case request
    /// The link of the body.
    case click
    /// A picture from another computer than the server.
    case foreignPicture = "foreign_picture"
    /// A picture whose address is not one to fetch from.
    case picture
    /// More buttons than a popup has, or too much behind them.
    case tooMany = "too_many"
  }

  package init(_ message: NtfyMessage, of topic: NtfyTopic, _ words: Words) {
    switch message.body {
    case .bytes(let bytes): self = .bytes(bytes)
    case .plain, .markdown:
      if topic.isSealed {
        self = .unsealed
      } else if case .plain(let text) = message.body, message.title == nil,
        NtfyMapping.isOwnForm(text)
      {
        self = .bytes(Array(text.utf8))
      } else {
        var notice = NtfyNotice(topic)
        notice.take(message, words)
        self = .message(notice.document, leftOut: notice.leftOut)
      }
    }
  }

  /// Whether a service has sent one of Carillon's own documents as the text of a message.
  private static func isOwnForm(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "{"), case .object(let members) = JSONValue(parsing: text)
    else { return false }
    return ["data", "notification", "message"].contains { key in
      if case .object = members[key] { true } else { false }
    }
  }
}

/// A `general` message in the making. (C5)
private struct NtfyNotice {
  private let topic: NtfyTopic
  private var data: [String: String] = [:]
  private var actions: [JSONValue] = []
  private(set) var leftOut: [NtfyMapping.LeftOut] = []

  init(_ topic: NtfyTopic) {
    self.topic = topic
  }

  var document: String {
    var data = data
    if !actions.isEmpty { data["actions"] = JSONValue.array(actions).serialized }
    return JSONValue.object(["data": .object(data.mapValues(JSONValue.text))]).serialized
  }

  mutating func take(_ message: NtfyMessage, _ words: Words) {
    data["type"] = "general"
    data["messageId"] = "ntfy:\(topic.identity)/\(message.id)"
    data["channel"] = topic.channel
    data["timestamp"] = message.time.isoUTC
    let emoji = message.tags.compactMap(Emoji.named)
    let title = (emoji + [message.title ?? clean(topic.name, lines: false)]).joined(separator: " ")
    data["title"] = fitting(title, Message.longestTitle)
    data["body"] = fitting(body(of: message, words), Message.longestBody)
    take(message.priority)
    if let click = message.click {
      if let link = link(click) { data["deepLink"] = link } else { leaveOut(.click) }
    }
    for action in message.actions { take(action) }
    if let attachment = message.attachment { take(attachment) }
    if let icon = message.icon, let url = picture(icon) { data["iconUrl"] = url }
  }

  /// The text, and the tags that name no emoji below it.
  private func body(of message: NtfyMessage, _ words: Words) -> String {
    let text =
      switch message.body {
      case .plain(let text): text
      case .markdown(let text): plainText(ofMarkdown: text)
      case .bytes: ""
      }
    let tags = message.tags.filter { Emoji.named($0) == nil }
    let cleaned = clean(text, lines: true)
    guard !tags.isEmpty else { return cleaned }
    let line = words.say("Tags: {tags}", ["tags": tags.joined(separator: ", ")])
    return isBlank(cleaned)
      ? line : fitting(cleaned, Message.longestBody - line.count - 1) + "\n" + line
  }

  private mutating func take(_ priority: NtfyMessage.Priority) {
    let level = priority == .highest && !topic.isUrgentAllowed ? .high : priority
    data["level"] = String(level.rawValue)
    data["priority"] =
      switch level {
      case .least, .low: "low"
      case .normal: "normal"
      case .high, .highest: "high"
      }
  }

  private mutating func take(_ action: NtfyAction) {
    switch action.kind {
    case .view(let url):
      guard let link = link(url) else { return leaveOut(.address) }
      add("view", action.label, ["deepLink": .text(link)])
    case .copy(let text): add("copy", action.label, ["data": .object(["copy": .text(text)])])
    case .http(let request):
      guard
        let request = ButtonRequest(
          url: request.url, method: request.method, headers: request.headers, body: request.body,
          clears: action.clears)
      else { return leaveOut(.request) }
      add("http", action.label, ["data": request.document])
    case .broadcast: leaveOut(.broadcast)
    case .unknown: leaveOut(.unknownAction)
    }
  }

  /// A picture to show, or a button that opens anything else.
  private mutating func take(_ attachment: NtfyMessage.Attachment) {
    if attachment.isPicture {
      if let url = picture(attachment.url) { data["imageUrl"] = url }
    } else if let link = WebLink(attachment.url) {
      add("attachment", attachment.label, ["deepLink": .text(link.url)])
    } else {
      leaveOut(.address)
    }
  }

  private mutating func add(_ kind: String, _ label: String, _ members: [String: JSONValue]) {
    let own: [String: JSONValue] = [
      "id": .text("\(kind)-\(actions.count + 1)"), "title": .text(label),
    ]
    let more = actions + [.object(own.merging(members) { $1 })]
    guard more.count <= Action.most,
      JSONValue.array(more).serialized.utf8.count <= Message.largestValue
    else { return leaveOut(.tooMany) }
    actions = more
  }

  /// Where a click may lead: to the web, or to a page of Carillon.
  private func link(_ url: String) -> String? {
    if let link = WebLink(url) { return link.url }
    guard let path = DeepLink.path(url), ["carillon", "firstcrack"].contains(path.scheme) else {
      return nil
    }
    return url
  }

  private mutating func picture(_ url: String) -> String? {
    guard let link = WebLink(url) else {
      leaveOut(.picture)
      return nil
    }
    guard topic.hasForeignPictures || link.host.lowercased() == topic.host else {
      leaveOut(.foreignPicture)
      return nil
    }
    return link.url
  }

  private mutating func leaveOut(_ part: NtfyMapping.LeftOut) {
    if !leftOut.contains(part) { leftOut.append(part) }
  }
}

extension NtfyMessage.Attachment {
  private static let pictures = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"]

  fileprivate var isPicture: Bool {
    if let type { return type.lowercased().hasPrefix("image/") }
    return Self.pictures.contains { name.lowercased().hasSuffix($0) }
  }

  /// The name on its button; the end of its address if it has none.
  fileprivate var label: String {
    let last = url.split(separator: "/").last.map { beginning(of: $0) } ?? ""
    return truncate(name.isEmpty ? last : name, to: 40)
  }
}

/// `text` with at most `limit` characters, and no more bytes than a field of a message may have.
private func fitting(_ text: String, _ limit: Int) -> String {
  var text = truncate(text, to: limit)
  while text.utf8.count > Message.largestValue { text = truncate(text, to: text.count * 3 / 4) }
  return text
}

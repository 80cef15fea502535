package import CarillonEngine
import FoundationEssentials

/// A message of a server, as it was sent; ``NtfyMapping`` says what becomes of it. (C5)
package struct NtfyMessage: Hashable, Sendable {
  package var id: String
  package var topic: String
  package var time: Instant
  /// What later messages and tombstones name to replace, clear or delete this one.
  package var sequence: String
  /// When the server forgets it; nil if it does not keep it.
  package var forgottenAt: Instant?
  /// Cleaned; nil if it is blank.
  package var title: String?
  package var body: Body
  package var priority: Priority
  package var tags: [String]
  package var click: String?
  package var icon: String?
  package var attachment: Attachment?
  package var actions: [NtfyAction]

  package enum Body: Hashable, Sendable {
    case plain(String)
    case markdown(String)
    /// Not text, such as a sealed message.
    case bytes([UInt8])
  }

  package enum Priority: Int, Sendable {
    case least = 1
    case low, normal, high, highest
  }

  package struct Attachment: Hashable, Sendable {
    /// Cleaned.
    package var name: String
    package var url: String
    package var type: String?
    /// In bytes; nil if the server does not know it, as for a file that lies elsewhere.
    package var size: Int?
    package var expiresAt: Instant?
  }

  init(_ fields: [String: Field], in line: Field) throws(Refusal) {
    id = try fields.required("id", in: line).name()
    topic = try fields.required("topic", in: line).topic()
    time = try fields.required("time", in: line).instant()
    sequence = try fields.present("sequence_id")?.name() ?? id
    forgottenAt = try fields.present("expires")?.instant()
    title = try fields.present("title").flatMap { (field) throws(Refusal) in try field.line() }
    body = try Body(fields)
    priority = try fields.present("priority")?.priority() ?? .normal
    tags = try fields.present("tags")?.tags() ?? []
    click = try fields.present("click")?.address()
    icon = try fields.present("icon")?.address()
    attachment = try fields.present("attachment").map { (field) throws(Refusal) in
      try Attachment(field)
    }
    actions = try fields.present("actions")?.actions() ?? []
  }
}

extension NtfyMessage.Body {
  fileprivate init(_ fields: [String: Field]) throws(Refusal) {
    let text = try fields.present("message")?.text() ?? ""
    if let encoding = fields.present("encoding"), case let name = try encoding.text(), !name.isEmpty
    {
      guard name == "base64" else { throw encoding.refused("must be base64") }
      guard let bytes = Data(base64Encoded: text) else {
        throw fields["message"]?.refused("is not base64") ?? encoding.refused("has no message")
      }
      self = .bytes(Array(bytes))
    } else if try fields.present("content_type")?.text().lowercased() == "text/markdown" {
      self = .markdown(text)
    } else {
      self = .plain(text)
    }
  }
}

extension NtfyMessage.Attachment {
  fileprivate init(_ field: Field) throws(Refusal) {
    let fields = try field.members(known: nil)
    name = try fields.required("name", in: field).line() ?? ""
    url = try fields.required("url", in: field).address() ?? ""
    type = try fields.present("type")?.line()
    size = try fields.present("size")?.integer(0...Int.max)
    expiresAt = try fields.present("expires")?.instant()
  }
}

extension Field {
  /// An id or a sequence: what can stand in an address.
  func name() throws(Refusal) -> String {
    let text = try text()
    guard (1...64).contains(text.utf8.count),
      text.utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
      })
    else { throw refused("must have 1 to 64 letters, digits, - and _") }
    return text
  }

  func topic() throws(Refusal) -> String { try name() }

  /// Seconds since 1970, up to the year 9999.
  func instant() throws(Refusal) -> Instant {
    Instant(seconds: Int64(try integer(0...253_402_300_799)))
  }

  /// A cleaned line; nil if it is blank.
  func line() throws(Refusal) -> String? {
    let text = beginning(of: try text(), 1000)
    return isBlank(text) ? nil : text
  }

  /// An address as it was sent, which nobody has looked at yet; nil if it is empty.
  fileprivate func address() throws(Refusal) -> String? {
    let text = try text()
    guard text.utf8.count <= WebLink.longest else { throw refused("is longer than 2 KiB") }
    return text.isEmpty ? nil : text
  }

  fileprivate func priority() throws(Refusal) -> NtfyMessage.Priority {
    let number = try integer(0...5)
    // Old servers write 0 for none.
    return NtfyMessage.Priority(rawValue: number) ?? .normal
  }

  fileprivate func tags() throws(Refusal) -> [String] {
    var tags: [String] = []
    for element in try elements() {
      if let tag = try element.line(), tags.count < 20 { tags.append(truncate(tag, to: 40)) }
    }
    return tags
  }

  fileprivate func actions() throws(Refusal) -> [NtfyAction] {
    var actions: [NtfyAction] = []
    for element in try elements() { actions.append(try NtfyAction(element)) }
    return actions
  }
}

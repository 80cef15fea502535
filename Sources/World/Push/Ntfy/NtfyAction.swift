import CarillonEngine

/// A button of a message. (C5)
package struct NtfyAction: Hashable, Sendable {
  /// Cleaned and cut as buttons are.
  package var label: String
  /// Whether pressing it takes the notification away.
  package var clears: Bool
  package var kind: Kind

  package enum Kind: Hashable, Sendable {
    case view(url: String)
    case copy(text: String)
    case http(Request)
    /// An intent of Android, which a desktop has no use for.
    case broadcast
    /// An action of a newer server, by its name.
    case unknown(String)
  }

  /// What `http` asks for; its address has been checked by nobody yet.
  package struct Request: Hashable, Sendable {
    package var method: String
    package var url: String
    package var headers: [String: String]
    package var body: String
  }

  init(_ field: Field) throws(Refusal) {
    let fields = try field.members(known: nil)
    let action = try fields.required("action", in: field)
    let name = try action.text()
    guard let label = try fields.required("label", in: field).line() else {
      throw field.child("label", .null).refused("is empty")
    }
    self.label = truncate(label, to: 40)
    clears = try fields.present("clear")?.flag() ?? false
    switch name {
    case "view": kind = .view(url: try fields.required("url", in: field).text())
    case "copy":
      kind = .copy(text: clean(try fields.required("value", in: field).text(), lines: true))
    case "http": kind = .http(try Request(fields, in: field))
    case "broadcast": kind = .broadcast
    default: kind = .unknown(beginning(of: name))
    }
  }
}

extension NtfyAction.Request {
  private static let methods: Set = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]

  fileprivate init(_ fields: [String: Field], in field: Field) throws(Refusal) {
    url = try fields.required("url", in: field).text()
    let given = fields.present("method")
    let name = try given?.text().uppercased() ?? ""
    method = name.isEmpty ? "POST" : name
    guard Self.methods.contains(method) else {
      throw given?.refused("is no method") ?? field.refused("has no method")
    }
    headers = [:]
    if let given = fields.present("headers") {
      for (name, value) in try given.members(known: nil).sorted(by: { $0.key < $1.key }) {
        headers[name] = try value.text()
      }
      guard headers.count <= 32 else { throw given.refused("has more than 32 members") }
    }
    body = try fields.present("body")?.text() ?? ""
  }
}

import CarillonGLib

/// What a distributor tells an application, in either version of the protocol. (C3)
enum ConnectorCall: Hashable {
  case message(token: String, bytes: [UInt8], id: String?)
  /// An empty endpoint is a lost one.
  case endpoint(token: String, endpoint: String)
  case unregistered(token: String)

  /// The size of the arguments that are looked at, in bytes: the longest message needs a third of it.
  static let mostBytes = 16 << 10
  static let longestMessage = 4096
  static let longestEndpoint = 1000
  /// Of a message's id, which no rule limits.
  static let longestID = 255

  var token: String {
    switch self {
    case .message(let token, _, _), .endpoint(let token, _), .unregistered(let token): token
    }
  }

  /// Fails for what does not follow the protocol.
  init?(_ interface: String, _ method: String, _ arguments: [Variant]) {
    let isOld = interface == Connector.first
    // The old version has the same values, without their names.
    func value(_ name: String, at place: Int) -> Variant? {
      isOld ? arguments[at: place] : arguments[at: 0]?[name]
    }
    guard case .string(let token)? = value("token", at: 0) else { return nil }
    switch method {
    case "Message":
      guard case .bytes(let bytes)? = value("message", at: 1),
        (1...Self.longestMessage).contains(bytes.count)
      else { return nil }
      var id: String?
      if let given = value("id", at: 2) {
        guard case .string(let text) = given, text.utf8.count <= Self.longestID else { return nil }
        id = text.isEmpty ? nil : text
      }
      self = .message(token: token, bytes: bytes, id: id)
    case "NewEndpoint":
      guard case .string(let endpoint)? = value("endpoint", at: 1),
        endpoint.isEmpty || Self.isEndpoint(endpoint)
      else { return nil }
      self = .endpoint(token: token, endpoint: endpoint)
    case "Unregistered": self = .unregistered(token: token)
    default: return nil
    }
  }

  private static func isEndpoint(_ text: String) -> Bool {
    guard text.utf8.count <= longestEndpoint, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return false }
    let lower = text.lowercased()
    return ["https://", "http://"].contains { scheme in
      guard lower.hasPrefix(scheme), let first = lower.dropFirst(scheme.count).first else {
        return false
      }
      return !"/?#:@".contains(first)
    }
  }
}

package import CarillonEngine
import FoundationEssentials

/// A server, and the topics that are read from it. (C4)
package struct NtfyServer: Hashable, Sendable {
  /// Its address, without a topic: HTTPS, or HTTP on this computer.
  package var url: String
  /// At least one, of letters, digits, `-` and `_`.
  package var topics: [String]
  /// An access token, or a name and a password with a colon between them; nil for neither.
  package var token: SecretReference?
  /// How long the server keeps messages.
  package var keeps = NtfyConnection.usualCache
  /// How often it says that it is there, until it has shown that itself.
  package var keepalive = NtfyConnection.usualKeepalive

  package init(url: String, topics: [String], token: SecretReference? = nil) {
    self.url = url
    self.topics = topics
    self.token = token
  }

  func address(of request: NtfyConnection.Request) -> String {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    let poll = request.kind == .backlog ? "&poll=1" : ""
    return "\(base)/\(topics.joined(separator: ","))/json?since=\(request.since)\(poll)"
  }
}

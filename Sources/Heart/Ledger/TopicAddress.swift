import CarillonDetail
import CarillonText
import CarillonTime

/// The address of a topic, as people paste it. (C4)
package struct TopicAddress: Hashable, Sendable {
  /// As in ``TopicSubscription/server``; checked with the subscription.
  package let server: String
  package let topic: String

  /// Why a text is no address of a topic.
  package enum Problem: Error, Hashable, Sendable {
    case empty
    /// It names a server, and no topic behind it.
    case noTopic
    /// More than one, with commas.
    case severalTopics
    /// Secrets belong to the token, which is kept in the keyring.
    case password
    case scheme
    /// It has blanks, or names no server.
    case unreadable
  }

  /// `text` with what was meant: `ntfy.sh/alerts`, `https://ntfy.sh/alerts`, `ntfy://host/alerts`, an
  /// address copied from a browser or a script (`/alerts/json?poll=1`), or the topic alone, which is one
  /// of ntfy.sh.
  package init(typed text: String) throws(Problem) {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isEmpty else { throw .empty }
    guard !text.contains(where: \.isWhitespace) else { throw .unreadable }
    var scheme: String?
    if let end = text.firstRange(of: "://") {
      scheme = text[..<end.lowerBound].lowercased()
      text = text[end.upperBound...]
    }
    let query = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let address = query[0].prefix { $0 != "#" }
    if query.count > 1, TopicAddress.holdsPassword(query[1]) { throw .password }
    var parts = address.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard let host = parts.first, !address.hasPrefix("/") else { throw .unreadable }
    guard !host.contains("@") else { throw .password }
    if parts.count > 2, ["json", "sse", "raw", "ws", "auth"].contains(parts[parts.count - 1]) {
      parts.removeLast()
    }
    if parts.count == 1 {
      // A name without dots is a topic, as in ntfy's own programs.
      guard scheme == nil, !host.contains("."), !host.contains(":"), !FetchSpec.isLoopback(host)
      else { throw .noTopic }
      parts = ["ntfy.sh", host]
    }
    let topic = parts.removeLast()
    guard !topic.contains(",") else { throw .severalTopics }
    let bare = parts[0].split(separator: ":").first.map(String.init) ?? parts[0]
    let isHere = FetchSpec.isLoopback(parts[0].hasPrefix("[") ? "[::1]" : bare)
    let protocolName: String
    switch scheme {
    case "http", "https": protocolName = scheme ?? "https"
    case "ntfys": protocolName = "https"
    case nil, "ntfy": protocolName = isHere ? "http" : "https"
    default: throw .scheme
    }
    server = protocolName + "://" + parts.joined(separator: "/")
    self.topic = topic
  }

  private static func holdsPassword(_ query: Substring) -> Bool {
    query.split(separator: "&").contains { $0.lowercased().hasPrefix("auth") }
  }

  /// As it is shown to people.
  package var text: String { "\(server)/\(topic)" }
}

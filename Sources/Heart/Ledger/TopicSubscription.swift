import CarillonDetail
package import CarillonText
import CarillonTime

/// A topic of an ntfy server whose messages the user wants. (C4)
///
/// Each is a channel of its own. (C10)
package struct TopicSubscription: Hashable, Codable, Sendable {
  /// The server's address: HTTPS, or HTTP on this computer; in lower case up to its path, and without a
  /// slash at its end.
  package var server: String
  /// Of letters, digits, `-` and `_`.
  package var topic: String
  /// The user's name for it; the topic's until they give one.
  package var name: String
  /// An access token, or a name and a password with a colon between them.
  package var token: SecretReference?
  /// Whether only encrypted messages are taken. (C2)
  package var isSealed = false
  /// When its messages are told, as long as its channel says nothing else. (§5, At my hours)
  package var at = Settings.ChannelChoice.At.now
  /// Whether priority 5 is urgent; otherwise it is like 4. (C5)
  package var isUrgentAllowed = false
  /// Whether pictures may be fetched from other computers than the server. (C5)
  ///
  /// To fetch one tells its sender that somebody is there.
  package var hasForeignPictures = false
  /// The computers that buttons of its messages may send requests to: ``WebLink/authority``, each once.
  /// (C5)
  package var hosts: [String] = []

  package init(server: String, topic: String, name: String? = nil) {
    self.server = server
    self.topic = topic
    self.name = name ?? topic
  }

  /// Each is on a connection, and part of what every event looks at.
  package static let most = 50
  package static let longestName = 50
  package static let mostHosts = 50

  /// What tells it from a topic of the same name on another server.
  package var identity: String { authority + "/" + topic }

  /// The server's address without its scheme.
  package var authority: String {
    String(server.drop { $0 != "/" }.dropFirst(2))
  }

  /// The id of its channel. (C10)
  package var channel: String { "\(TopicSubscription.channelPrefix)\(identity)" }

  static let channelPrefix = "ntfy:"

  /// Whether a channel is one of a subscription, perhaps of a former one.
  package static func isChannel(_ id: String) -> Bool { id.hasPrefix(channelPrefix) }
}

extension [TopicSubscription] {
  /// The one of a topic; nil if the user has left it.
  package func of(topic identity: String) -> TopicSubscription? {
    first { $0.identity == identity }
  }

  /// The one whose messages are of `channel`; nil if the user has left it, and for other channels.
  package func of(channel: String) -> TopicSubscription? {
    first { $0.channel == channel }
  }
}

extension TopicSubscription {
  private static let members = [
    "server", "topic", "name", "token", "sealed", "at", "priority5", "pictures", "hosts",
  ]

  /// All of a document; null is none.
  static func list(_ field: Field) throws(Refusal) -> [TopicSubscription] {
    guard !field.isNull else { return [] }
    var list: [TopicSubscription] = []
    for element in try field.elements(most: most, "topics") {
      let subscription = try TopicSubscription(element)
      guard !list.contains(where: { $0.identity == subscription.identity }) else {
        throw element.child("topic", .null).refused("is there twice")
      }
      list.append(subscription)
    }
    return list
  }

  /// One of a document, as an element of the setting or as a trial names it.
  package init(_ field: Field) throws(Refusal) {
    let fields = try field.members(known: TopicSubscription.members)
    server = try fields.required("server", in: field).serverAddress()
    topic = try fields.required("topic", in: field).topicName()
    name = topic
    if let given = fields.present("name") {
      name = truncate(clean(try given.text(), lines: false), to: TopicSubscription.longestName)
      if isBlank(name) { throw given.refused("is empty") }
    }
    token = try fields.present("token").map { (field) throws(Refusal) in
      try field.secretReference()
    }
    isSealed = try fields.present("sealed")?.flag() ?? false
    if let at = fields.present("at") { self.at = try Settings.ChannelChoice.At(at) }
    if let given = fields.present("priority5") {
      let names = ["normal": false, "urgent": true]
      guard let isUrgent = names[try given.text()] else {
        throw given.refused("must be normal or urgent")
      }
      isUrgentAllowed = isUrgent
    }
    if let given = fields.present("pictures") {
      let names = ["own": false, "all": true]
      guard let areForeign = names[try given.text()] else {
        throw given.refused("must be own or all")
      }
      hasForeignPictures = areForeign
    }
    if let given = fields.present("hosts") { hosts = try given.hosts() }
  }

  package var document: JSONValue {
    var document: [String: JSONValue] = [
      "server": .text(server), "topic": .text(topic), "name": .text(name),
      "sealed": .bool(isSealed), "at": .text(at.name),
      "priority5": .text(isUrgentAllowed ? "urgent" : "normal"),
      "pictures": .text(hasForeignPictures ? "all" : "own"),
      "hosts": .array(hosts.map(JSONValue.text)),
    ]
    if let token { document["token"] = .object(["secretReference": .text(token.id)]) }
    return .object(document)
  }
}

extension Field {
  /// A topic, as ntfy allows it.
  fileprivate func topicName() throws(Refusal) -> String {
    let text = try text()
    guard (1...64).contains(text.utf8.count),
      text.utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
      })
    else { throw refused("must have 1 to 64 letters, digits, - and _") }
    return text
  }

  /// The computers that buttons may send to. (C5)
  fileprivate func hosts() throws(Refusal) -> [String] {
    var hosts: [String] = []
    for element in try elements(most: TopicSubscription.mostHosts, "computers") {
      let given = try element.text()
      guard !given.contains(where: { "/?#".contains($0) }),
        let link = WebLink("https://\(given)/"), link.authority.utf8.count <= 255
      else {
        throw element.refused(
          "must be the name of a computer, such as home.example or home.example:8443")
      }
      if !hosts.contains(link.authority) { hosts.append(link.authority) }
    }
    return hosts
  }

  /// The address of a server, without the slash at its end.
  ///
  /// With the rules of T25: HTTPS, or HTTP on this computer, where nobody listens in.
  fileprivate func serverAddress() throws(Refusal) -> String {
    let given = try text()
    guard let link = WebLink(given), !link.url.contains("?"), !link.url.contains("#") else {
      throw refused("must be an address such as https://ntfy.sh")
    }
    var address = link.url
    while address.hasSuffix("/") { address.removeLast() }
    guard address.utf8.count <= 255 else { throw refused("is longer than 255 bytes") }
    // Scheme and host are the same in capital letters; a path is not.
    let head = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let base = head.prefix(3).joined(separator: "/").lowercased()
    let path = head.count > 3 ? "/" + head[3] : ""
    guard base.hasPrefix("https:") || FetchSpec.isLoopback(link.host) else {
      throw refused("must be https, or http on this computer")
    }
    return base + path
  }
}

/// What the user has set for one topic of one server, as far as its messages are concerned. (C4, C5)
package struct NtfyTopic: Hashable, Sendable {
  /// The server's computer, as it stands in its address.
  package var host: String
  /// The server's port, where it is not the usual one.
  package var port: Int?
  package var topic: String
  /// The user's name for it, which titles what has no title.
  package var name: String
  /// The channel of its messages. (C10)
  package var channel: String
  /// Whether only sealed messages are taken.
  package var isSealed = false
  /// Whether priority 5 is urgent; otherwise it is like 4.
  package var isUrgentAllowed = false
  /// Whether pictures may be fetched from other computers than the server.
  ///
  /// To fetch one tells its sender that somebody is there.
  package var hasForeignPictures = false

  package init(host: String, port: Int? = nil, topic: String, name: String, channel: String) {
    self.host = host.lowercased()
    self.port = port
    self.topic = topic
    self.name = name
    self.channel = channel
  }

  /// What tells this topic from the one of the same name on another server.
  var identity: String { host + (port.map { ":\($0)" } ?? "") + "/" + topic }
}

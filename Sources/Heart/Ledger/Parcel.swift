package import CarillonTime

/// What a carrier brought. (C1)
package struct Parcel: Hashable, Codable, Sendable {
  package enum Body: Hashable, Codable, Sendable {
    /// JSON in one of the shapes of a push message, or plain text.
    case text(String)
    /// A message that was encrypted for one of the paired senders' keys. (C2)
    case sealed([UInt8])
    /// The sender has taken the messages of this sequence back, or they were read elsewhere. (C4)
    case withdrawn
    /// No message can be made of it; the code says why. It only moves the mark, and is counted.
    case unusable(String)
  }

  package var body: Body
  /// Which carrier it was: its name is part of the message's id.
  package var carrier: String
  /// The paired sender that it is from; nil before it was opened, and for what was not sealed.
  package var sender: String?
  /// Whether a service that the user is signed in to has sealed it for this device. (D1)
  package var isFromAccount = false
  /// The id under which the carrier delivers it; nil if it gives none.
  package var id: String?
  /// Identifies the sealed message that this was, whoever has brought it; nil before it is opened, and for what was
  /// not sealed. (C1)
  package var seal: String?
  /// The subscription that it belongs to, by ``TopicSubscription/identity``; nil for other carriers.
  package var topic: String?
  /// What later parcels of the same topic name to replace it or to take it back; nil if nothing can.
  package var sequence: String?
  /// When it was sent, by the carrier's clock.
  package var sentAt: Instant?
  /// Whether it came while what had waited at the server was read: nothing of that is shown before all
  /// of it has come. (C4)
  package var isBacklog = false
  /// Where to go on after it; stored with it. (C4)
  package var mark: Mark?

  package init(_ body: Body, carrier: String, id: String?) {
    self.body = body
    self.carrier = carrier
    self.id = id
  }

  package init(text: String, carrier: String, id: String?) {
    self.init(.text(text), carrier: carrier, id: id)
  }

  /// The longest plain text, in bytes; longer ones are no message.
  package static let longestText = 4096
}

/// How far the messages of topics have been taken in. (C4)
///
/// It is stored with the message that moved it, so that after a crash nothing is missing.
package struct Mark: Hashable, Codable, Sendable {
  /// The last message that the server keeps; nil if there was none yet.
  package var id: String?
  /// When that message was sent, or when the subscription began.
  package var time: Instant

  package init(id: String? = nil, time: Instant) {
    self.id = id
    self.time = time
  }
}

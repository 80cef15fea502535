import CarillonLedger

/// What carriers bring beside messages. (C4)
extension Inbox {
  /// Takes back what was sent so far of a sequence: closes what is on the screen, and skips what waits.
  /// (C4)
  func withdraw(_ parcel: Parcel) throws(StoreFailure) {
    guard let sequence = parcel.sequence, let topic = parcel.topic,
      let subscription = try settings.subscriptions.of(topic: topic)
    else { return }
    let tag = General.tagPrefix + Inbox.sequence(sequence, in: subscription.channel)
    let elsewhere = Elsewhere(tag: tag, .withdrawn, at: parcel.sentAt ?? now)
    // A tombstone may come again, after a gap: what was sent since is not taken back.
    guard elsewhere.outdoes(try rows.elsewhere(tag)) else { return }
    try rows.put(elsewhere, heardAt: now)
    try subjects.silence(tag, .takenBack)
    try ledger.hear(.answeredElsewhere(tag: tag))
    changed(.state)
    changed(.history)
  }

  /// The tag of a sequence, which belongs to its topic alone.
  static func sequence(_ name: String, in channel: String?) -> String { scoped(name, in: channel) }

  /// The tag of a subject; what a topic or a paired sender brings is about subjects of its own, whatever ids it
  /// names. (C4, C10)
  ///
  /// The id comes first, as ``Subject/id`` expects.
  static func tag(_ tag: String, in channel: String?) -> String {
    // Made of a sequence, an id or a digest, which are their sender's already.
    let isGeneral = tag.hasPrefix(General.tagPrefix)
    guard !isGeneral, let channel else { return tag }
    return "\(tag)/\(channel)"
  }

  /// The id of a message, which is its sender's alone: nobody else's becomes its copy. (C1)
  package static func id(_ name: String, in channel: String?) -> String {
    scoped(name, in: channel)
  }

  /// The id of a message without one of its own: a second delivery is its copy. (C1)
  package static func id(_ name: String, by carrier: String) -> String {
    "\(carried)\(carrier):\(name)"
  }

  /// The id by which the user's own services know a message; nil if it is not one of theirs, or has none.
  static func sentID(_ id: String) -> String? {
    if id.hasPrefix(ours) { return String(id.dropFirst(ours.count)) }
    return [theirs, carried, Delivery.planPrefix].contains { id.hasPrefix($0) } ? nil : id
  }

  /// A name within those of its sender; no name of another one becomes the same.
  ///
  /// Channels may have slashes in them, and the user's own services may name ids that look like another's.
  private static func scoped(_ name: String, in channel: String?) -> String {
    guard let channel else {
      let taken = [theirs, carried, ours, Delivery.planPrefix]
      return taken.contains { name.hasPrefix($0) } ? ours + name : name
    }
    return "\(theirs)\(channel.utf8.count):\(channel)/\(name)"
  }

  private static let theirs = "from:"
  private static let carried = "carried:"
  private static let ours = "own:"

  /// Notes how far the topics of the parcel's connection have been taken in. (C4)
  func moveMark(_ parcel: Parcel) throws(StoreFailure) {
    guard let mark = parcel.mark else { return }
    let connections = try settings.connections
    let topics = connections.first { $0.name == parcel.carrier }?.topics.map(\.identity)
    try rows.put(mark, of: topics ?? [parcel.topic].compactMap(\.self))
  }
}

extension Message {
  private static let shape: Set = [
    "data", "notification", "message", "android", "apns", "webpush", "type", "title", "body",
  ]

  /// Whether a text is meant as a document of a message; any other is a text for people. (C1)
  package static func hasShape(_ text: String) -> Bool {
    guard text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      case .object(let members) = JSONValue(parsing: text)
    else { return false }
    return !shape.isDisjoint(with: members.keys)
  }
}

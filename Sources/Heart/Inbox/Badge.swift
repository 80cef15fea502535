package import CarillonLedger

/// How many messages wait to be read: the number at the launcher and in the panel. (D8)
///
/// A message may say how many there are. Each later one without a number adds one, and each subject that
/// the user reads takes one off.
package final class Badge: Room {
  package let ledger: Ledger
  private let kinds: Kinds
  package private(set) var memory: Memory

  /// What outlives a turn.
  package struct Memory {
    /// Nil until it is read.
    fileprivate var unread: Unread?
    /// What the world was told last.
    fileprivate var told = 0

    package init() {}
  }

  /// What waits to be read.
  fileprivate struct Unread: Hashable, Codable {
    /// How many there are, as the service said.
    var said = 0
    /// Which subjects are among those, as far as known.
    var counted: [String] = []
    /// The subjects of what came since.
    var since: [String] = []

    var count: Int { min(said + since.count, Message.highestBadge) }
  }

  package init(_ ledger: Ledger, _ kinds: Kinds, _ memory: Memory) {
    self.ledger = ledger
    self.kinds = kinds
    self.memory = memory
  }

  /// How many subjects are kept in mind, of the user's own services and of others.
  private static let most = 200

  private func unread() throws(StoreFailure) -> Unread {
    if let known = memory.unread { return known }
    // A damaged note counts as none.
    var stored =
      try rows.note(Note.badge).flatMap { deserialize(Unread.self, from: $0) } ?? Unread()
    stored.said = min(max(stored.said, 0), Message.highestBadge)
    stored.counted = Badge.own(stored.counted)
    memory.unread = stored
    return stored
  }

  private func set(_ unread: Unread) throws(StoreFailure) {
    guard try self.unread() != unread else { return }
    memory.unread = unread
    try rows.setNote(Note.badge, unread == Unread() ? nil : serialize(unread))
    changed(.state)
  }

  package var count: Int { get throws(StoreFailure) { try unread().count } }

  /// Without what topics and paired senders have brought: what the user's services are told. (C4)
  ///
  /// They would else count that as their own in what they say next.
  package var ownCount: Int {
    get throws(StoreFailure) {
      var own = try unread()
      own.since = Badge.own(own.since)
      return own.count
    }
  }

  // MARK: What changes it

  /// A message was accepted; `isNews` if it has a notification of its own.
  func received(
    _ message: Message, of kind: any MessageKind.Type, _ tag: String, isNews: Bool
  ) throws(StoreFailure) {
    var unread = try unread()
    let counts = kind is any Counted.Type && isNews
    // Any sender of a topic could else say a number.
    if let said = message.badge, message.sender == nil {
      unread.said = said
      unread.counted += Badge.own(unread.since) + (counts ? [tag] : [])
      unread.since = Badge.guests(unread.since)
    } else if counts, !unread.since.contains(tag), !unread.counted.contains(tag) {
      unread.since.append(tag)
    }
    if unread.said == 0 { unread.counted = [] }
    unread.counted = Array(unread.counted.suffix(Badge.most))
    // None of them is forgotten because of what topics bring.
    unread.since =
      Badge.guests(unread.since).suffix(Badge.most) + Badge.own(unread.since).suffix(Badge.most)
    try set(unread)
  }

  /// The subjects of the user's own services: no service counts what topics and paired senders bring. (C4)
  private static func own(_ tags: [String]) -> [String] {
    tags.filter { Subject.guest(in: $0) == nil }
  }

  private static func guests(_ tags: [String]) -> [String] {
    tags.filter { Subject.guest(in: $0) != nil }
  }

  /// The user has read what there is about a subject.
  func read(_ tag: String) throws(StoreFailure) {
    var unread = try unread()
    if unread.counted.contains(tag) { unread.said = max(0, unread.said - 1) }
    unread.counted.removeAll { $0 == tag }
    unread.since.removeAll { $0 == tag }
    try set(unread)
  }

  /// Another service speaks from now on: what the former one counted says nothing about this one. (D1)
  package func forgetWhatWasSaid() throws(StoreFailure) {
    var unread = try unread()
    (unread.said, unread.counted) = (0, [])
    try set(unread)
  }

  /// The user has looked at all of it.
  package func readAll() throws(StoreFailure) { try set(Unread()) }

  /// Tells the world if the number is another one.
  package func publish() throws(StoreFailure) {
    let count = try count
    guard memory.told != count else { return }
    memory.told = count
    emit(.badge(count))
  }
}

/// A kind whose messages wait to be read. (D8)
package protocol Counted: MessageKind {}

import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// What one notification for several stands for, by when each was due: the page that a click on it opens.
/// (§5, T38)
package struct DigestReport: Hashable, Codable, Sendable {
  package struct Button: Hashable, Codable, Sendable {
    /// For `Respond`.
    package var id: String
    package var label: String

    package init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  package struct Row: Hashable, Codable, Sendable {
    package var entry: HistoryEntry
    /// The user's name for its channel.
    package var sender: String
    /// When it was due, or came, in ISO format.
    package var arrivedAt: String
    package var title: String
    package var body: String
    /// The file of its picture in the cache; absent if it has none. (B8)
    package var picture: String?
    /// Empty once it was answered.
    ///
    /// A click on the row itself is the action `open`.
    package var buttons: [Button]

    package init(
      entry: HistoryEntry, sender: String, arrivedAt: String, title: String, body: String,
      picture: String? = nil, buttons: [Button] = []
    ) {
      self.entry = entry
      self.sender = sender
      self.arrivedAt = arrivedAt
      self.title = title
      self.body = body
      self.picture = picture
      self.buttons = buttons
    }
  }

  package var requestId: String
  package var title: String
  /// When it was shown, in ISO format.
  package var at: String
  /// The first of them, at most ``longest``.
  package var entries: [Row]
  /// How many more there are; absent if these are all.
  package var more: Int?

  package static let longest = 250

  package init(requestId: String, title: String, at: String, entries: [Row], more: Int? = nil) {
    self.requestId = requestId
    self.title = title
    self.at = at
    self.entries = entries
    self.more = more
  }
}

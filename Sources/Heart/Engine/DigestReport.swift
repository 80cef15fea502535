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
  }

  package var requestId: String
  package var title: String
  /// When it was shown, in ISO format.
  package var at: String
  package var entries: [Row]
}

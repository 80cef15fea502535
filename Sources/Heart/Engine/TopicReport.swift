import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// What `TryTopic` answers. (C4)
package struct TopicReport: Hashable, Codable, Sendable {
  /// Whether its messages would come.
  package var ok: Bool
  package var server: String
  package var topic: String
  /// Why not: `status`, `no-ntfy`, `held-back`, or a code of a fetch such as `FETCH_TIMEOUT`; absent if it
  /// would work.
  package var code: String?
  /// For logs; never a text of the server.
  package var detail: String?
  package var status: Int?
  /// The result in words.
  package var text = ""
  /// How many messages the server has kept.
  package var waiting: Int?
  /// When the last of them was sent.
  package var lastAt: String?

  package init(ok: Bool, server: String, topic: String) {
    self.ok = ok
    self.server = server
    self.topic = topic
  }
}

import CarillonDetail
import CarillonText
import CarillonTime

/// One line of the history: a delivery as people and programs read it. (J22)
package struct HistoryEntry: Hashable, Codable, Sendable {
  package var requestId: String
  /// `slot`, `ring-now`, `digest`, `test`.
  package var kind: String
  package var slotId: String?
  package var date: String?
  /// When it was decided, in ISO format.
  package var at: String
  package var title: String
  package var channel: String
  package var status: String
  package var reason: String?
  /// Status and reason in one sentence, for people.
  package var text: String
  /// `OPEN`, `SNOOZE`, `SKIP_NEXT`, `DISMISS`, `EXPIRED`; absent if there is none.
  package var response: String?
  package var responseText: String?
  /// The tag that messages about one subject share; absent if it is not a message.
  package var thread: String?
  /// True for alerts, final messages, and failed commands, which are always shown; else absent.
  package var insists: Bool?
  /// The article that Open opens; absent if it leads nowhere. (T34)
  package var link: String?
  /// True if it waited for an hour of its channel and was not read yet; else absent. (§5)
  package var unread: Bool?
  /// What its hour was called then; absent if it had no name.
  package var name: String?
  /// When it would have been due, in ISO format, if it was called off before; else absent.
  package var due: String?

  package init(
    requestId: String, kind: String, slotId: String? = nil, date: String? = nil, at: String,
    title: String, channel: String, status: String, reason: String? = nil, text: String,
    response: String? = nil, responseText: String? = nil, thread: String? = nil,
    insists: Bool? = nil, link: String? = nil, unread: Bool? = nil, name: String? = nil,
    due: String? = nil
  ) {
    self.requestId = requestId
    self.kind = kind
    self.slotId = slotId
    self.date = date
    self.at = at
    self.title = title
    self.channel = channel
    self.status = status
    self.reason = reason
    self.text = text
    self.response = response
    self.responseText = responseText
    self.thread = thread
    self.insists = insists
    self.link = link
    self.unread = unread
    self.name = name
    self.due = due
  }
}

extension HistoryEntry {
  /// Whether nobody can have missed anything of it: it was canceled before it was due, or the user
  /// skipped it and it is not due yet.
  ///
  /// It is not listed for people, but `Explain` knows it.
  package func isBookkeeping(at now: Instant) -> Bool {
    guard let due = due.flatMap({ Instant(iso: $0) }) else { return false }
    return status == Delivery.Status.cancelled.rawValue || due > now
  }

  /// The time at which it belongs in a list: a skip was noticed only when it was due.
  package var listedAt: String { due ?? at }
}

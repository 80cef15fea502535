import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// What `GetHistory` answers: deliveries, newest first. (J22)
package struct HistoryPage: Hashable, Codable, Sendable {
  package struct Entry: Hashable, Codable, Sendable {
    package var requestId: String
    /// `slot`, `ring-now`, `digest`, `test`.
    package var kind: String
    package var slotId: String?
    package var date: String?
    /// When it was decided, ISO.
    package var at: String
    package var title: String
    package var channel: String
    package var status: String
    package var reason: String?
    /// Status and reason in one sentence for people.
    package var text: String
    /// `OPEN`, `SNOOZE`, `SKIP_NEXT`, `DISMISS`, `EXPIRED`; absent while there is none.
    package var response: String?
    package var responseText: String?
    /// What messages about one subject have in common; absent for what is no message.
    package var thread: String?
    /// Whether it was to be seen at any rate: an alert, an end, a command that failed; else absent.
    package var insists: Bool?
  }

  package var entries: [Entry]
  /// For `before` in the next query; absent on the last page.
  package var next: String?

  package init(entries: [Entry], next: String?) {
    self.entries = entries
    self.next = next
  }
}

/// What `Explain` answers: one delivery's life, and why. (J23)
package struct ExplanationReport: Hashable, Codable, Sendable {
  package struct Step: Hashable, Codable, Sendable {
    package var at: String
    package var atMs: Int64
    package var code: String
    package var text: String
    /// What else is to be said of it, as sentences; absent where nothing is.
    package var detail: String?
    /// The checks of the policy, in its order, where this step was the gate's.
    package var checks: [Check]?
    package var values: [String: String]
  }

  package struct Check: Hashable, Codable, Sendable {
    package var code: String
    package var passed: Bool
    package var text: String
  }

  package struct Item: Hashable, Codable, Sendable {
    package var entry: HistoryPage.Entry
    package var due: String?
    package var body: String?
    package var steps: [Step]
    package var advice: StateReport.Hint?
  }

  /// One delivery, or for a slot its latest decided and its next.
  package var items: [Item]

  package init(items: [Item]) {
    self.items = items
  }
}

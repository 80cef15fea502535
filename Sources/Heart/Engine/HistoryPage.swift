import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The answer to `GetHistory`: deliveries, newest first. (J22)
package struct HistoryPage: Hashable, Codable, Sendable {
  package struct Entry: Hashable, Codable, Sendable {
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

    package init(
      requestId: String, kind: String, slotId: String? = nil, date: String? = nil, at: String,
      title: String, channel: String, status: String, reason: String? = nil, text: String,
      response: String? = nil, responseText: String? = nil, thread: String? = nil,
      insists: Bool? = nil
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
    }
  }

  package var entries: [Entry]
  /// The value of `before` for the next query; absent on the last page.
  package var next: String?

  package init(entries: [Entry], next: String?) {
    self.entries = entries
    self.next = next
  }
}

/// The answer to `Explain`: the steps of a delivery and the reasons. (J23)
package struct ExplanationReport: Hashable, Codable, Sendable {
  package struct Step: Hashable, Codable, Sendable {
    package var at: String
    package var atMs: Int64
    package var code: String
    package var text: String
    /// Further sentences about the step; absent if there are none.
    package var detail: String?
    /// The gate's checks in order; absent if this was not a step of the gate.
    package var checks: [Check]?
    package var values: [String: String]

    package init(
      at: String, atMs: Int64, code: String, text: String, detail: String? = nil,
      checks: [Check]? = nil, values: [String: String]
    ) {
      self.at = at
      self.atMs = atMs
      self.code = code
      self.text = text
      self.detail = detail
      self.checks = checks
      self.values = values
    }
  }

  package struct Check: Hashable, Codable, Sendable {
    package var code: String
    package var passed: Bool
    package var text: String

    package init(code: String, passed: Bool, text: String) {
      self.code = code
      self.passed = passed
      self.text = text
    }
  }

  package struct Item: Hashable, Codable, Sendable {
    package var entry: HistoryPage.Entry
    package var due: String?
    package var body: String?
    package var steps: [Step]
    package var advice: StateReport.Hint?

    package init(
      entry: HistoryPage.Entry, due: String? = nil, body: String? = nil, steps: [Step],
      advice: StateReport.Hint? = nil
    ) {
      self.entry = entry
      self.due = due
      self.body = body
      self.steps = steps
      self.advice = advice
    }
  }

  /// One delivery or, for a slot, its last decided and its next delivery.
  package var items: [Item]

  package init(items: [Item]) {
    self.items = items
  }
}

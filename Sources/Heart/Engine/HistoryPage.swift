import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The answer to `GetHistory`: deliveries, newest first. (J22)
package struct HistoryPage: Hashable, Codable, Sendable {
  package var entries: [HistoryEntry]
  /// The value of `before` for the next query; absent on the last page.
  package var next: String?

  package init(entries: [HistoryEntry], next: String?) {
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
    package var entry: HistoryEntry
    package var due: String?
    package var body: String?
    package var steps: [Step]
    package var advice: StateReport.Hint?

    package init(
      entry: HistoryEntry, due: String? = nil, body: String? = nil, steps: [Step],
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

import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

extension HistoryQuery {
  /// A query document: `{"limit":50,"before":"…","kind":"slot","status":"shown"}`; empty: the newest.
  init(_ text: String) throws(Refusal) {
    self.init(limit: 50)
    guard !text.isEmpty else { return }
    let document = try Field.document(text, named: "query")
    let members = try document.members(known: ["limit", "before", "kind", "status"])
    if let limit = members.present("limit") { self.limit = try limit.integer(1...200) }
    if let before = members.present("before") {
      guard let cursor = Cursor(try before.text()) else {
        throw before.refused("must be the next of another page")
      }
      self.before = cursor
    }
    if let kind = members.present("kind") {
      let name = try kind.text()
      guard HistoryQuery.kinds.contains(name) else { throw kind.refused("unknown kind") }
      self.kind = name
    }
    if let status = members.present("status") {
      self.status = Delivery.Status(rawValue: try status.text())
      if self.status == nil { throw status.refused("unknown status") }
    }
  }

  private static let kinds: Set = ["slot", "ring-now", "digest", "test", "message", Outage.kind]
}

extension HistoryQuery.Cursor {
  /// Reads the `next` of a page; nil if it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "-")
    guard parts.count == 2, let decided = Int64(parts[0]), let id = Int64(parts[1]) else {
      return nil
    }
    self.init(decidedAt: Instant(milliseconds: decided), id: id)
  }

  /// As a page names where the next one begins.
  var text: String { "\(decidedAt.milliseconds)-\(id)" }
}

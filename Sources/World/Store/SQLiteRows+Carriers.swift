import CarillonEngine
import Foundation
import GRDB

/// Carriers: marks, outages, and what no message could be made of. (C1, C4, C6)
extension SQLiteRows {
  func mark(of topic: String) throws(StoreFailure) -> Mark? {
    try first("SELECT last_id, last_at FROM marks WHERE topic = ? ORDER BY topic", topic)
  }

  func put(_ mark: Mark, of topics: [String]) throws(StoreFailure) {
    for topic in topics {
      try run(
        """
        INSERT INTO marks (topic, last_id, last_at) VALUES (?1, ?2, ?3)
        ON CONFLICT (topic) DO UPDATE SET last_id = ?2, last_at = ?3
        """, topic, mark.id, mark.time)
    }
  }

  func markedTopics() throws(StoreFailure) -> [String] {
    try all("SELECT topic FROM marks ORDER BY topic")
  }

  func forgetMark(of topic: String) throws(StoreFailure) {
    try run("DELETE FROM marks WHERE topic = ?", topic)
  }

  func carriers() throws(StoreFailure) -> [String: Instant?] {
    let records: [CarrierRecord] = try all("SELECT name, deaf_since FROM carriers ORDER BY name")
    return Dictionary(records.map { ($0.name, $0.deafSince) }) { first, _ in first }
  }

  func setCarrier(_ name: String, deafSince: Instant?) throws(StoreFailure) {
    try run(
      """
      INSERT INTO carriers (name, deaf_since) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET deaf_since = ?2
      """, name, deafSince)
  }

  func forgetCarrier(_ name: String) throws(StoreFailure) {
    try run("DELETE FROM carriers WHERE name = ?", name)
    try run("DELETE FROM drops WHERE carrier = ?", name)
  }

  /// Whether the history lists an outage: not the seconds in which a connection was made anew.
  private static let isListed = "(ended_at - began_at >= 60000 OR lost_before IS NOT NULL)"

  func insert(_ outage: Outage) throws(StoreFailure) {
    try run(
      """
      DELETE FROM outages WHERE NOT \(SQLiteRows.isListed)
        AND id = (SELECT id FROM outages WHERE carrier = ? ORDER BY id DESC LIMIT 1)
      """, outage.carrier)
    try run(
      """
      INSERT INTO outages (carrier, began_at, ended_at, why, lost_before)
      VALUES (?1, ?2, max(?2, ?3), ?4, ?5)
      """, outage.carrier, outage.from, outage.to, outage.why.map(serialize), outage.lostBefore)
  }

  func lastOutage(of carrier: String) throws(StoreFailure) -> Outage? {
    let record: OutageRecord? = try first(
      """
      SELECT carrier, began_at, ended_at, why, lost_before FROM outages
      WHERE carrier = ? ORDER BY id DESC LIMIT 1
      """, carrier)
    return record?.outage
  }

  func outages(endedBy instant: Instant, limit: Int) throws(StoreFailure) -> [Outage] {
    let records: [OutageRecord] = try all(
      """
      SELECT carrier, began_at, ended_at, why, lost_before FROM outages
      WHERE ended_at <= ? AND \(SQLiteRows.isListed)
      ORDER BY ended_at DESC, id DESC LIMIT ?
      """, instant, limit)
    return records.map(\.outage)
  }

  func countDrop(by carrier: String, _ code: String, at: Instant) throws(StoreFailure) {
    try run(
      """
      INSERT INTO drops (carrier, code, count, last_at) VALUES (?1, ?2, 1, ?3)
      ON CONFLICT (carrier, code) DO UPDATE SET count = min(count, \(Columns.mostCounted)) + 1, last_at = ?3
      """, carrier, code, at)
  }

  func drops() throws(StoreFailure) -> [Drop] {
    let records: [DropRecord] = try all(
      "SELECT carrier, code, count, last_at FROM drops ORDER BY carrier, code LIMIT 1000")
    return records.map(\.drop)
  }

  func backlog(
    of connection: String, sentAfter instant: Instant, limit: Int
  ) throws(StoreFailure) -> [Delivery] {
    // Read by their ids alone: of thousands, three are wanted.
    let ids: [Int64] = try all(
      """
      SELECT id FROM notif_deliveries
      WHERE \(Schema.isLive) AND \(Schema.rests) AND reason = ?
        AND json_extract(request, '$.backlog') = ?
        AND json_extract(request, '$.sentAt') > ?
      ORDER BY json_extract(request, '$.sentAt') DESC, id DESC LIMIT ?
      """, Reason.held(.backlog).rawValue, connection, instant, limit)
    return try ids.map { id throws(StoreFailure) in
      guard let delivery = try delivery(id) else {
        throw StoreFailure(.broken, "delivery \(id) waits, and is not there")
      }
      return delivery
    }
  }
}

extension Mark: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    let id = try columns.optionalText()
    self.init(id: id, time: try columns.instant())
  }
}

private struct CarrierRecord: Stored {
  let name: String
  let deafSince: Instant?

  init(_ columns: inout Columns) throws(StoreFailure) {
    name = try columns.text()
    deafSince = try columns.optionalInstant()
  }
}

private struct OutageRecord: Stored {
  let outage: Outage

  init(_ columns: inout Columns) throws(StoreFailure) {
    let carrier = try columns.text()
    let (from, to) = (try columns.instant(), try columns.instant())
    let why = try columns.optionalText()
    outage = Outage(
      carrier: carrier, from: from, to: to,
      // Hides nothing: the reason of a later version is told as none.
      why: why.flatMap { try? decode(Carrier.Trouble.self, from: $0) },
      lostBefore: try columns.optionalInstant())
  }
}

private struct DropRecord: Stored {
  let drop: Drop

  init(_ columns: inout Columns) throws(StoreFailure) {
    let (carrier, code) = (try columns.text(), try columns.text())
    let count = try columns.count()
    drop = Drop(carrier: carrier, code: code, count: count, lastAt: try columns.instant())
  }
}

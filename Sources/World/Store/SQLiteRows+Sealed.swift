import CarillonEngine
import Foundation
import GRDB

/// What has come sealed, and the registration with a distributor. (C2, C3)
extension SQLiteRows {
  func insert(_ parcel: SealedParcel) throws(StoreFailure) {
    try run(
      """
      INSERT INTO sealed
        (carrier, transport_id, topic, sequence, sent_at, received_at, is_backlog, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, parcel.parcel.carrier, parcel.parcel.id, parcel.parcel.topic, parcel.parcel.sequence,
      parcel.parcel.sentAt, parcel.receivedAt, parcel.parcel.isBacklog, Data(parcel.bytes))
  }

  func hasSealed(by carrier: String, _ transportID: String) throws(StoreFailure) -> Bool {
    let found: Int64? = try first(
      "SELECT id FROM sealed WHERE carrier = ? AND transport_id = ? ORDER BY id LIMIT 1", carrier,
      transportID.stored)
    return found != nil
  }

  func sealedSources() throws(StoreFailure) -> [SealedParcel.Source] {
    try all("SELECT DISTINCT carrier, topic FROM sealed ORDER BY carrier, topic")
  }

  func firstSealed(
    of source: SealedParcel.Source, after id: Int64
  ) throws(StoreFailure) -> SealedParcel? {
    try first(
      """
      SELECT \(SealedParcel.columns) FROM sealed INDEXED BY sealed_in_turn
      WHERE id > ? AND carrier = ? AND topic IS ? ORDER BY id LIMIT 1
      """, id, source.carrier, source.topic)
  }

  func sealed(
    receivedBefore instant: Instant, limit: Int
  ) throws(StoreFailure) -> [SealedParcel] {
    try all(
      """
      SELECT \(SealedParcel.columns) FROM sealed WHERE received_at < ? ORDER BY received_at, id LIMIT ?
      """,
      instant, limit)
  }

  func sealed(_ id: Int64) throws(StoreFailure) -> SealedParcel? {
    try first("SELECT \(SealedParcel.columns) FROM sealed WHERE id = ? ORDER BY id", id)
  }

  func deleteSealed(_ id: Int64) throws(StoreFailure) {
    try run("DELETE FROM sealed WHERE id = ?", id)
  }

  func hasSealedBacklog(
    of source: SealedParcel.Source, after id: Int64
  ) throws(StoreFailure) -> Bool {
    // It is asked for after each one: the first that is found is enough, and none are sorted.
    let found: Int64? = try first(
      """
      SELECT EXISTS (
        SELECT 1 FROM sealed INDEXED BY sealed_backlog
        WHERE is_backlog = 1 AND id > ? AND carrier = ? AND topic IS ?) ORDER BY 1
      """, id, source.carrier, source.topic)
    return found == 1
  }

  func sealedCount() throws(StoreFailure) -> Int {
    let count: Int64? = try first("SELECT count(*) FROM sealed ORDER BY 1")
    return count.map(Int.init) ?? 0
  }

  func registration() throws(StoreFailure) -> Registration? {
    try first("SELECT token, distributor, endpoint FROM registration ORDER BY id")
  }

  func put(_ registration: Registration) throws(StoreFailure) {
    try run(
      """
      INSERT INTO registration (id, token, distributor, endpoint) VALUES (1, ?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET token = ?1, distributor = ?2, endpoint = ?3
      """, registration.token, registration.distributor, registration.endpoint)
  }
}

extension SealedParcel: Stored {
  fileprivate static let columns =
    "id, carrier, transport_id, topic, sequence, sent_at, received_at, is_backlog, body"

  init(_ columns: inout Columns) throws(StoreFailure) {
    let id = try columns.integer()
    let carrier = try columns.text()
    var parcel = Parcel(.sealed([]), carrier: carrier, id: try columns.optionalText())
    parcel.topic = try columns.optionalText()
    parcel.sequence = try columns.optionalText()
    parcel.sentAt = try columns.optionalInstant()
    let receivedAt = try columns.instant()
    parcel.isBacklog = try columns.flag()
    let bytes = try columns.optionalData().map(Array.init) ?? []
    self.init(id: id, parcel: parcel, bytes: bytes, receivedAt: receivedAt)
  }
}

extension SealedParcel.Source: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    let carrier = try columns.text()
    self.init(carrier: carrier, topic: try columns.optionalText())
  }
}

extension Registration: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    let token = try columns.text()
    let distributor = try columns.optionalText()
    self.init(token: token, distributor: distributor, endpoint: try columns.optionalText())
  }
}

import CarillonFeatures
import GRDB
import Testing

@testable import CarillonStore

/// Writes that the schema itself refuses, whoever makes them.
@Suite struct SchemaTests {
  private let store: SQLiteDataStore

  init() throws {
    store = try SQLiteDataStore.inMemory()
    let digest = Delivery(.digest, tag: "d", at: start, now: start)
    try store.add(digest)
    try store.add(scheduled())
    let slot = Slot(id: try slotID("0800"), label: "x", considered: try date("2026-11-21"))
    try store.transaction { rows throws(StoreFailure) in
      try rows.put(slot.stored)
      try rows.setConfig("k", "1")
      let source = try rows.source("s")
      _ = try rows.insert(Fetch(id: 0, source: source, startedAt: start, asked: false))
      try rows.trace(TraceStep(delivery: 10001, at: start, Step(code: "x", values: [:])))
    }
  }

  /// A released migration is never edited; a table is changed by a new migration.
  @Test("T7: the first migration creates the tables of 0.1, whatever comes after it")
  func firstDefinitions() throws {
    let database = try DatabaseQueue()
    try Schema.migrator.migrate(database, upTo: "v1")
    #expect(try database.read { try Schema.digest(of: $0) } == SchemaTests.first)
  }

  /// Never changes, unlike `Schema.expected`.
  private static let first =
    "c8bb78adb878a71e54c99210f991ab990ce6f7c0730d2e67a46df235d13b8eae"

  @Test("T7: what waited in the outbox of an earlier version is still to be sent")
  func outboxTakenOver() throws {
    let database = try DatabaseQueue(configuration: SQLiteDataStore.configuration)
    try Schema.migrator.migrate(database, upTo: "v5")
    try database.write { db in
      try db.execute(
        sql: """
          INSERT INTO outbox (address, method, key, body, repeats, span, about, created_at, attempts,
            in_flight) VALUES ('callbacks/a', 'POST', 'k1', '{"a":1}', 1, 5, 'x', 7, 2, 1)
          """)
    }
    try Schema.migrator.migrate(database)
    let row = try database.read { try Row.fetchOne($0, sql: "SELECT * FROM outbox") }
    #expect(row?["key"] == "k1" && row?["body"] == #"{"a":1}"#)
    #expect(row?["attempts"] == 2 && row?["in_flight"] == 1 && row?["about"] == "x")
    try database.write { db in
      try db.execute(
        sql: """
          INSERT INTO outbox (address, method, key, body, repeats, span, about, created_at, attempts,
            in_flight) VALUES ('accounts/a', 'GET', 'k2', '{}', 1, 5, 'x', 7, 1, 1)
          """)
    }
  }

  @Test("T7: the expected definitions are those that the migrations create")
  func expectedDefinitions() throws {
    let (digest, changed) = try store.queue.read { db in
      (try Schema.digest(of: db), try Schema.changedObject(in: db))
    }
    #expect(digest == Schema.expected)
    #expect(changed == nil)
  }

  @Test("T7: SQLite reads the migrations' definitions as intended")
  func definitionsAreRead() throws {
    let answer = try store.queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    #expect(answer == "ok")
  }

  @Test(
    "T7: no write creates a table for the values its checks compare with",
    arguments: [
      "INSERT INTO notif_deliveries (origin, tag, status, fire_at, created_at, calls, replaced, "
        + "is_return, popped_up, unread, unseen, banner) "
        + "VALUES ('test', 't', 'scheduled', 1, 1, 0, 0, 0, 0, 0, 0, 0)",
      "UPDATE notif_deliveries SET status = 'held', origin = 'test', title = 't'",
      "INSERT INTO commands (tag, action, name, data, created_at, status) "
        + "VALUES ('t', 'a', 'n', '{}', 1, 'sent')",
      "UPDATE commands SET status = 'done', ended_at = 1",
      "INSERT INTO threads (tag, kind, rank, state, created_at, heard_at, dismissed) "
        + "VALUES ('t', 'k', 1, '{}', 1, 1, 0)",
    ])
  func checksWithoutTables(write: String) throws {
    let steps = try store.queue.read { db in
      try Row.fetchAll(db, sql: "EXPLAIN \(write)").map { $0["opcode"] as String }
    }
    #expect(steps.contains("Halt"))
    #expect(!steps.contains { $0.hasPrefix("OpenEphemeral") || $0.hasPrefix("OpenAutoindex") })
  }

  private func run(_ sql: String) throws {
    try store.queue.inDatabase { try $0.execute(sql: sql) }
  }

  private func refusal(of sql: String) -> String? {
    #expect(throws: DatabaseError.self) { try run(sql) }?.message
  }

  private static let shown = "title = 't', calls = 1, decided_at = 1"
  private static let screen = "on_screen_bus = 'b', on_screen_owner = 'o'"

  @Test(
    "T7: an invalid delivery is refused by name",
    arguments: [
      ("origin = 'other'", "origin_is_known"),
      ("status = 'gone', decided_at = 1", "status_is_known"),
      ("source = NULL", "identity_fits_origin"),
      ("item = NULL", "identity_fits_origin"),
      ("local_date = NULL", "identity_fits_origin"),
      ("origin = 'asked'", "identity_fits_origin"),
      ("origin = 'asked', item = NULL, local_date = NULL", "identity_fits_origin"),
      ("origin = 'asked', source = NULL, local_date = NULL", "identity_fits_origin"),
      ("origin = 'digest'", "identity_fits_origin"),
      ("origin = 'digest', local_date = NULL", "identity_fits_origin"),
      ("origin = 'digest', source = NULL, local_date = NULL", "identity_fits_origin"),
      ("origin = 'test', source = NULL, item = NULL", "identity_fits_origin"),
      ("local_date = '2026-02-29'", "date_exists"),
      ("local_date = '2026-1-1'", "date_exists"),
      ("local_date = '0000-01-01'", "date_exists"),
      ("local_date = '2026-11-21 08:00'", "date_exists"),
      ("decided_at = 1", "decided_or_live"),
      ("status = 'held', decided_at = 1", "decided_or_live"),
      ("status = 'showing', title = 't', calls = 1, decided_at = 1", "decided_or_live"),
      ("status = 'skipped'", "decided_or_live"),
      ("status = 'missed'", "decided_or_live"),
      ("status = 'superseded'", "decided_or_live"),
      ("status = 'failed'", "decided_or_live"),
      ("status = 'cancelled'", "decided_or_live"),
      ("status = 'merged', merged_into = 10001", "decided_or_live"),
      ("status = 'shown', title = 't', calls = 1", "decided_or_live"),
      ("status = 'unconfirmed', title = 't', calls = 1", "decided_or_live"),
      ("status = 'showing', calls = 1", "shown_has_text"),
      ("status = 'shown', calls = 1, decided_at = 1", "shown_has_text"),
      ("status = 'unconfirmed', calls = 1, decided_at = 1", "shown_has_text"),
      ("status = 'snoozed', calls = 1, snoozed_at = 1, snooze = 1", "shown_has_text"),
      ("status = 'showing', title = 't'", "showing_was_called"),
      ("status = 'unconfirmed', title = 't', decided_at = 1", "showing_was_called"),
      ("status = 'snoozed', title = 't', calls = 1", "snoozed_has_time"),
      ("status = 'merged', decided_at = 1", "merged_has_digest"),
      ("merged_into = 10001", "merged_has_digest"),
      ("status = 'merged', decided_at = 1, merged_into = 10002", "not_in_itself"),
      ("error_at = 1", "error_is_whole"),
      ("response = 'OPEN'", "response_is_whole"),
      ("responded_at = 1", "response_is_whole"),
      ("on_screen_id = 1", "screen_is_whole"),
      ("on_screen_bus = 'b'", "screen_is_whole"),
      ("on_screen_owner = 'o'", "screen_is_whole"),
      ("on_screen_bus = 'b', on_screen_id = 1", "screen_is_whole"),
      ("\(screen), on_screen_id = 0", "screen_id_is_one"),
      ("\(screen), on_screen_id = 4294967296", "screen_id_is_one"),
      ("calls = -1", "calls_counted"),
      ("replaced = 2", "replaced_is_flag"),
      ("is_return = -1", "return_is_flag"),
      ("unread = 2", "unread_is_flag"),
      ("unseen = 2", "unseen_is_flag"),
      ("banner = 2", "banner_is_flag"),
      ("banner = 1", "banner_is_shown"),
      ("snooze = 600000", "snooze_has_length"),
      ("snoozed_at = 1", "snooze_has_length"),
      ("snoozed_at = 1, snooze = 0", "snooze_has_length"),
      ("held_until = 1", "held_until_is_a_messages"),
      ("told_in = id", "not_told_in_itself"),
    ])
  func deliveries(change: String, constraint: String) throws {
    let message = refusal(of: "UPDATE notif_deliveries SET \(change) WHERE origin = 'planned'")
    #expect(message == "CHECK constraint failed: delivery_\(constraint)")
  }

  @Test(
    "T7: a valid delivery is accepted",
    arguments: [
      "status = 'shown', title = 't', decided_at = 1, reason = 'banner'",
      "status = 'snoozed', title = 't', snoozed_at = 1, snooze = 1, reason = 'banner'",
      "error = 'x'", "error = 'x', error_at = 1",
      "status = 'snoozed', \(shown), snoozed_at = 1, snooze = 1",
      "status = 'unconfirmed', \(shown), body = NULL",
      "status = 'merged', merged_into = 10001, decided_at = 1",
      "origin = 'asked', local_date = NULL",
      "origin = 'test', source = NULL, item = NULL, local_date = NULL",
      "\(screen), on_screen_id = 4294967295",
      "source = 'journey', item = 'home', local_date = '2028-02-29'",
    ])
  func possible(change: String) throws {
    try run("UPDATE notif_deliveries SET \(change) WHERE origin = 'planned'")
  }

  @Test(
    "T7: the other tables refuse invalid rows, too",
    arguments: [
      ("UPDATE plan_items SET document = '{'", "item_document_is_json"),
      ("UPDATE notif_config SET value = 'online'", "config_is_json"),
      ("UPDATE delivery_trace SET facts = ''", "trace_is_json"),
      ("UPDATE fetches SET asked = 2", "fetch_asked_is_flag"),
      ("UPDATE fetches SET finished_at = 1", "fetch_end_is_whole"),
      ("UPDATE fetches SET outcome = 'stored'", "fetch_end_is_whole"),
    ])
  func others(sql: String, constraint: String) throws {
    #expect(refusal(of: sql) == "CHECK constraint failed: \(constraint)")
  }

  @Test(
    "T7: a column accepts only its type",
    arguments: [
      "UPDATE notif_deliveries SET fire_at = 'soon'", "UPDATE notif_deliveries SET title = x'00'",
      "UPDATE notif_deliveries SET fire_at = NULL", "UPDATE notif_deliveries SET tag = NULL",
      "UPDATE plan_items SET considered = 0.5", "UPDATE plan_items SET document = NULL",
      "UPDATE plan_items SET source = NULL", "UPDATE plan_items SET item = NULL",
      "UPDATE notif_config SET key = NULL", "UPDATE fetches SET started_at = NULL",
      "INSERT INTO spent (source, item, local_date, at) VALUES ('slot', '0800', '2026-11-21', 'x')",
      "INSERT INTO notif_contents (source_id, payload, fetched_at, validated_at) "
        + "VALUES (1, '{}', 1, 'x')",
    ])
  func types(sql: String) throws {
    #expect(throws: DatabaseError.self) { try run(sql) }
  }

  @Test("T7: rows refer to rows that exist, and a trace goes with its delivery")
  func references() throws {
    #expect(refusal(of: "UPDATE fetches SET source_id = 9") == "FOREIGN KEY constraint failed")
    #expect(
      refusal(of: "UPDATE notif_deliveries SET content_id = 9 WHERE id = 10002")
        == "FOREIGN KEY constraint failed")
    try run(
      "UPDATE notif_deliveries SET status = 'merged', merged_into = 10001, decided_at = 1 WHERE id = 10002"
    )
    #expect(
      refusal(of: "DELETE FROM notif_deliveries WHERE id = 10001")
        == "FOREIGN KEY constraint failed")
    try run("DELETE FROM notif_deliveries WHERE id = 10002")
    try run("DELETE FROM notif_deliveries WHERE id = 10001")
    try store.read { rows throws(StoreFailure) in #expect(try rows.trace(of: 10001) == []) }
    // Tickets and answers still contain ids of deleted rows, so they are never reused.
    #expect(try store.add(scheduled()).id == 10003)
  }

  @Test("T7: a delivery survives the content that it was rendered from")
  func contentGone() throws {
    try run("INSERT INTO notif_contents VALUES (7, 1, '{}', NULL, NULL, 1, 1, NULL)")
    try run("UPDATE notif_deliveries SET content_id = 7")
    try run("DELETE FROM notif_contents")
    store.forget()
    try store.read { rows throws(StoreFailure) in #expect(try rows.delivery(10002)?.content == nil)
    }
  }

  @Test("T7: damage in a column is a failure that names the column, not a crash")
  func damage() throws {
    try run("PRAGMA ignore_check_constraints = ON")
    try run("UPDATE notif_deliveries SET status = 'secret text' WHERE id = 10002")
    store.forget()
    let failure = #expect(throws: StoreFailure.self) {
      try store.read { rows throws(StoreFailure) in _ = try rows.delivery(10002) }
    }
    #expect(failure == StoreFailure(.broken, "unexpected value in column status"))
  }
}

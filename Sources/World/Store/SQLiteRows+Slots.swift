import CarillonCore

/// Configuration, notes and slots.
extension SQLiteRows {
  func config() throws(StoreFailure) -> [String: String] {
    let pairs: [Pair] = try all("SELECT key, value FROM notif_config ORDER BY key")
    // SQLite compares keys bytewise, Swift by canonical equivalence.
    return Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  func setConfig(_ key: String, _ json: String) throws(StoreFailure) {
    try run(
      """
      INSERT INTO notif_config (key, value) VALUES (?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, key, json)
  }

  func note(_ key: String) throws(StoreFailure) -> String? {
    try notes()[key.stored]
  }

  private func notes() throws(StoreFailure) -> [String: String] {
    if let known = memo.notes { return known }
    let pairs: [Pair] = try all("SELECT key, value FROM notes ORDER BY key")
    let notes = Dictionary(
      pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    memo.notes = notes
    return notes
  }

  func setNote(_ key: String, _ value: String?) throws(StoreFailure) {
    memo.notes?[key.stored] = value?.stored
    guard let value else {
      try run("DELETE FROM notes WHERE key = ?", key)
      return
    }
    try run(
      """
      INSERT INTO notes (key, value) VALUES (?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, key, value)
  }

  func slots() throws(StoreFailure) -> [Slot] {
    try all(
      """
      SELECT id, label, enabled, weekdays, fetch, template_title, template_body, considered
      FROM slots ORDER BY id
      """)
  }

  func put(_ slot: Slot) throws(StoreFailure) {
    try run(
      """
      INSERT INTO slots
        (id, label, enabled, weekdays, fetch, template_title, template_body, considered)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET
        label = excluded.label, enabled = excluded.enabled, weekdays = excluded.weekdays,
        fetch = excluded.fetch, template_title = excluded.template_title,
        template_body = excluded.template_body, considered = excluded.considered
      """,
      slot.id, slot.label, slot.enabled, slot.weekdays.mask, slot.fetch.map(serialize),
      slot.template?.title, slot.template?.body, slot.considered.dayNumber)
  }

  func removeSlot(_ id: SlotID) throws(StoreFailure) {
    try run("DELETE FROM slots WHERE id = ?", id)
  }
}

/// A row of a key-value table.
private struct Pair: Stored {
  var key: String
  var value: String

  init(_ columns: inout Columns) throws(StoreFailure) {
    key = try columns.text()
    value = try columns.text()
  }
}

extension Slot: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    let id = try columns.value(SlotID.init)
    let label = try columns.text()
    let enabled = try columns.flag()
    let weekdays = Weekdays(mask: try columns.count())
    let fetch = try columns.optional { deserialize(FetchSpec.self, from: $0) }
    let (title, body) = (try columns.optionalText(), try columns.optionalText())
    var template: Template?
    if let title, let body { template = Template(title: title, body: body) }
    let considered = LocalDate(dayNumber: try columns.integer())
    self.init(
      id: id, label: label, enabled: enabled, weekdays: weekdays, fetch: fetch,
      template: template, considered: considered)
  }
}

import CarillonEngine
import Foundation

/// Seals texts that were stored open because there was no key. (T28)
extension SQLiteRows {
  var seals: Bool { seal.hasKey }

  func seal(limit: Int) throws(StoreFailure) -> Int {
    guard seal.hasKey else { return 0 }
    let contents: [OpenContent] = try some(
      "SELECT id, payload FROM notif_contents WHERE sealed IS NULL ORDER BY id LIMIT ?", limit
    ) { $0.payload.utf8.count }
    for content in contents {
      try runOnOne(
        "UPDATE notif_contents SET payload = '', sealed = ? WHERE id = ?",
        seal.sealed(content.payload, as: .content), content.id)
    }
    let texts: [OpenText] = try some(
      """
      SELECT id, title, body, link FROM notif_deliveries
      WHERE sealed IS NULL AND title IS NOT NULL ORDER BY id LIMIT ?
      """, limit - contents.count
    ) { $0.title.utf8.count + ($0.body?.utf8.count ?? 0) + ($0.link?.utf8.count ?? 0) }
    for text in texts {
      try run(
        "UPDATE notif_deliveries SET title = ?, body = ?, link = ?, sealed = ? WHERE id = ?",
        seal.columns(text.title, text.body, text.link) + [text.id.bound])
    }
    let states: [OpenState] = try some(
      "SELECT tag, state FROM threads WHERE sealed IS NULL ORDER BY tag LIMIT ?",
      limit - contents.count - texts.count
    ) { $0.state.utf8.count }
    for state in states {
      try runOnOne(
        "UPDATE threads SET state = '', sealed = ? WHERE tag = ?",
        seal.sealed(state.state, as: .thread), state.tag)
    }
    let count = contents.count + texts.count + states.count
    if count > 0 {
      seal.leftTraces = true
      // What rests says the same as before, sealed or open.
      memo.deliveries.forgetOthers()
      memo.threads = ThreadMemo()
    }
    return count
  }
}

private struct OpenContent: Stored {
  let id: Int64
  let payload: String

  init(_ columns: inout Columns) throws(StoreFailure) {
    id = try columns.integer()
    payload = try columns.text()
  }
}

private struct OpenState: Stored {
  let tag: String
  let state: String

  init(_ columns: inout Columns) throws(StoreFailure) {
    tag = try columns.text()
    state = try columns.text()
  }
}

private struct OpenText: Stored {
  let id: Int64
  let title: String
  let body: String?
  let link: String?

  init(_ columns: inout Columns) throws(StoreFailure) {
    id = try columns.integer()
    title = try columns.text()
    body = try columns.optionalText()
    link = try columns.optionalText()
  }
}

import CarillonEngine

/// What was read or written before, as it is stored.
///
/// One process has the database to itself, and this is for its one connection: what it read stays
/// true until it writes something else. A transaction that is rolled back takes all of it along.
final class Memo {
  /// All notes; nil: not read yet.
  var notes: [String: String]?
  /// The ids of sources by their keys: none is ever deleted.
  var sources: [String: Int64] = [:]
  /// The open fetches, by source; nil: not read yet.
  var openFetches: [Int64: Fetch]?
  var deliveries = DeliveryMemo()
  var outbox = OutboxMemo()
  /// Threads that are not over, and commands without an end; nil: not read yet.
  var openThreads: [Subject]?
  var openCommands: [Command]?
  /// By id: a pack takes longer to decode than a whole event takes otherwise.
  private var contents: [Int64: Content] = [:]
  /// The id of the newest content of a source.
  private var newest: [Int64: Int64] = [:]

  /// More than the sources that anybody has.
  private static let contentsKept = 16

  func content(_ id: Int64) -> Content? { contents[id] }

  func newestContent(of source: Int64) -> Content? { newest[source].flatMap { contents[$0] } }

  func keep(_ content: Content) {
    if contents.count >= Memo.contentsKept { forgetContents() }
    contents[content.id] = content
  }

  func keep(newest content: Content) {
    keep(content)
    newest[content.source] = content.id
  }

  /// There is another newest content of `source`.
  func renewed(_ source: Int64) { newest[source] = nil }

  func validated(_ content: Int64, at: Instant, futureSince: Instant?) {
    contents[content]?.validatedAt = at
    contents[content]?.futureSince = futureSince
  }

  func forgetContents() {
    contents = [:]
    newest = [:]
  }

  func forget() {
    notes = nil
    sources = [:]
    openFetches = nil
    deliveries = DeliveryMemo()
    outbox = OutboxMemo()
    openThreads = nil
    openCommands = nil
    forgetContents()
  }
}

import CarillonEngine

/// What was read or written before, as stored.
///
/// The process has the database to itself, and the memo belongs to its only connection. What it
/// read stays true until it writes something else. Rolling back a transaction discards the whole
/// memo.
final class Memo {
  /// All notes; nil if not read yet.
  var notes: [String: String]?
  /// The ids of sources by key; sources are never deleted.
  private(set) var sources: [String: Int64] = [:]
  /// The open fetches, by source; nil if not read yet.
  var openFetches: [Int64: Fetch]?
  /// The last fetches that failed, by source; nil if not read yet.
  var failedFetches: [Int64: FailedFetch]?
  var deliveries = DeliveryMemo()
  let requests: DecodedRequests
  var outbox = OutboxMemo()
  var threads = ThreadMemo()
  /// When the next subject has been silent for too long, `.some(nil)` if none is open; nil if not read
  /// yet.
  var nextSilence: Instant??
  /// When the next subject is shown again; nil if not known yet. (D15)
  var nextReminder: Instant??
  /// Whether any answer from another device is stored; most users have none. (J28)
  var hasElsewhere = (known: false, any: false)
  /// Commands without an outcome; nil if not read yet.
  var openCommands: [Command]?
  /// Contents by id: decoding a pack takes longer than handling a whole event.
  private var contents: [Int64: Content] = [:]
  /// Their ids, in the order in which they were first kept.
  private var contentsInTurn: [Int64] = []
  /// The id of each source's newest content.
  private var newest: [Int64: Int64] = [:]
  /// Heads of contents by id.
  private var heads: [Int64: ContentHead] = [:]

  init(_ requests: DecodedRequests = DecodedRequests()) {
    self.requests = requests
  }

  /// More than the number of sources anyone has.
  private static let contentsKept = 16
  /// More than the number of hours anyone has.
  private static let headsKept = 500
  private static let sourcesKept = 500

  func keep(source id: Int64, as key: String) {
    if sources.count >= Memo.sourcesKept { sources = [:] }
    sources[key] = id
  }

  func head(_ id: Int64) -> ContentHead? { heads[id] }

  func keep(_ head: ContentHead) {
    if heads.count >= Memo.headsKept { heads = [:] }
    heads[head.id] = head
  }

  func content(_ id: Int64) -> Content? { contents[id] }

  func newestContent(of source: Int64) -> Content? { newest[source].flatMap { contents[$0] } }

  func keep(_ content: Content) {
    if contents[content.id] == nil { contentsInTurn.append(content.id) }
    contents[content.id] = content
    if contentsInTurn.count > Memo.contentsKept {
      contents[contentsInTurn.removeFirst()] = nil
    }
  }

  func keep(newest content: Content) {
    keep(content)
    newest[content.source] = content.id
  }

  /// Records that `source` has new content.
  func renewed(_ source: Int64) { newest[source] = nil }

  func validated(_ content: Int64, at: Instant, futureSince: Instant?) {
    contents[content]?.validatedAt = at
    contents[content]?.futureSince = futureSince
    heads[content] = nil
  }

  /// Forgets one that was deleted.
  func forget(content id: Int64) {
    contents[id] = nil
    contentsInTurn.removeAll { $0 == id }
    heads[id] = nil
  }

  func forget() {
    notes = nil
    sources = [:]
    openFetches = nil
    deliveries = DeliveryMemo()
    requests.forget()
    outbox = OutboxMemo()
    threads = ThreadMemo()
    nextSilence = nil
    nextReminder = nil
    openCommands = nil
    contents = [:]
    contentsInTurn = []
    newest = [:]
    heads = [:]
  }
}

/// Remembers threads that were read before, and tags that have none.
struct ThreadMemo {
  private var threads: [String: Subject?] = [:]

  /// More than the number of threads anyone has open.
  private static let capacity = 32

  /// What is known of the thread of `tag`: nil if it was not read yet, `.some(nil)` if it has none.
  subscript(tag: String) -> Subject?? { threads[tag] }

  mutating func keep(_ thread: Subject?, as tag: String) {
    if threads.count >= ThreadMemo.capacity { threads = [:] }
    threads.updateValue(thread, forKey: tag)
  }

  /// Updates the memo after the row of `thread` was written.
  mutating func written(_ thread: Subject) {
    let known = threads.removeValue(forKey: thread.tag)
    // A row keeps the time of its creation; and a NUL would come back as U+FFFD.
    let isAsStored = known.map { $0.map { $0.createdAt == thread.createdAt } ?? true } ?? false
    if isAsStored, !thread.kind.containsNUL, !thread.tag.containsNUL {
      keep(thread, as: thread.tag)
    }
  }
}

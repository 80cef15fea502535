import CarillonEngine
import Foundation

/// Messages, their threads, and commands. (B1, B11, B17)
extension SQLiteRows {
  func hasMessage(_ id: String) throws(StoreFailure) -> Bool { try row(ofMessage: id) != nil }

  func message(_ id: String) throws(StoreFailure) -> Delivery? {
    try row(ofMessage: id).flatMap { (row) throws(StoreFailure) in try delivery(row) }
  }

  private func row(ofMessage id: String) throws(StoreFailure) -> Int64? {
    try first("SELECT id FROM notif_deliveries WHERE message_id = ? ORDER BY id", id)
  }

  func hasContent(
    _ key: String, tag: String, since: Instant, until: Instant
  ) throws(StoreFailure) -> Bool {
    let found: Int64? = try first(
      """
      SELECT id FROM notif_deliveries
      WHERE tag = ? AND content_key = ? AND created_at > ? AND created_at <= ?
      ORDER BY id LIMIT 1
      """, tag, key, since, until)
    return found != nil
  }

  func popups(since: Instant, until: Instant, limit: Int) throws(StoreFailure) -> [Instant] {
    try all(
      """
      SELECT showing_at FROM notif_deliveries
      WHERE popped_up = 1 AND showing_at > ? AND showing_at <= ?
      ORDER BY showing_at DESC, id LIMIT ?
      """, since, until, limit)
  }

  func poppedUp(after instant: Instant, limit: Int) throws(StoreFailure) -> [Delivery] {
    try found(
      """
      \(Delivery.select) WHERE popped_up = 1 AND showing_at > ? ORDER BY showing_at, id LIMIT ?
      """, instant, limit)
  }

  // MARK: Threads

  private static let selectThread = """
    SELECT tag, kind, rank, state, sealed, created_at, heard_at, dismissed, silent_at FROM threads
    """

  private static let threadOfTag = "\(selectThread) WHERE tag = ? ORDER BY tag"
  // By an index of what is open, in this order: there may be many more that are over, and of those that are
  // open many more than are wanted.
  private static let threadsNotSilent = """
    \(selectThread) INDEXED BY open_by_heard
    WHERE silent_at IS NOT NULL ORDER BY heard_at DESC, tag LIMIT ?
    """
  private static let threadsNotSilentOfKind = """
    \(selectThread) INDEXED BY open_of_kind
    WHERE kind = ? AND silent_at IS NOT NULL ORDER BY heard_at DESC, tag LIMIT ?
    """
  private static let ownThreadsNotSilentOfKind = """
    \(selectThread) INDEXED BY own_open_of_kind
    WHERE kind = ? AND silent_at IS NOT NULL AND \(Schema.isOfNoTopic)
    ORDER BY heard_at DESC, tag LIMIT ?
    """
  private static let threadsReminded = """
    \(selectThread) WHERE silent_at IS NOT NULL AND tag IN (
      SELECT tag FROM reminders INDEXED BY reminders_by_time
      WHERE waits_below IS NULL AND is_snooze = 0
      ORDER BY \(Schema.isOfNoTopic) DESC,
        row_number() OVER (PARTITION BY substr(tag, instr(tag || '/', '/')) ORDER BY tag), tag
      LIMIT ?)
    ORDER BY heard_at DESC, tag
    """
  // Those of a clock that was ahead end last.
  private static let threadsHeardAfter = """
    \(selectThread) WHERE silent_at >= ? AND heard_at > ? ORDER BY silent_at DESC, tag LIMIT ?
    """
  private static let threadsSilentAt =
    "\(selectThread) WHERE silent_at <= ? ORDER BY silent_at, tag LIMIT ?"
  private static let latestThreadOfKind = """
    \(selectThread) INDEXED BY threads_of_kind
    WHERE kind = ? AND heard_at = (SELECT max(heard_at) FROM threads WHERE kind = ?)
    ORDER BY tag LIMIT 1
    """

  private func threads(
    _ sql: String, _ values: any Bindable...
  ) throws(StoreFailure) -> [Subject] {
    let records: [ThreadRecord] = try all(sql, values.map { $0.bound })
    return records.map { $0.opened(by: seal) }
  }

  func thread(_ tag: String) throws(StoreFailure) -> Subject? {
    if let known = memo.threads[tag] { return known }
    let thread = try threads(SQLiteRows.threadOfTag, tag).first
    memo.threads.keep(thread, as: tag)
    return thread
  }

  func openThreads(limit: Int) throws(StoreFailure) -> [Subject] {
    try threads(SQLiteRows.threadsNotSilent, limit)
  }

  func openThreads(of kind: String, limit: Int) throws(StoreFailure) -> [Subject] {
    try threads(SQLiteRows.threadsNotSilentOfKind, kind, limit)
  }

  func ownOpenThreads(of kind: String, limit: Int) throws(StoreFailure) -> [Subject] {
    try threads(SQLiteRows.ownThreadsNotSilentOfKind, kind, limit)
  }

  func remindedThreads(limit: Int) throws(StoreFailure) -> [Subject] {
    guard try nextReminder() != nil else { return [] }
    return try threads(SQLiteRows.threadsReminded, limit)
  }

  func openThreadCount(of kind: String) throws(StoreFailure) -> Int {
    let count: Int64? = try first(
      """
      SELECT count(*) FROM threads INDEXED BY open_of_kind
      WHERE kind = ? AND silent_at IS NOT NULL
      """, kind)
    return Int(count ?? 0)
  }

  func threads(heardAfter instant: Instant, limit: Int) throws(StoreFailure) -> [Subject] {
    try threads(SQLiteRows.threadsHeardAfter, Instant.distantPast, instant, limit)
  }

  func setTimes(of thread: Subject) throws(StoreFailure) {
    try runOnOne(
      "UPDATE threads SET heard_at = ?, silent_at = ?, dismissed = ? WHERE tag = ?",
      thread.heardAt, thread.silentAt, thread.dismissed, thread.tag)
    memo.threads.written(thread)
    memo.nextSilence = nil
  }

  func silentThreads(at instant: Instant, limit: Int) throws(StoreFailure) -> [Subject] {
    try threads(SQLiteRows.threadsSilentAt, instant, limit)
  }

  func moveSilences(by span: Span, at now: Instant) throws(StoreFailure) {
    try run(
      """
      UPDATE threads SET heard_at = min(heard_at + ?1, ?3), silent_at = silent_at + ?1
      WHERE silent_at - heard_at > ?2 AND heard_at + ?1 <= ?3 + ?4
      """, span.milliseconds, SQLiteRows.longSilence, now, SQLiteRows.clockTolerance)
    forgetSilences()
  }

  func delaySilences(until instant: Instant) throws(StoreFailure) {
    try run(
      """
      UPDATE threads SET heard_at = heard_at + (?1 - silent_at), silent_at = ?1
      WHERE silent_at - heard_at > ?2 AND silent_at < ?1
      """, instant, SQLiteRows.longSilence)
    forgetSilences()
  }

  /// Silences of minutes, as those of brews, count by whatever the clock says.
  private static let longSilence = Span.days(1).milliseconds

  /// What was heard just before the clock was set may seem to lie ahead: two clocks are read one after the other.
  private static let clockTolerance = Span.minutes(1).milliseconds

  private func forgetSilences() {
    memo.threads = ThreadMemo()
    memo.nextSilence = nil
  }

  func nextSilence() throws(StoreFailure) -> Instant? {
    if let known = memo.nextSilence { return known }
    let next: Instant? = try first(
      "SELECT silent_at FROM threads WHERE silent_at IS NOT NULL ORDER BY silent_at LIMIT 1")
    memo.nextSilence = .some(next)
    return next
  }

  func latestThread(_ kind: String) throws(StoreFailure) -> Subject? {
    // Each by an index: there may be thousands, most of them over.
    if let open = try openThreads(of: kind, limit: 1).first { return open }
    return try threads(SQLiteRows.latestThreadOfKind, kind, kind).first
  }

  func put(_ thread: Subject) throws(StoreFailure) {
    let sealed = try seal.sealed(thread.state.text, as: .thread)
    try run(
      """
      INSERT INTO threads (
        tag, kind, rank, state, sealed, created_at, heard_at, dismissed, silent_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (tag) DO UPDATE SET kind = ?2, rank = ?3, state = ?4, sealed = ?5,
        heard_at = ?7, dismissed = ?8, silent_at = ?9
      """, thread.tag, thread.kind, thread.rank, sealed == nil ? thread.state.text : "", sealed,
      thread.createdAt, thread.heardAt, thread.dismissed, thread.silentAt)
    memo.threads.written(thread)
    memo.nextSilence = nil
  }

  func remove(thread tag: String) throws(StoreFailure) {
    try run("DELETE FROM threads WHERE tag = ?", tag)
    if try reminder(tag) != nil { try endReminder(of: tag) }
    memo.threads.keep(nil, as: tag)
    memo.nextSilence = nil
  }

  func ownThreads(
    of kind: String, heardUntil instant: Instant, limit: Int
  ) throws(StoreFailure) -> [Subject] {
    try threads(
      """
      \(SQLiteRows.selectThread) INDEXED BY threads_of_kind
      WHERE kind = ? AND heard_at <= ? AND \(Schema.isOfNoTopic) ORDER BY heard_at, tag LIMIT ?
      """, kind, instant, limit)
  }

  func forgetThreads() throws(StoreFailure) {
    try run("DELETE FROM threads")
    try endReminders()
    memo.threads = ThreadMemo()
    memo.nextSilence = nil
  }

  func checkThreads() throws(StoreFailure) {
    try check(ThreadRecord.self, SQLiteRows.selectThread)
  }

  // MARK: Commands

  static let selectCommand = """
    SELECT id, tag, action, name, data, created_at, status, failure, ended_at FROM commands
    """

  func insert(_ command: Command) throws(StoreFailure) -> Int64 {
    memo.openCommands = nil
    return try add(
      """
      INSERT INTO commands (tag, action, name, data, created_at, status, failure, ended_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, command.tag, command.action, command.name, command.data, command.createdAt,
      command.status.rawValue, command.failure?.rawValue, command.endedAt)
  }

  func update(_ command: Command) throws(StoreFailure) {
    memo.openCommands = nil
    try runOnOne(
      "UPDATE commands SET created_at = ?, status = ?, failure = ?, ended_at = ? WHERE id = ?",
      command.createdAt, command.status.rawValue, command.failure?.rawValue, command.endedAt,
      command.id)
  }

  func command(_ id: Int64) throws(StoreFailure) -> Command? {
    try first("\(SQLiteRows.selectCommand) WHERE id = ? ORDER BY id", id)
  }

  func openCommands() throws(StoreFailure) -> [Command] {
    if let known = memo.openCommands { return known }
    let open: [Command] = try all(
      "\(SQLiteRows.selectCommand) WHERE status = 'sent' ORDER BY id")
    memo.openCommands = open
    return open
  }

  func commands(of tag: String, since: Instant) throws(StoreFailure) -> [Command] {
    try all(
      """
      \(SQLiteRows.selectCommand)
      WHERE tag = ? AND (ended_at IS NULL OR ended_at > ?) ORDER BY id
      """, tag, since)
  }
}

/// A row of `threads`, with its state as stored: open or sealed.
private struct ThreadRecord: Stored {
  private let thread: Subject
  private let sealed: Data?

  init(_ columns: inout Columns) throws(StoreFailure) {
    let (tag, kind) = (try columns.text(), try columns.text())
    let rank = try columns.count()
    let state = StoredValue(text: shortened(try columns.text()))
    sealed = try columns.optionalData()
    thread = Subject(
      tag: tag, kind: kind, rank: rank, state: state, createdAt: try columns.instant(),
      heardAt: try columns.instant(), dismissed: try columns.flag(),
      silentAt: try columns.optionalInstant())
  }

  /// If the state cannot be read, only the stage is known.
  func opened(by seal: Seal) -> Subject {
    guard let sealed else { return thread }
    var thread = thread
    let opened = seal.open(sealed, as: .thread)
    thread.state = StoredValue(text: shortened(opened.text ?? "{}"))
    thread.readable = opened.readable
    return thread
  }
}

extension Command: Stored {
  init(_ columns: inout Columns) throws(StoreFailure) {
    let id = try columns.integer()
    let (tag, action) = (try columns.text(), try columns.text())
    let (name, data) = (try columns.text(), try columns.text())
    self.init(tag: tag, action: action, name: name, data: data, createdAt: try columns.instant())
    self.id = id
    status = try columns.value(Status.init(rawValue:))
    failure = try columns.optionalText().map { Command.Failure(rawValue: $0) }
    endedAt = try columns.optionalInstant()
  }
}

import CarillonDetail
import CarillonText
package import CarillonTime

/// SQLite behind Core's back: one transaction, and in it the verbs of each table.
package protocol DataStore: AnyObject {
  /// Commits all of `body` or, if it throws, nothing.
  func transaction<R>(_ body: (any Rows) throws(StoreFailure) -> R) throws(StoreFailure) -> R
  func read<R>(_ body: (any Rows) throws(StoreFailure) -> R) throws(StoreFailure) -> R
}

/// The rows of one transaction.
///
/// Lists come sorted: nothing depends on the order of the disk.
package protocol Rows {
  // Configuration and what the engine must remember across a restart.
  func config() throws(StoreFailure) -> [String: String]
  func setConfig(_ key: String, _ json: String) throws(StoreFailure)
  func note(_ key: String) throws(StoreFailure) -> String?
  /// Nil forgets it.
  func setNote(_ key: String, _ value: String?) throws(StoreFailure)

  /// What a plan source repeats, by name.
  func planItems(of source: String) throws(StoreFailure) -> [StoredPlanItem]
  func put(_ item: StoredPlanItem) throws(StoreFailure)
  func removePlanItem(_ id: PlanItem.ID) throws(StoreFailure)

  /// The id of the source with this key, made if there is none.
  func source(_ key: String) throws(StoreFailure) -> Int64
  func latestContent(of source: Int64) throws(StoreFailure) -> Content?
  func content(_ id: Int64) throws(StoreFailure) -> Content?
  /// Returns its id.
  func insert(_ content: Content) throws(StoreFailure) -> Int64
  func setValidation(
    of content: Int64, at: Instant, futureSince: Instant?
  ) throws(StoreFailure)
  func lastFetch() throws(StoreFailure) -> Instant?

  /// The open fetch of a source: at most one, the schema sees to it. (T3)
  func openFetch(of source: Int64) throws(StoreFailure) -> Fetch?
  func openFetches() throws(StoreFailure) -> [Fetch]
  func fetch(_ id: Int64) throws(StoreFailure) -> Fetch?
  func insert(_ fetch: Fetch) throws(StoreFailure) -> Int64
  func setAsked(fetch: Int64) throws(StoreFailure)
  func close(fetch: Int64, at: Instant, outcome: String) throws(StoreFailure)

  func delivery(_ id: Int64) throws(StoreFailure) -> Delivery?
  func delivery(of occasion: Occasion) throws(StoreFailure) -> Delivery?
  /// Scheduled, held, snoozed and showing ones, by (fireAt, id).
  func live() throws(StoreFailure) -> [Delivery]
  /// Those its user skipped, whose hour lies after `instant`.
  func skippedByUser(after instant: Instant) throws(StoreFailure) -> [Delivery]
  func members(of digest: Int64) throws(StoreFailure) -> [Delivery]
  func delivery(on screen: OnScreen) throws(StoreFailure) -> Delivery?
  /// The ones with `tag` that may be on the screen, newest last.
  func onScreen(tag: String) throws(StoreFailure) -> [Delivery]
  func allOnScreen() throws(StoreFailure) -> [Delivery]
  func lastDelivery() throws(StoreFailure) -> Instant?
  func latest(of item: PlanItem.ID) throws(StoreFailure) -> Delivery?
  func next(of item: PlanItem.ID) throws(StoreFailure) -> Delivery?
  /// Returns its id.
  func insert(_ delivery: Delivery) throws(StoreFailure) -> Int64
  func update(_ delivery: Delivery) throws(StoreFailure)
  /// Sets `fireAt` of all of them, so that two may exchange theirs. (T7)
  func reschedule(_ times: [(id: Int64, at: Instant)]) throws(StoreFailure)
  func isSpent(_ occasion: Occasion) throws(StoreFailure) -> Bool
  func spend(_ occasion: Occasion, at: Instant) throws(StoreFailure)

  /// Whether a message with this id was accepted. (§5)
  func hasMessage(_ id: String) throws(StoreFailure) -> Bool
  func hasContent(
    _ key: String, tag: String, since: Instant, until: Instant
  ) throws(StoreFailure) -> Bool
  /// When messages popped up, newest first. (J26)
  func popups(since: Instant, until: Instant, limit: Int) throws(StoreFailure) -> [Instant]

  /// What was replaced there, the newest first.
  func replaced(on screen: OnScreen) throws(StoreFailure) -> [Delivery]
  /// The newest messages of a tag, whatever became of them, newest first.
  func newest(tag: String, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The newest that came after a message with its tag, and was shown or may be; nil for what is no
  /// message. (B11)
  func successor(of delivery: Delivery) throws(StoreFailure) -> Delivery?
  /// Messages of a tag whose call nobody answered, oldest first. (T32)
  func unconfirmed(tag: String) throws(StoreFailure) -> [Delivery]
  /// What of a tag was shown last. (B13)
  func lastShown(tag: String) throws(StoreFailure) -> Delivery?

  func thread(_ tag: String) throws(StoreFailure) -> Subject?
  func put(_ thread: Subject) throws(StoreFailure)
  /// Forgets all of them, also those with an open command. (T29)
  func forgetThreads() throws(StoreFailure)
  /// Those that are not over, the one heard of last first.
  func openThreads() throws(StoreFailure) -> [Subject]
  /// The one of a kind that was heard of last, one that is not over before all others.
  func latestThread(_ kind: String) throws(StoreFailure) -> Subject?

  /// Returns its id.
  func insert(_ command: Command) throws(StoreFailure) -> Int64
  func update(_ command: Command) throws(StoreFailure)
  func command(_ id: Int64) throws(StoreFailure) -> Command?
  /// Those without an end, oldest first.
  func openCommands() throws(StoreFailure) -> [Command]
  /// Open ones, and those that ended since, oldest first.
  func commands(of tag: String, since: Instant) throws(StoreFailure) -> [Command]

  /// Puts it into the outbox; nothing if one with its key waits there. (T32)
  func insert(_ posting: Posting) throws(StoreFailure)
  /// The oldest of a kind, oldest first.
  func postings(_ kind: Posting.Kind, limit: Int) throws(StoreFailure) -> [Posting]
  func posting(_ id: Int64) throws(StoreFailure) -> Posting?
  func postingInFlight() throws(StoreFailure) -> Posting?
  func postingCount() throws(StoreFailure) -> Int
  func setPosting(_ id: Int64, attempts: Int, inFlight: Bool) throws(StoreFailure)
  func remove(posting: Int64) throws(StoreFailure)

  /// One more request to `host` was let out. (T29)
  func contacted(
    _ host: String, for purpose: ContactPurpose, at: Instant
  ) throws(StoreFailure)
  /// The last ones first, 200 at most.
  func contacts() throws(StoreFailure) -> [Contact]
  func storageSize() throws(StoreFailure) -> StorageSize

  /// Whether what is written now is sealed. (T28)
  var seals: Bool { get }
  /// Seals at most `limit` texts that lie open; returns how many it met, 0 without a key. (T28)
  func seal(limit: Int) throws(StoreFailure) -> Int

  /// Deletes at most `limit` rows that were over and due before `cutoff` and that nothing needs;
  /// returns how many it met. (T8)
  func prune(before cutoff: Instant, limit: Int) throws(StoreFailure) -> Int

  /// The messages among the newest deliveries that were decided, the newest first. (B29)
  func messageSamples(limit: Int) throws(StoreFailure) -> [MessageSample]
  /// Of the newest ones.
  func commandCounts(limit: Int) throws(StoreFailure) -> MetricsReport.Commands
  /// Of the newest ones, by code.
  func eventCounts(limit: Int) throws(StoreFailure) -> [MetricsReport.ErrorCount]

  func history(_ query: HistoryQuery) throws(StoreFailure) -> [Delivery]

  func trace(_ step: TraceStep) throws(StoreFailure)
  func trace(of delivery: Int64) throws(StoreFailure) -> [TraceStep]
  func record(_ event: ErrorEvent) throws(StoreFailure)
  /// Newest first.
  func lastEvents(_ limit: Int) throws(StoreFailure) -> [ErrorEvent]
  /// The same without those that are no errors. (T4: `ETAG_NOT_MODIFIED`)
  func lastErrors(_ limit: Int) throws(StoreFailure) -> [ErrorEvent]
}

/// A request for content, from the moment it was committed to be sent. (T3)
package struct Fetch: Hashable, Sendable {
  package var id: Int64
  package var source: Int64
  package var startedAt: Instant
  /// Whether its user asked for it. (T6)
  package var asked: Bool
  package var finishedAt: Instant?

  package init(
    id: Int64, source: Int64, startedAt: Instant, asked: Bool, finishedAt: Instant? = nil
  ) {
    self.id = id
    self.source = source
    self.startedAt = startedAt
    self.asked = asked
    self.finishedAt = finishedAt
  }
}

/// One thing that happened to a delivery, as code and values; worded when asked. (J23)
package struct TraceStep: Hashable, Sendable {
  package var delivery: Int64
  package var at: Instant
  package var code: String
  package var values: [String: String]

  package init(delivery: Int64, at: Instant, code: String, values: [String: String] = [:]) {
    self.delivery = delivery
    self.at = at
    self.code = code
    self.values = values
  }
}

/// Which deliveries a page of the history holds.
package struct HistoryQuery: Hashable, Sendable {
  package var limit: Int
  /// Only what was decided before this place.
  package var before: Cursor?
  /// As documents name it: `slot`, `message`.
  package var kind: String?
  package var status: Delivery.Status?

  package struct Cursor: Hashable, Sendable {
    package var decidedAt: Instant
    package var id: Int64

    package init(decidedAt: Instant, id: Int64) {
      self.decidedAt = decidedAt
      self.id = id
    }
  }

  package init(
    limit: Int, before: Cursor? = nil, kind: String? = nil, status: Delivery.Status? = nil
  ) {
    self.limit = limit
    self.before = before
    self.kind = kind
    self.status = status
  }
}

import CarillonDetail
import CarillonText
package import CarillonTime

/// The database, as the heart sees it: transactions, and the verbs of each table inside them.
package protocol DataStore: AnyObject {
  /// Commits everything `body` writes, or nothing if it throws.
  func transaction<R>(_ body: (any Rows) throws(StoreFailure) -> R) throws(StoreFailure) -> R
  func read<R>(_ body: (any Rows) throws(StoreFailure) -> R) throws(StoreFailure) -> R
}

/// The rows of one transaction.
///
/// Lists are sorted: no result depends on the order on disk.
package protocol Rows {
  // Configuration, and the engine's state that survives a restart.
  func config() throws(StoreFailure) -> [String: String]
  func setConfig(_ key: String, _ json: String) throws(StoreFailure)
  func note(_ key: String) throws(StoreFailure) -> String?
  /// Nil deletes the note.
  func setNote(_ key: String, _ value: String?) throws(StoreFailure)

  /// The items of a plan source, by name.
  func planItems(of source: String) throws(StoreFailure) -> [StoredPlanItem]
  func put(_ item: StoredPlanItem) throws(StoreFailure)
  func removePlanItem(_ id: PlanItem.ID) throws(StoreFailure)

  /// Returns the id of the source with this key, creating the source if necessary.
  func source(_ key: String) throws(StoreFailure) -> Int64
  func latestContent(of source: Int64) throws(StoreFailure) -> Content?
  func content(_ id: Int64) throws(StoreFailure) -> Content?
  func contentHead(_ id: Int64) throws(StoreFailure) -> ContentHead?
  /// Returns the new row's id.
  func insert(_ content: Content) throws(StoreFailure) -> Int64
  func setValidation(
    of content: Int64, at: Instant, futureSince: Instant?
  ) throws(StoreFailure)
  func lastFetch() throws(StoreFailure) -> Instant?

  /// The open fetch of a source; the schema allows only one. (T3)
  func openFetch(of source: Int64) throws(StoreFailure) -> Fetch?
  func openFetches() throws(StoreFailure) -> [Fetch]
  func fetch(_ id: Int64) throws(StoreFailure) -> Fetch?
  func insert(_ fetch: Fetch) throws(StoreFailure) -> Int64
  func setAsked(fetch: Int64) throws(StoreFailure)
  func close(fetch: Int64, at: Instant, outcome: String) throws(StoreFailure)
  /// The last fetch of each source, by source, if it brought nothing. (T36)
  func failedFetches() throws(StoreFailure) -> [Int64: FailedFetch]

  func delivery(_ id: Int64) throws(StoreFailure) -> Delivery?
  func delivery(of occasion: Occasion) throws(StoreFailure) -> Delivery?
  /// The occasions on this date or later that have a row or are spent.
  func knownOccasions(since date: LocalDate) throws(StoreFailure) -> Set<Occasion>
  /// The scheduled, held, snoozed, and showing deliveries, by (fireAt, id), without the messages that
  /// rest.
  func awake() throws(StoreFailure) -> [Delivery]
  /// The last of the messages that rest, by (fireAt, id).
  func resting(limit: Int) throws(StoreFailure) -> [Delivery]
  /// The first of the messages that rest after that place, by (fireAt, id).
  func resting(after place: Delivery.Place?, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The messages of a tag that rest, by (fireAt, id).
  func resting(tag: String) throws(StoreFailure) -> [Delivery]
  /// The first `limit` of the messages that rest and have expired at `instant`. (B1)
  func resting(expiredAt instant: Instant, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The messages that rest and tell of what the user has planned, by id. (T18)
  func restingOwnPlans() throws(StoreFailure) -> [Delivery]
  func restingCount() throws(StoreFailure) -> Int
  /// The first instant at which a message that rests expires; nil if none does. (B1)
  func restingExpiry() throws(StoreFailure) -> Instant?
  /// The deliveries that the user skipped and that are due after `instant`.
  func skippedByUser(after instant: Instant) throws(StoreFailure) -> [Delivery]
  func members(of digest: Int64) throws(StoreFailure) -> [Delivery]
  /// The first members after that place, by (fireAt, id): there may be thousands.
  func members(
    of digest: Int64, after place: Delivery.Place?, limit: Int
  ) throws(StoreFailure) -> [Delivery]
  func memberCount(of digest: Int64) throws(StoreFailure) -> Int

  /// Of its members, first those that no topic and no paired sender has brought, by (fireAt, id), then the others,
  /// each sender's in turn. (C4)
  func fairMembers(of digest: Int64, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The members that are no messages, by (fireAt, id).
  func plannedMembers(of digest: Int64) throws(StoreFailure) -> [Delivery]
  /// Marks at most `limit` members, or of what it told of again, as read that were not, and returns how
  /// many.
  func markRead(membersOf digest: Int64, limit: Int) throws(StoreFailure) -> Int
  /// The shown deliveries about which this later one told the user again, by (fireAt, id). (T38, J24)
  func told(in later: Int64) throws(StoreFailure) -> [Delivery]
  /// The first of them after that place: there may be thousands.
  func told(
    in later: Int64, after place: Delivery.Place?, limit: Int
  ) throws(StoreFailure) -> [Delivery]
  /// The digests among them.
  func toldDigests(in later: Int64) throws(StoreFailure) -> [Delivery]
  /// How many they are; in place of a digest, its members count.
  func toldCount(in later: Int64) throws(StoreFailure) -> Int
  /// Of those that count, the first in the order of ``fairMembers(of:limit:)``. (C4)
  func fairTold(in later: Int64, limit: Int) throws(StoreFailure) -> [Delivery]
  /// What was shown, or left the screen, while the session was locked and was not told since: the oldest
  /// with a greater id. (T38)
  func unseen(after id: Int64, limit: Int) throws(StoreFailure) -> [Delivery]
  /// Whether there is a newer message of its tag among them.
  func hasNewerUnseen(than delivery: Delivery) throws(StoreFailure) -> Bool
  /// The deliveries that are banners in the window, oldest first. (D3)
  func banners() throws(StoreFailure) -> [Delivery]
  func bannerCount() throws(StoreFailure) -> Int
  /// How many are unread. (§5)
  func unreadCount() throws(StoreFailure) -> Int
  func delivery(on screen: OnScreen) throws(StoreFailure) -> Delivery?
  /// The deliveries with `tag` that may be on the screen, newest last.
  func onScreen(tag: String) throws(StoreFailure) -> [Delivery]
  /// The messages among them, however many others are on the screen.
  func messagesOnScreen(tag: String) throws(StoreFailure) -> [Delivery]
  func allOnScreen() throws(StoreFailure) -> [Delivery]
  /// The first of the digests among them after that place, by (decidedAt, id).
  func digestsOnScreen(
    after place: HistoryQuery.Cursor?, limit: Int
  ) throws(StoreFailure) -> [Delivery]
  /// The groups among them whose tags are this one and a number, newest first. (J24)
  func groupsOnScreen(tag beginning: String, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The messages among them that may be joined by others of this key, newest first. (J24)
  func messagesOnScreen(joining key: String, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The newest among them whose pictures are being fetched, oldest first. (B8)
  func onScreenWantingPicture(limit: Int) throws(StoreFailure) -> [Delivery]
  /// Those among them whose pictures have arrived but are not shown yet, oldest first. (B8)
  func onScreenWithPicture(limit: Int) throws(StoreFailure) -> [Delivery]
  /// The first of them after that place, by (decidedAt, id): there may be thousands.
  func allOnScreen(
    after place: HistoryQuery.Cursor?, limit: Int
  ) throws(StoreFailure) -> [Delivery]
  /// The delivery that was shown last and not snoozed since.
  func lastShown() throws(StoreFailure) -> Delivery?
  func lastDelivery() throws(StoreFailure) -> Instant?
  func latest(of item: PlanItem.ID) throws(StoreFailure) -> Delivery?
  func next(of item: PlanItem.ID) throws(StoreFailure) -> Delivery?
  /// Returns the new row's id.
  func insert(_ delivery: Delivery) throws(StoreFailure) -> Int64
  func update(_ delivery: Delivery) throws(StoreFailure)
  /// Sets `fireAt` of several deliveries at once, so that two can swap theirs. (T7)
  func reschedule(_ times: [(id: Int64, at: Instant)]) throws(StoreFailure)
  func isSpent(_ occasion: Occasion) throws(StoreFailure) -> Bool
  func spend(_ occasion: Occasion, at: Instant) throws(StoreFailure)

  /// Whether a message with this id has been accepted. (§5)
  func hasMessage(_ id: String) throws(StoreFailure) -> Bool
  /// The delivery that a message became; nil if it has not come.
  func message(_ id: String) throws(StoreFailure) -> Delivery?
  func hasContent(
    _ key: String, tag: String, since: Instant, until: Instant
  ) throws(StoreFailure) -> Bool
  /// When messages popped up, newest first. (J26)
  func popups(since: Instant, until: Instant, limit: Int) throws(StoreFailure) -> [Instant]
  /// Messages whose popup is dated after `instant`, the earliest first.
  func poppedUp(after instant: Instant, limit: Int) throws(StoreFailure) -> [Delivery]

  /// The deliveries replaced at this place on the screen, newest first.
  func replaced(on screen: OnScreen, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The newest messages of a tag with any status, newest first.
  func newest(tag: String, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The newest messages of a tag that were taken in, newest first. Copies, overtaken ones and silent ones, of
  /// which there may be any number, are left out. (D15)
  func said(tag: String, limit: Int) throws(StoreFailure) -> [Delivery]
  /// The newest message with the same tag that came later and was or may have been shown; nil if
  /// `delivery` is not a message. (B11)
  func successor(of delivery: Delivery) throws(StoreFailure) -> Delivery?
  /// The messages of a tag whose calls got no answer, and that nothing has replaced, newest first. (T32)
  ///
  /// A server may leave any number without an answer.
  func unconfirmed(tag: String, limit: Int) throws(StoreFailure) -> [Delivery]
  /// Those of the same subject or item, newest first.
  func unconfirmed(like delivery: Delivery, limit: Int) throws(StoreFailure) -> [Delivery]
  /// Whether the call of a newer message of the same tag got no answer, replaced or not.
  func hasUnconfirmed(after delivery: Delivery) throws(StoreFailure) -> Bool
  /// What expired after `delivery` was handed over, of the same tag; the latest last. (T33)
  ///
  /// What is dated later than `now` expired by a clock that was ahead, perhaps long before.
  func expired(
    duringCallOf delivery: Delivery, until now: Instant
  ) throws(StoreFailure) -> [Delivery]
  /// The delivery of a tag that was shown last. (B13)
  func lastShown(tag: String) throws(StoreFailure) -> Delivery?

  /// What the user did about a subject on another device; nil if nothing is known of that. (J28)
  func elsewhere(_ tag: String) throws(StoreFailure) -> Elsewhere?
  func put(_ elsewhere: Elsewhere, heardAt: Instant) throws(StoreFailure)
  func removeElsewhere(_ tag: String) throws(StoreFailure)

  func reminder(_ tag: String) throws(StoreFailure) -> Reminder?
  /// What is to be shown again by `instant`, the earliest first; not what waits for a place. (D15)
  func reminders(dueAt instant: Instant, limit: Int) throws(StoreFailure) -> [Reminder]
  /// Those that wait since later than `instant`, by a clock that was ahead.
  func reminders(since instant: Instant, limit: Int) throws(StoreFailure) -> [Reminder]
  /// When those subjects that the user has snoozed are shown again, by their tags. (D14)
  func snoozes() throws(StoreFailure) -> [String: Instant]
  func nextReminder() throws(StoreFailure) -> Instant?
  /// How many have a place of subjects that this topic or paired sender has brought, or, for nil, none of
  /// them. (D15)
  func reminderCount(of guest: String?) throws(StoreFailure) -> Int
  /// The newest of these that waits for a place and gets one if `count` are taken; nil if none does.
  func waitingReminder(of guest: String?, taken count: Int) throws(StoreFailure) -> Reminder?
  func put(_ reminder: Reminder) throws(StoreFailure)
  func endReminder(of tag: String) throws(StoreFailure)

  /// How far the messages of a topic have been taken in; nil if it is new. (C4)
  func mark(of topic: String) throws(StoreFailure) -> Mark?
  func put(_ mark: Mark, of topics: [String]) throws(StoreFailure)
  /// The topics that have a mark, by name.
  func markedTopics() throws(StoreFailure) -> [String]
  func forgetMark(of topic: String) throws(StoreFailure)
  /// Since when carriers are not heard, by name; nil for those that were heard to the last. (C6)
  func carriers() throws(StoreFailure) -> [String: Instant?]
  func setCarrier(_ name: String, deafSince: Instant?) throws(StoreFailure)
  func forgetCarrier(_ name: String) throws(StoreFailure)
  /// Keeps an outage. If the one before, of the same carrier, was too short to be listed, it is deleted: a carrier
  /// may come and go without end.
  func insert(_ outage: Outage) throws(StoreFailure)
  /// The one that a carrier had last. (C6)
  func lastOutage(of carrier: String) throws(StoreFailure) -> Outage?
  /// Those that ended by `instant`, the last first, of which a user should know: not the seconds in which
  /// a connection was made anew.
  func outages(endedBy instant: Instant, limit: Int) throws(StoreFailure) -> [Outage]
  /// Counts something that a carrier brought and no message could be made of. (C1)
  func countDrop(by carrier: String, _ code: String, at: Instant) throws(StoreFailure)
  /// By carrier and code.
  func drops() throws(StoreFailure) -> [Drop]
  /// Keeps what has come sealed until it is opened. (C2)
  func insert(_ parcel: SealedParcel) throws(StoreFailure)
  /// Whether one of this carrier's waits that came under this id. (C1)
  func hasSealed(by carrier: String, _ transportID: String) throws(StoreFailure) -> Bool
  /// Of whom some wait, by carrier and topic.
  func sealedSources() throws(StoreFailure) -> [SealedParcel.Source]
  /// The one of a source that came first, of those with a greater id; nil if none waits.
  func firstSealed(
    of source: SealedParcel.Source, after id: Int64
  ) throws(StoreFailure) -> SealedParcel?
  /// The oldest of those that came before `instant`.
  func sealed(receivedBefore instant: Instant, limit: Int) throws(StoreFailure) -> [SealedParcel]
  func sealed(_ id: Int64) throws(StoreFailure) -> SealedParcel?
  func deleteSealed(_ id: Int64) throws(StoreFailure)
  /// Whether any of a source with a greater id belongs to a backlog. (C4)
  func hasSealedBacklog(
    of source: SealedParcel.Source, after id: Int64
  ) throws(StoreFailure) -> Bool
  func sealedCount() throws(StoreFailure) -> Int
  /// The registration with a distributor; nil if there never was one. (C3)
  func registration() throws(StoreFailure) -> Registration?
  func put(_ registration: Registration) throws(StoreFailure)
  /// The youngest messages that wait for the rest of a connection's backlog and were sent after
  /// `instant`, the youngest first. (C4)
  func backlog(
    of connection: String, sentAfter instant: Instant, limit: Int
  ) throws(StoreFailure) -> [Delivery]

  func thread(_ tag: String) throws(StoreFailure) -> Subject?
  func put(_ thread: Subject) throws(StoreFailure)
  /// Deletes a subject, and that it is shown again.
  func remove(thread tag: String) throws(StoreFailure)
  /// Subjects of a kind that no topic and no paired sender brought, over or not, that were not heard of since `instant`. (C4)
  func ownThreads(
    of kind: String, heardUntil instant: Instant, limit: Int
  ) throws(StoreFailure) -> [Subject]
  /// Deletes all subjects, including those with an open command. (T29)
  func forgetThreads() throws(StoreFailure)
  /// The subjects that are not over, most recently heard of first.
  func openThreads(limit: Int) throws(StoreFailure) -> [Subject]
  /// The same of one kind.
  func openThreads(of kind: String, limit: Int) throws(StoreFailure) -> [Subject]
  /// The same of the user's own services: no topic and no paired sender takes their place. (C4, C10)
  func ownOpenThreads(of kind: String, limit: Int) throws(StoreFailure) -> [Subject]
  /// Those that are shown again until somebody has dealt with them, first the user's own services'; not
  /// those that wait for a place. (D15)
  func remindedThreads(limit: Int) throws(StoreFailure) -> [Subject]
  /// How many subjects of a kind are not over.
  func openThreadCount(of kind: String) throws(StoreFailure) -> Int
  /// Subjects that are not over and were heard of after `instant`.
  func threads(heardAfter instant: Instant, limit: Int) throws(StoreFailure) -> [Subject]
  /// Sets when the subject was heard of and when it ends; its state, which may be unreadable, stays.
  func setTimes(of thread: Subject) throws(StoreFailure)
  /// The subjects that have been silent for too long at `instant`, most recently heard of first. (B13)
  func silentThreads(at instant: Instant, limit: Int) throws(StoreFailure) -> [Subject]
  /// The clock was set forward by `span`, more than a minute, to `now`: moves the times of open subjects that may
  /// be silent for more than a day. What was heard since stays.
  func moveSilences(by span: Span, at now: Instant) throws(StoreFailure)
  /// Lets none of the same subjects be over before `instant`.
  func delaySilences(until instant: Instant) throws(StoreFailure)
  /// When the next subject will have been silent for too long; nil if none is open. (B13)
  func nextSilence() throws(StoreFailure) -> Instant?
  /// The most recently heard of subject of a kind; one that is not over comes before all others.
  func latestThread(_ kind: String) throws(StoreFailure) -> Subject?

  /// Returns the new row's id.
  func insert(_ command: Command) throws(StoreFailure) -> Int64
  func update(_ command: Command) throws(StoreFailure)
  func command(_ id: Int64) throws(StoreFailure) -> Command?
  /// The commands without a result, oldest first.
  func openCommands() throws(StoreFailure) -> [Command]
  /// The commands that are open or have ended since, oldest first.
  func commands(of tag: String, since: Instant) throws(StoreFailure) -> [Command]

  /// Adds a posting to the outbox and returns its row's id; nil if one with its key is already
  /// waiting. (T32)
  func insert(_ posting: Posting) throws(StoreFailure) -> Int64?
  /// Sets when it was made, its attempts, and whether it is in flight.
  func update(_ posting: Posting) throws(StoreFailure)
  func posting(_ id: Int64) throws(StoreFailure) -> Posting?
  func remove(posting: Int64) throws(StoreFailure)
  /// The addresses of what is sent again until it has arrived, by name.
  func waitingAddresses() throws(StoreFailure) -> [Address]
  /// The oldest of what is sent to `address` until it has arrived, oldest first.
  func postings(to address: Address, limit: Int) throws(StoreFailure) -> [Posting]
  /// Of what is sent until it has arrived, what is in flight, oldest first: one of an address at most.
  func postingsInFlight() throws(StoreFailure) -> [Posting]
  /// How many are sent until they have arrived.
  func postingCount() throws(StoreFailure) -> Int
  /// What is sent at most once and has no answer yet, oldest first.
  func promptPostings() throws(StoreFailure) -> [Posting]

  /// Counts a request to `host`. (T29)
  func contacted(
    _ host: String, for purpose: ContactPurpose, at: Instant
  ) throws(StoreFailure)
  /// The most recent contacts first, at most 200.
  func contacts() throws(StoreFailure) -> [Contact]
  func storageSize() throws(StoreFailure) -> StorageSize

  /// Whether new text is encrypted. (T28)
  var seals: Bool { get }
  /// Encrypts at most `limit` plain texts; returns how many it processed, 0 without a key. (T28)
  func seal(limit: Int) throws(StoreFailure) -> Int

  /// Deletes at most `limit` finished rows that were due before `cutoff` and that nothing refers
  /// to; returns how many it processed. (T8)
  func prune(before cutoff: Instant, limit: Int) throws(StoreFailure) -> Int

  /// The messages among the newest decided deliveries, newest first. (B29)
  func messageSamples(limit: Int) throws(StoreFailure) -> [MessageSample]
  /// Counts the newest commands.
  func commandCounts(limit: Int) throws(StoreFailure) -> MetricsReport.Commands
  /// Counts the newest events by code.
  func eventCounts(limit: Int) throws(StoreFailure) -> [MetricsReport.ErrorCount]

  func history(_ query: HistoryQuery) throws(StoreFailure) -> [Delivery]

  /// Adds a step. Of more than 200, only the first 100 and the newest 100 are kept.
  func trace(_ step: TraceStep) throws(StoreFailure)
  /// The steps of a delivery, the first one first.
  func trace(of delivery: Int64) throws(StoreFailure) -> [TraceStep]
  func lastStep(of delivery: Int64) throws(StoreFailure) -> TraceStep?
  func record(_ event: ErrorEvent) throws(StoreFailure)
  /// The newest events first.
  func lastEvents(_ limit: Int) throws(StoreFailure) -> [ErrorEvent]
  /// The same without those that are no errors. (T4: `ETAG_NOT_MODIFIED`)
  func lastErrors(_ limit: Int) throws(StoreFailure) -> [ErrorEvent]
}

extension Rows {
  /// The scheduled, held, snoozed, and showing deliveries, by (fireAt, id).
  package func live() throws(StoreFailure) -> [Delivery] {
    try (awake() + resting(limit: .max)).sorted { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
  }
}

/// A request for content, stored from the moment it is committed to be sent. (T3)
package struct Fetch: Hashable, Sendable {
  package var id: Int64
  package var source: Int64
  package var startedAt: Instant
  /// Whether the user asked for it. (T6)
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

/// A fetch that brought neither content nor the word that nothing has changed.
package struct FailedFetch: Hashable, Sendable {
  package var source: Int64
  package var at: Instant
  package var code: FetchFailure.Code

  package init(source: Int64, at: Instant, code: FetchFailure.Code) {
    self.source = source
    self.at = at
    self.code = code
  }
}

/// Selects the deliveries on a page of the history.
package struct HistoryQuery: Hashable, Codable, Sendable {
  package var limit: Int
  /// Only deliveries decided before this position.
  package var before: Cursor?
  /// As in documents: `slot`, `message`.
  package var kind: String?
  package var status: Delivery.Status?

  package struct Cursor: Hashable, Codable, Sendable {
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

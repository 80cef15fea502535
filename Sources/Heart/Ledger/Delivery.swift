import CarillonDetail
import CarillonText
package import CarillonTime

/// The record of one notification: a row of `notif_deliveries`.
///
/// The status changes only along the table of transitions, and only through
/// ``Ledger/move(_:to:_:_:)``.
package struct Delivery: Hashable, Sendable {
  package enum Status: String, Codable, Sendable, CaseIterable {
    case scheduled, held, snoozed, showing, shown, unconfirmed, skipped, missed, merged, superseded,
      failed, cancelled
  }

  /// 0 until the store assigns an id.
  package var id: Int64 = 0
  package var status = Status.scheduled
  /// T for an occurrence; otherwise the time of the request.
  package var fireAt: Instant
  package var createdAt: Instant
  /// When it last left the live statuses; the history is sorted by this.
  package var decidedAt: Instant?

  package var content: Int64?
  /// Whether title and body could be read. (T28)
  ///
  /// If not, they are nil, and the stored texts stay unchanged until they are set.
  package var text = Readable.open

  /// When the one fetch attempt of T3 was used up; nil if it was not.
  package var attemptAt: Instant?
  /// When the delivery began to wait for a fetch. (T3)
  package var fetchWaitSince: Instant?

  /// When a hold ended; the grace period counts from then.
  package var releasedAt: Instant?
  /// What a due delivery waits for.
  package var waiting: Waiting?

  /// The number of `Notify` calls over all showings; also the current call's ticket.
  package var calls = 0
  /// When the first attempt was refused; nil again once the second is in flight.
  package var errorAt: Instant?
  package var showingAt: Instant?
  package var shownAt: Instant?
  /// Whether a newer notification with its tag has replaced it.
  package var replaced = false
  package var respondedAt: Instant?

  /// Whether it was a popup of its own and counts for the throttle. (J26)
  package var poppedUp = false

  package var snoozedAt: Instant?
  /// How long the snooze lasts, or lasted; nil if it was never snoozed. (T33)
  package var snooze: Span?
  /// Whether this showing is a return from a snooze. (T33)
  package var returning = false
  package var mergedInto: Int64?

  /// The hour of its channel that it waits for, or has waited for; nil if it never had to. (§5, At my
  /// hours)
  package var heldUntil: Instant?
  /// Whether it waited for an hour of its channel and the user has not read it yet.
  package var unread = false
  /// Whether it was shown, or left the screen, while the session was locked, and was not told since.
  /// (T38)
  package var unseen = false
  /// Whether it stands in the window as a banner, unanswered. (D3)
  package var inBanner = false
  /// The id of a later notification that told the user about this one again. (T38, J24)
  ///
  /// Unlike the members of a digest that were `merged` unseen, this one stays `shown`.
  package var toldIn: Int64?

  @Boxed private var texts: Texts

  /// The fields that hold references, in a box of their own.
  ///
  /// Rows are copied far more often than these change, and without the box each copy would count a dozen
  /// references.
  private struct Texts: Hashable, Sendable {
    let origin: Origin
    var tag: String
    var reason: Reason?
    var did: String?
    var title: String?
    var body: String?
    var link: String?
    var error: String?
    var onScreen: OnScreen?
    var response: String?
    var request: Request?
    var messageID: String?
    var contentKey: String?
    var label: String?
  }

  /// What is nil here may be set later, at the cost of a copy of all texts.
  package init(
    _ origin: Origin, tag: String, at: Instant, now: Instant, reason: Reason? = nil,
    did: String? = nil, error: String? = nil, onScreen: OnScreen? = nil, response: String? = nil,
    request: Request? = nil, messageID: String? = nil, contentKey: String? = nil
  ) {
    texts = Texts(
      origin: origin, tag: tag, reason: reason, did: did, error: error, onScreen: onScreen,
      response: response, request: request, messageID: messageID, contentKey: contentKey)
    fireAt = at
    createdAt = now
  }

  package var origin: Origin { _texts.box.value.origin }

  package var tag: String {
    get { _texts.box.value.tag }
    set { texts.tag = newValue }
  }

  /// The reason for the status.
  package var reason: Reason? {
    get { _texts.box.value.reason }
    set { texts.reason = newValue }
  }

  /// The identity that its content was fetched for; no other identity sees it. (T29)
  package var did: String? {
    get { _texts.box.value.did }
    set { texts.did = newValue }
  }

  /// The rendered text: plain, truncated, not escaped; nil while there is no content. (T9)
  package var title: String? {
    get { _texts.box.value.title }
    set {
      texts.title = newValue
      text = .open
    }
  }

  package var body: String? {
    get { _texts.box.value.body }
    set {
      texts.body = newValue
      text = .open
    }
  }

  /// Where it leads: an address that was checked when it came in; nil if nowhere. (T34)
  package var link: String? {
    get { _texts.box.value.link }
    set {
      texts.link = newValue
      text = .open
    }
  }

  /// Removes what was written from content.
  package mutating func forgetText() {
    content = nil
    title = nil
    body = nil
    link = nil
  }

  /// The error of the first attempt; kept while the second is in flight.
  package var error: String? {
    get { _texts.box.value.error }
    set { texts.error = newValue }
  }

  package var onScreen: OnScreen? {
    get { _texts.box.value.onScreen }
    set { texts.onScreen = newValue }
  }

  package var response: String? {
    get { _texts.box.value.response }
    set { texts.response = newValue }
  }

  /// The form of a message's notification; nil for other origins.
  package var request: Request? {
    get { _texts.box.value.request }
    set { texts.request = newValue }
  }

  /// The message's own id; nil for a message without one, and for a copy. (§5)
  package var messageID: String? {
    get { _texts.box.value.messageID }
    set { texts.messageID = newValue }
  }

  /// The digest that identifies a message without an id; nil for a copy. (§5)
  package var contentKey: String? {
    get { _texts.box.value.contentKey }
    set { texts.contentKey = newValue }
  }

  /// What its item was called when it was decided; nil if it had no name.
  ///
  /// The item may be renamed, moved or removed afterwards, and the history still tells what was shown.
  package var label: String? {
    get { _texts.box.value.label }
    set { texts.label = newValue }
  }

  /// The identity of a planned delivery; nil for other origins. (T7)
  package var occasion: Occasion? {
    if case .planned(let occasion) = _texts.box.value.origin { occasion } else { nil }
  }

  package var isPlanned: Bool {
    if case .planned = _texts.box.value.origin { true } else { false }
  }

  package var isMessage: Bool {
    if case .message = _texts.box.value.origin { true } else { false }
  }

  /// What the ids of the plan's own messages begin with, which no sender's may. (J20)
  package static let planPrefix = "occasion:"

  /// Whether it is a message of the plan's own, because an occasion was due. (J5)
  package var isOfPlan: Bool { messageID?.hasPrefix(Delivery.planPrefix) == true }

  package var isDigest: Bool {
    if case .digest = _texts.box.value.origin { true } else { false }
  }

  /// Whether it tells of what was not seen while the session was locked. (T38)
  package var isAway: Bool {
    if case .away = _texts.box.value.origin { true } else { false }
  }

  /// The id of its item, `0800`; nil if it does not come from a plan source.
  package var item: PlanItem.ID? {
    switch _texts.box.value.origin {
    case .planned(let occasion): occasion.item
    case .asked(let item): item
    case .message, .digest, .away, .test: nil
    }
  }

  /// Whether it is planned and due later than `now`.
  package func isAhead(of now: Instant) -> Bool { isPlanned && fireAt > now }

  /// Whether a call to the server is waiting for its answer.
  package var isInFlight: Bool { status == .showing && errorAt == nil }

  /// Whether the user has just asked for it. (SPEC §0)
  package var askedFor: Bool {
    switch origin {
    case .asked, .test: true
    case .planned, .message, .digest, .away:
      status == .snoozed || returning || request?.asked == true
    }
  }

  /// Whether the gate may delay it or merge it into a digest: occasions and messages.
  package var isOrdinary: Bool { isPlanned || isMessage && request?.asked != true }

  /// Whether it is a message that is held: until the hold ends, the gate only looks at it if something
  /// of its subject has changed.
  package var rests: Bool {
    status == .held && isMessage && releasedAt == nil && waiting == nil
  }

  /// Whether it is a digest that is gathered in steps, and not whole yet. (T18)
  package var isGathering: Bool {
    waiting == .gathering && status == .scheduled && isDigest
  }

  /// Whether it gathers in steps what was not seen, and is not whole yet. (T38)
  package var isGatheringUnseen: Bool {
    waiting == .gathering && status == .scheduled && isAway
  }

  /// Its place among others: they are told in the order in which they were due.
  package struct Place: Hashable, Comparable, Sendable {
    package let fireAt: Instant
    package let id: Int64

    package init(fireAt: Instant, id: Int64) {
      self.fireAt = fireAt
      self.id = id
    }

    /// Before all others.
    package static let beforeAll = Place(fireAt: .distantPast, id: .min)

    package static func < (one: Place, other: Place) -> Bool {
      (one.fireAt, one.id) < (other.fireAt, other.id)
    }
  }

  package var place: Place { Place(fireAt: fireAt, id: id) }

  /// The channel in which the user can switch it off. (D7)
  package var channel: String { request?.channel ?? Channel.daily.id }

  /// The channel of the topic or the paired sender that brought it; nil for all others. (C4, C10)
  package var guest: String? {
    guard let request else { return nil }
    // Of paired senders, former versions have noted it only as their own channel.
    return request.topic ?? (PairedSender.isChannel(request.channel) ? request.channel : nil)
  }

  /// Whether the user has planned it, an hour or a departure: it waits for no digest of what others have sent. (T18)
  package var isOwnPlan: Bool { isPlanned || isOfPlan || request?.timely == true }

  /// Whether it passes pause, quiet hours, and throttle. (§5)
  package var isUrgent: Bool { request?.urgency == .critical }
}

extension Delivery.Status {
  /// Whether it may still be shown.
  package var isLive: Bool {
    switch self {
    case .scheduled, .held, .snoozed, .showing: true
    default: false
    }
  }

  /// Whether the notification was handed over and its identity is therefore spent. (T7)
  package var spends: Bool { self == .shown || self == .unconfirmed }
}

extension Delivery {
  /// Whether the user has answered.
  ///
  /// The first answer counts: after an action, some servers also report the notification as closed.
  package var isAnswered: Bool { response.map { $0 != ResponseCode.expired } ?? false }
}

import CarillonDetail
import CarillonText
package import CarillonTime

/// What became of one request: a row of `notif_deliveries`.
///
/// Its status changes only as the table of transitions says; ``Ledger/move(_:to:_:_:)`` is the one place
/// that does it.
package struct Delivery: Hashable, Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case scheduled, held, snoozed, showing, shown, unconfirmed, skipped, missed, merged, superseded,
      failed, cancelled
  }

  /// 0 until the store has given it one.
  package var id: Int64 = 0
  package let origin: Origin
  package var tag: String
  package var status = Status.scheduled
  /// Why it has this status, as a code.
  package var reason: String?
  /// T for an occurrence; for others when they were asked for.
  package var fireAt: Instant
  package var createdAt: Instant
  /// When it left the live statuses last; what the history is ordered by.
  package var decidedAt: Instant?

  package var content: Int64?
  /// For whom its content was fetched; nobody else sees it. (T29)
  package var did: String?
  /// The rendered text, plain and truncated, not escaped; nil while there is no content. (T9)
  package var title: String? { didSet { text = .open } }
  package var body: String? { didSet { text = .open } }
  /// Whether title and body are what is stored; where not, they are nil and stay as stored until
  /// they are set. (T28)
  package var text = Readable.open

  /// When T3's attempt was used up; nil: it has not been.
  package var attemptAt: Instant?
  /// Since when a ring waits for a fetch. (T3)
  package var fetchWaitSince: Instant?

  /// When a hold ended; the grace counts from then.
  package var releasedAt: Instant?
  /// Why something due waits: `no-server`, `starting`, `busy`, `fetch`.
  package var waiting: String?

  /// `Notify` calls so far, over all its showings; the current one's ticket.
  package var calls = 0
  /// When the first attempt was refused; nil again as soon as the second is under way.
  package var errorAt: Instant?
  /// What the first attempt was refused with; kept while the second is under way.
  package var error: String?
  package var showingAt: Instant?
  package var shownAt: Instant?
  package var onScreen: OnScreen?
  /// Whether a newer one of its tag took its place on the screen.
  package var replaced = false
  package var response: String?
  package var respondedAt: Instant?

  /// What a message is to be shown as; nil for every other kind.
  package var request: Request?
  /// The message's own id, and what else tells it from others; nil where it is a copy. (§5)
  package var messageID: String?
  package var contentKey: String?
  /// Whether it came as a popup of its own, and counts for the throttle. (J26)
  package var poppedUp = false

  package var snoozedAt: Instant?
  /// Whether the showing in progress is the return of a snooze. (T33)
  package var returning = false
  package var mergedInto: Int64?

  package init(_ origin: Origin, tag: String, at: Instant, now: Instant) {
    self.origin = origin
    self.tag = tag
    fireAt = at
    createdAt = now
  }

  /// Its identity, if a plan source brought it. (T7)
  package var occasion: Occasion? {
    if case .planned(let occasion) = origin { occasion } else { nil }
  }

  package var isPlanned: Bool { occasion != nil }

  package var isMessage: Bool { origin == .message }

  package var isDigest: Bool { origin == .digest }

  /// What its plan source calls it, `0800`; nil if it is no plan source's.
  package var item: PlanItem.ID? {
    switch origin {
    case .planned(let occasion): occasion.item
    case .asked(let item): item
    case .message, .digest, .test: nil
    }
  }

  /// Whether it is planned and its hour lies ahead.
  package func isAhead(of now: Instant) -> Bool { isPlanned && fireAt > now }

  /// Whether a call to the server has been made and not been answered.
  package var isInFlight: Bool { status == .showing && errorAt == nil }

  /// Shown because the user asked just now. (SPEC §0)
  package var askedFor: Bool {
    switch origin {
    case .asked, .test: true
    case .planned, .message, .digest: status == .snoozed || returning || request?.asked == true
    }
  }

  /// Whether the gate may let it wait and put it into a digest: an occasion, a message.
  package var isOrdinary: Bool { isPlanned || isMessage && request?.asked != true }

  /// What its user switches it off with. (D7)
  package var channel: String { request?.channel ?? Channel.daily.id }

  /// Passes pause, quiet hours and throttle. (§5)
  package var isUrgent: Bool { request?.urgency == .critical }

  package static let snooze = Span.minutes(10)
}

extension Delivery.Status {
  /// Whether it still may come to be shown.
  package var isLive: Bool {
    switch self {
    case .scheduled, .held, .snoozed, .showing: true
    default: false
    }
  }

  /// Whether its notification, once handed over, spends its identity. (T7)
  package var spends: Bool { self == .shown || self == .unconfirmed }
}

extension Delivery {
  /// Whether the user has answered: after an action servers close, some with a reason of their own, and
  /// the first answer holds.
  package var isAnswered: Bool { response.map { $0 != ResponseCode.expired } ?? false }
}

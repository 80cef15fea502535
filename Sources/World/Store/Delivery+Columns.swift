import CarillonEngine
import Foundation
import GRDB

extension Delivery {
  /// The columns of `notif_deliveries` between `id` and the text, in the order of
  /// `values(withRequest:)` and `init(_:)`.
  static let names = [
    "origin", "source", "item", "local_date", "tag", "status", "reason", "fire_at", "created_at",
    "decided_at", "content_id", "attempt_at", "fetch_wait_since", "released_at",
    "waiting", "calls", "error_at", "error", "showing_at", "shown_at", "on_screen_bus",
    "on_screen_owner", "on_screen_id", "replaced", "response", "responded_at", "snoozed_at",
    "is_return", "merged_into", "did", "request", "message_id", "content_key", "popped_up",
    "snooze", "held_until", "unread", "unseen", "banner", "told_in",
    "label",
  ]

  /// The text columns, open or sealed. (T28)
  static let textNames = ["title", "body", "link", "sealed"]

  static let select =
    "SELECT id, \((names + textNames).joined(separator: ", ")) FROM notif_deliveries"

  /// The column values, in the order of `names`.
  func values(withRequest: Bool) -> [DatabaseValue] {
    [
      origin.column.bound, (item?.source).bound, (item?.name).bound, (occasion?.date).bound,
      tag.bound, status.rawValue.bound, (reason?.rawValue).bound,
      fireAt.bound, createdAt.bound, decidedAt.bound, content.bound, attemptAt.bound,
      fetchWaitSince.bound, releasedAt.bound, (waiting?.rawValue).bound, calls.bound, errorAt.bound,
      error.bound, showingAt.bound, shownAt.bound, onScreen?.bus.bound ?? .null,
      onScreen?.owner.bound ?? .null, onScreen.map { Int64($0.id).bound } ?? .null,
      replaced.bound, response.bound, respondedAt.bound, snoozedAt.bound, returning.bound,
      mergedInto.bound, did.bound, (withRequest ? request.map { serialize($0) } : nil).bound,
      messageID.bound, contentKey.bound, poppedUp.bound, (snooze?.milliseconds).bound,
      heldUntil.bound, unread.bound, unseen.bound, inBanner.bound, toldIn.bound, label.bound,
    ]
  }

  /// Whether title, body and link are equal to those of `other`.
  func hasText(of other: Delivery) -> Bool {
    title == other.title && body == other.body && link == other.link
  }
}

extension Delivery {
  /// Reads everything but the text.
  fileprivate init(_ columns: inout Columns) throws(StoreFailure) {
    let id = try columns.integer()
    let origin = try Origin(&columns)
    let tag = try columns.text()
    let status = try columns.value(Status.init(rawValue:))
    let reason = try columns.optionalText().map { Reason(rawValue: $0) }
    let (fireAt, createdAt) = (try columns.instant(), try columns.instant())
    let decidedAt = try columns.optionalInstant()
    let content = try columns.optionalInteger()
    let attemptAt = try columns.optionalInstant()
    let fetchWaitSince = try columns.optionalInstant()
    let releasedAt = try columns.optionalInstant()
    // What this version does not know is found out again in the next turn.
    let waiting = try columns.optionalText().flatMap(Waiting.init(rawValue:))
    let calls = try columns.count()
    let (errorAt, error) = (try columns.optionalInstant(), try columns.optionalText())
    let (showingAt, shownAt) = (try columns.optionalInstant(), try columns.optionalInstant())
    let onScreen = try OnScreen(optional: &columns)
    let replaced = try columns.flag()
    let (response, respondedAt) = (try columns.optionalText(), try columns.optionalInstant())
    let (snoozedAt, returning) = (try columns.optionalInstant(), try columns.flag())
    let mergedInto = try columns.optionalInteger()
    self.init(
      origin, tag: tag, at: fireAt, now: createdAt, reason: reason,
      did: try columns.optionalText(), error: error, onScreen: onScreen, response: response,
      request: try columns.optionalRequest(), messageID: try columns.optionalText(),
      contentKey: try columns.optionalText())
    self.id = id
    self.status = status
    self.decidedAt = decidedAt
    self.content = content
    self.attemptAt = attemptAt
    self.fetchWaitSince = fetchWaitSince
    self.releasedAt = releasedAt
    self.waiting = waiting
    self.calls = calls
    self.errorAt = errorAt
    self.showingAt = showingAt
    self.shownAt = shownAt
    self.replaced = replaced
    self.respondedAt = respondedAt
    self.snoozedAt = snoozedAt
    self.returning = returning
    self.mergedInto = mergedInto
    poppedUp = try columns.flag()
    snooze = try columns.optionalSpan()
    heldUntil = try columns.optionalInstant()
    unread = try columns.flag()
    unseen = try columns.flag()
    inBanner = try columns.flag()
    toldIn = try columns.optionalInteger()
    if let label = try columns.optionalText() { self.label = label }
  }
}

/// A row of `notif_deliveries`, with its text as stored: open or sealed.
struct DeliveryRecord: Stored {
  private let delivery: Delivery
  private let title: String?
  private let body: String?
  private let link: String?
  private let sealed: Data?

  init(_ columns: inout Columns) throws(StoreFailure) {
    delivery = try Delivery(&columns)
    title = try columns.optionalText()
    body = try columns.optionalText()
    link = try columns.optionalText()
    sealed = try columns.optionalData()
  }

  func opened(by seal: Seal) -> Delivery {
    var delivery = delivery
    guard let sealed else {
      delivery.title = title.map(shortened)
      delivery.body = body.map(shortened)
      delivery.link = link
      return delivery
    }
    let (text, readable) = seal.open(sealed, as: .delivery)
    if let text {
      let parts = Seal.parts(text)
      delivery.title = parts.title.map(shortened)
      delivery.body = parts.body.map(shortened)
      delivery.link = parts.link
    }
    delivery.text = readable
    return delivery
  }
}

extension Seal {
  /// Title, body and link of a text that was sealed in one piece.
  static func parts(_ text: String) -> (title: String?, body: String?, link: String?) {
    // None of them has a NUL inside.
    let parts = text.utf8.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    return (parts[0], parts.count > 1 ? parts[1] : nil, parts.count > 2 ? parts[2] : nil)
  }

  /// The values of the text columns, in the order of `Delivery.textNames`.
  func columns(
    _ title: String?, _ body: String?, _ link: String?
  ) throws(StoreFailure) -> [DatabaseValue] {
    guard let title, hasKey else { return [title.bound, body.bound, link.bound, .null] }
    var text = title.stored
    if body != nil || link != nil { text += "\0\(body ?? "")" }
    if let link { text += "\0\(link)" }
    return ["".bound, "".bound, .null, try sealed(text, as: .delivery).bound]
  }
}

extension OnScreen {
  fileprivate init?(optional columns: inout Columns) throws(StoreFailure) {
    let (bus, owner) = (try columns.optionalText(), try columns.optionalText())
    let number = try columns.optionalInteger()
    guard let bus, let owner, let number, let id = UInt32(exactly: number) else { return nil }
    self.init(bus: bus, owner: owner, id: id)
  }
}

extension Origin {
  fileprivate var column: String {
    switch self {
    case .planned: "planned"
    case .asked: "asked"
    case .message: "message"
    case .digest: "digest"
    case .away: "away"
    case .test: "test"
    }
  }

  /// From the columns `origin`, `source`, `item` and `local_date`.
  fileprivate init(_ columns: inout Columns) throws(StoreFailure) {
    let name = try columns.text()
    let (source, item) = (try columns.optionalText(), try columns.optionalText())
    let date = try columns.optional { LocalDate($0) }
    switch (name, source, item, date) {
    case ("planned", let source?, let item?, let date?):
      self = .planned(Occasion(PlanItem.ID(source: source, name: item), on: date))
    case ("asked", let source?, let item?, nil):
      self = .asked(PlanItem.ID(source: source, name: item))
    case ("message", nil, nil, nil): self = .message
    case ("digest", nil, nil, nil): self = .digest
    case ("away", nil, nil, nil): self = .away
    case ("test", nil, nil, nil): self = .test
    default: throw StoreFailure(.broken, "a delivery of the origin \(name) has another's identity")
    }
  }
}

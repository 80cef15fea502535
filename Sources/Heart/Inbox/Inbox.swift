package import CarillonLedger

/// Takes in push messages: each becomes a delivery, and what is known of its subject. (B1, B11)
package final class Inbox: Room {
  package let ledger: Ledger
  let subjects: Subjects
  let services: Services
  let badge: Badge
  let kinds: Kinds
  /// The callers that pushed a message this turn, with its delivery.
  private var pushes: [(caller: Caller, delivery: Int64)] = []

  package init(
    _ ledger: Ledger, _ subjects: Subjects, _ services: Services, _ badge: Badge, _ kinds: Kinds
  ) {
    self.ledger = ledger
    self.subjects = subjects
    self.services = services
    self.badge = badge
    self.kinds = kinds
  }

  /// `Push`: takes in a message. (B1)
  ///
  /// Every accepted message becomes a delivery, whatever the verdict.
  ///
  /// Returns nil if the answer follows at the end of this event, after the verdict.
  package func push(_ text: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    switch try take(text, from: nil) {
    case .success(let delivery):
      pushes.append((caller, delivery))
      return nil
    case .failure(let refusal): return .refused(refusal)
    }
  }

  /// Takes in what a carrier brought; nobody waits for an answer. (C1)
  ///
  /// Text that has none of a message's shapes becomes a general message. A message without an id takes
  /// the carrier's, so that a second delivery is a duplicate. What is left from a topic that the user has
  /// left meanwhile is dropped.
  package func receive(_ parcel: Parcel) throws(StoreFailure) {
    if let topic = parcel.topic, try settings.subscriptions.of(topic: topic) == nil { return }
    switch parcel.body {
    case .text(let text):
      let isOurs = Message.hasShape(text)
      if !isOurs, text.utf8.count > Parcel.longestText {
        try drop("too-long", parcel)
      } else {
        let document =
          isOurs ? text : JSONValue.object(["data": .object(["body": .text(text)])]).serialized
        if case .failure = try take(document, from: parcel) { try drop("refused", parcel) }
      }
    case .sealed: preconditionFailure("SealedParcels takes what is sealed")
    case .withdrawn: try withdraw(parcel)
    case .unusable(let code): try drop(code, parcel)
    }
    try moveMark(parcel)
  }

  func drop(_ code: String, _ parcel: Parcel) throws(StoreFailure) {
    try rows.countDrop(by: parcel.carrier, code, at: now)
  }

  /// The delivery that a message became, whatever its verdict. (B1)
  private func take(
    _ text: String, from parcel: Parcel?
  ) throws(StoreFailure) -> Result<Int64, Refusal> {
    var message: Message
    let kind: any MessageKind.Type
    let tag: String
    let sender = try sender(of: parcel)
    // A topic has sequences of its own, and so has who seals: whoever knows the topic could otherwise replace
    // and take back what was sealed.
    let scope = sender?.channel
    do throws(Refusal) {
      message = try Message(text, receivedAt: now)
      message.sender = sender?.channel
      // What shows the picture later, such as a window, knows no sender. (C5)
      if !Inbox.mayShow(message.image, of: sender) { message.image = nil }
      message.id = message.id.map { Inbox.id($0, in: sender?.channel) }
      if let parcel {
        // Who knows the address could bring the same sealed bytes under any other id. (C1)
        message.id =
          message.id ?? parcel.seal.map { Inbox.id($0, by: "sealed") }
          ?? parcel.id.map { Message.id(named: Inbox.id($0, by: parcel.carrier)) }
        // Whoever only carries what is sealed has no say in what takes the place of what.
        if parcel.seal == nil { message.sequence = message.sequence ?? parcel.sequence }
        message.sentAt = parcel.sentAt ?? message.sentAt
      }
      message.sequence = message.sequence.map { Inbox.sequence($0, in: scope) }
      kind = try kinds.kind(of: message)
    } catch {
      return .failure(try refuse(error))
    }
    var context = try subjects.kindContext()
    context.sender = sender
    // Nobody else speaks for what the user has planned. (C4)
    if sender == nil { context.item = try item(of: message, kind) }
    do throws(Refusal) {
      tag = Inbox.tag(try kind.tag(of: message, in: context), in: sender?.channel)
    } catch {
      return .failure(try refuse(error))
    }
    let thread = try rows.thread(tag)
    let taken: Taken
    do throws(Refusal) {
      taken = try kind.take(message, after: thread, context)
    } catch {
      return .failure(try refuse(error))
    }
    return .success(try accept(message, taken, of: kind, in: thread, tag, parcel, sender))
  }

  private func subscription(of parcel: Parcel?) throws(StoreFailure) -> TopicSubscription? {
    try parcel?.topic.flatMap { (topic) throws(StoreFailure) in
      try settings.subscriptions.of(topic: topic)
    }
  }

  /// Whom it is from: the sender that has sealed it, else the topic that brought it.
  private func sender(of parcel: Parcel?) throws(StoreFailure) -> Sender? {
    // What the user's own service has sealed comes from nobody else, whatever brought it. (D1)
    if parcel?.isFromAccount == true { return nil }
    let subscription = try subscription(of: parcel)
    var sender = subscription.map { subscription in
      Sender(
        channel: subscription.channel, name: subscription.name,
        mayBeUrgent: subscription.isUrgentAllowed,
        pictureHost: subscription.hasForeignPictures
          ? nil : FetchSpec(url: subscription.server).host ?? "")
    }
    if let name = parcel?.sender,
      let paired = try settings.senders.first(where: { $0.name == name })
    {
      sender = Sender(
        channel: paired.channel, name: paired.name, mayBeUrgent: sender?.mayBeUrgent ?? false,
        pictureHost: sender?.pictureHost)
    }
    return sender
  }

  /// Whether a picture may be fetched: to do so tells its sender that somebody is there. (C5)
  private static func mayShow(_ image: String?, of sender: Sender?) -> Bool {
    guard let image, let host = sender?.pictureHost else { return true }
    return FetchSpec(url: image).host == host
  }

  /// Refuses the message: no delivery, but an event that names the field.
  @discardableResult
  func refuse(_ refusal: Refusal) throws(StoreFailure) -> Refusal {
    let field = refusal.message.prefix { $0 != ":" }
    try report(.messageRefused(beginning(of: field, 80)))
    return refusal
  }

  func accept(
    _ message: Message, _ taken: Taken, of kind: any MessageKind.Type, in thread: Subject?,
    _ tag: String, _ parcel: Parcel?, _ sender: Sender?, dueAt: Instant? = nil
  ) throws(StoreFailure) -> Int64 {
    let key = message.digest
    let isCopy: Bool
    if case .sync = taken, message.id == nil {
      isCopy = false
    } else if let id = message.id {
      isCopy = try rows.hasMessage(id)
    } else if let thread, let known = taken.known, known.rank > thread.rank {
      // Its subject has not come this far yet: what looks the same was said of something else.
      isCopy = false
    } else if case .show(let shown) = taken, shown.isFirstHeard {
      // A list has taken its subject further.
      isCopy = false
    } else {
      isCopy = try rows.hasContent(
        key, tag: tag, since: now - Inbox.copyWindow, until: now)
    }
    var delivery = Delivery(.message, tag: tag, at: dueAt ?? now, now: now)
    delivery.did = try settings.did
    if case .show(let shown) = taken.cleaned {
      delivery.title = shown.title
      delivery.body = shown.body
      delivery.request = shown.request
      if shown.isAnew { delivery.request?.beginsAnew = true }
      if let link = shown.request.link.flatMap({ WebLink($0) }) { delivery.link = link.url }
      if !Inbox.mayShow(shown.request.image, of: sender) { delivery.request?.image = nil }
      if kind is any Ticking.Type, try hidesUrgent(delivery) {
        delivery.request?.urgency = .critical
        delivery.request?.insists = true
        delivery.request?.joining = nil
      }
      delivery.request?.sentAt = parcel?.sentAt
      if let parcel, parcel.isBacklog { delivery.request?.backlog = parcel.carrier }
    } else {
      // A message without a notification gets a row too: copies are found by it.
      delivery.request = Request(
        channel: (kind.channels.first ?? General.channel).id, category: "")
    }
    delivery.request?.topic = sender?.channel
    if sender == nil, dueAt == nil, parcel?.isFromAccount != true {
      delivery.request?.door = parcel?.carrier ?? "Push"
    }
    delivery.messageID = isCopy ? nil : message.id
    delivery.contentKey = isCopy ? nil : key
    try add(&delivery)
    try trace(delivery, .received(kind: kind.name))
    changed(.history)
    var checks: [GateCheck] = []
    if message.expiresAt.map({ $0 <= now }) == true {
      try ledger.skip(&delivery, .expired, after: checks)
      return delivery.id
    }
    checks.append(.passed(.unexpired))
    if isCopy {
      try badge.received(message, of: kind, tag, isNews: false)
      try ledger.skip(&delivery, .duplicate, after: checks)
      return delivery.id
    }
    checks.append(.passed(.duplicate))
    let known = taken.known
    if let thread, known?.rank ?? 0 < thread.rank {
      try ledger.skip(&delivery, .earlierStage, after: checks)
      return delivery.id
    }
    if let known {
      try ledger.put(
        subject(tag, of: kind, known, after: thread, beginsAnew: taken.isAnew))
      if taken.isAnew { try forgetAnswers(to: tag) }
      changed(.threads)
      changed(.state)
    }
    try ledger.hear(.received(delivery))
    let isNews = if case .show(let shown) = taken { !shown.request.silent } else { false }
    try badge.received(message, of: kind, tag, isNews: isNews)
    if let subject = try rows.thread(tag), known != nil {
      if case .show(let shown) = taken, shown.voidsReports {
        try services.forgetReports(on: subject)
      }
      if isNews {
        try services.reminders.begin(subject, after: taken.isAnew ? nil : thread)
      } else {
        try services.reminders.review(subject, after: thread)
      }
    }
    if case .show = taken { return delivery.id }
    try ledger.skip(&delivery, .silent, after: checks)
    if case .status(let status) = taken { try take(status, from: sender) }
    if case .settled = taken { try ledger.hear(.settled(tag: tag)) }
    if case .sync(var wish) = taken {
      wish.isForeign = sender != nil
      try ledger.hear(.toSync(wish))
    }
    return delivery.id
  }

  /// The subject of `tag`, with what is known of it now.
  func subject(
    _ tag: String, of kind: any MessageKind.Type, _ known: Taken.Known, after before: Subject?,
    beginsAnew: Bool
  ) throws(StoreFailure) -> Subject {
    var next = Subject(
      tag: tag, kind: kind.name, rank: known.rank, state: known.state,
      createdAt: before?.createdAt ?? now, heardAt: now,
      dismissed: before?.dismissed == true && !beginsAnew, silentAt: known.silentAt)
    if let before, known.rank == before.rank, try isEnded(before) {
      // News that was already under way must not reopen a canceled subject, and neither must the alert
      // that reports the cancellation. (B13)
      (next.heardAt, next.silentAt) = (before.heardAt, nil)
    }
    return next
  }

  /// Whether a new delivery takes the place of something urgent that is still to be seen; it is urgent, too, then. (J10)
  private func hidesUrgent(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    for older in try ledger.awake()
    where older.tag == delivery.tag && older.isUrgent && older.status != .snoozed { return true }
    return false
  }

  /// Whether the user has ended the subject since the last message about it. (B13)
  private func isEnded(
    _ thread: Subject
  ) throws(StoreFailure) -> Bool {
    guard thread.silentAt == nil else { return false }
    return try rows.commands(of: thread.tag, since: thread.heardAt - .milliseconds(1)).contains {
      $0.status == .done && kinds.commanding(thread)?.ends(with: $0) == true
    }
  }

  /// Two messages without an id count as one if they have the same tag and content within this
  /// time. (§5)
  static let copyWindow = Span.minutes(10)

  /// Tells each caller what became of its message. (SPEC §6)
  package func answerPushes() throws(StoreFailure) {
    for (caller, id) in pushes {
      guard let delivery = try rows.delivery(id) else { continue }
      var document: [String: JSONValue] = [
        "requestId": .text(String(id)), "verdict": .text(delivery.status.rawValue),
      ]
      document["reason"] = (delivery.reason?.rawValue ?? delivery.waiting?.rawValue).map(
        JSONValue.text)
      ledger.answer(.done(Reply(JSONValue.object(document))), to: caller)
    }
    pushes = []
  }
}

extension Message {
  /// A digest that tells contents apart; the same in every process. (§5)
  var digest: String {
    let fields = data.filter { $0.key != "messageId" && $0.key != "timestamp" }
    let text = fields.sorted { $0.key < $1.key }.map { "\($0.key)\u{0}\($0.value)" }
      .joined(separator: "\u{1}")
    let scope = sender.map { "\u{2}\($0)" } ?? ""
    return String(
      fnv("\(text)\u{2}\(title ?? "")\u{2}\(body ?? "")\u{2}\(image ?? "")\(scope)"), radix: 16)
  }
}

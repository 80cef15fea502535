package import CarillonLedger

/// Push messages: what they say, what they are about, and what their buttons do. (B1, B11, B17)
package final class Inbox: Room {
  package let ledger: Ledger
  let commands: Commands
  let kinds: Kinds
  /// Who handed in a message this turn, and its delivery.
  private var pushes: [(caller: Caller, delivery: Int64)] = []

  package init(_ ledger: Ledger, _ commands: Commands, _ kinds: Kinds) {
    self.ledger = ledger
    self.commands = commands
    self.kinds = kinds
  }

  /// `Push`: takes a message in; everything accepted becomes a delivery, whatever its verdict. (B1)
  ///
  /// Nil: the answer follows at the end of this event, when it has been judged.
  package func push(_ text: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    switch try take(text, id: nil) {
    case .success(let delivery):
      pushes.append((caller, delivery))
      return nil
    case .failure(let refusal): return .refused(refusal)
    }
  }

  /// Takes in what a carrier brought; nobody waits for an answer. (C1)
  ///
  /// What is no JSON document is a general message that says it. A message without an id of its own has the
  /// carrier's, so that a second delivery is a duplicate.
  package func receive(_ parcel: Parcel) throws(StoreFailure) {
    var text = parcel.text
    if JSONValue(parsing: text) == nil, text.utf8.count <= Parcel.longestText {
      text = JSONValue.object(["notification": .object(["body": .text(text)])]).serialized
    }
    _ = try take(text, id: parcel.id.map { "\(parcel.carrier):\($0)" })
  }

  /// The delivery that a message became, whatever its verdict. (B1)
  private func take(
    _ text: String, id: String?
  ) throws(StoreFailure) -> Result<Int64, Refusal> {
    var message: Message
    let kind: any MessageKind.Type
    let tag: String
    do throws(Refusal) {
      message = try Message(text, receivedAt: now)
      if message.id == nil, let id { message.id = Message.id(named: id) }
      kind = try self.kind(of: message)
      tag = try kind.tag(of: message)
    } catch {
      return .failure(try refuse(error))
    }
    let thread = try rows.thread(tag)
    let context = try kindContext()
    let taken: Taken
    do throws(Refusal) {
      taken = try kind.take(message, after: thread, context)
    } catch {
      return .failure(try refuse(error))
    }
    return .success(try accept(message, taken, of: kind, in: thread, tag))
  }

  private func kind(of message: Message) throws(Refusal) -> any MessageKind.Type {
    guard let kind = kinds.all.first(where: { $0.takes(message) }) else {
      throw Refusal(
        .invalidArgument,
        message.type.isEmpty
          ? "data.type: is required where neither a title nor a body says what it is"
          : "data.type: no kind of message is called that, and there is neither title nor body")
    }
    return kind
  }

  /// No delivery, but an event that names the field. (DESIGN)
  private func refuse(_ refusal: Refusal) throws(StoreFailure) -> Refusal {
    let field = refusal.message.prefix { $0 != ":" }
    try report("MESSAGE_REFUSED \(field.prefix(80))")
    return refusal
  }

  package func kindContext() throws(StoreFailure) -> KindContext {
    var context = KindContext(now: now, words: words, settings: try settings, zone: zone)
    context.opens = { [kinds] in kinds.page($0) != nil }
    return context
  }

  private func accept(
    _ message: Message, _ taken: Taken, of kind: any MessageKind.Type, in thread: Subject?,
    _ tag: String
  ) throws(StoreFailure) -> Int64 {
    let key = message.digest
    let isCopy: Bool
    if let id = message.id {
      isCopy = try rows.hasMessage(id)
    } else {
      isCopy = try rows.hasContent(
        key, tag: tag, since: now - Inbox.copyWindow, until: now)
    }
    var delivery = Delivery(.message, tag: tag, at: now, now: now)
    delivery.did = try settings.did
    if case .show(let shown) = taken {
      delivery.title = shown.title
      delivery.body = shown.body
      delivery.request = shown.request
    } else {
      // It has its row like any other: a copy is found by that.
      delivery.request = Request(channel: kind.channels.first?.id ?? Channel.daily.id, category: "")
    }
    delivery.messageID = isCopy ? nil : message.id
    delivery.contentKey = isCopy ? nil : key
    try add(&delivery)
    try trace(delivery, "received", ["kind": kind.name])
    changed(.history)
    var checks: [GateCheck] = []
    if message.expiresAt.map({ $0 <= now }) == true {
      try ledger.skip(&delivery, SkipReason.expired, after: checks)
      return delivery.id
    }
    checks.append(GateCheck(code: "unexpired", passed: true))
    if isCopy {
      try ledger.skip(&delivery, SkipReason.duplicate, after: checks)
      return delivery.id
    }
    checks.append(GateCheck(code: "duplicate", passed: true))
    let known = taken.known
    if let thread, known?.rank ?? 0 < thread.rank {
      try ledger.skip(&delivery, SkipReason.earlierStage, after: checks)
      return delivery.id
    }
    if let known {
      var next = Subject(
        tag: tag, kind: kind.name, rank: known.rank, state: known.state,
        createdAt: thread?.createdAt ?? now, heardAt: now,
        dismissed: thread?.dismissed ?? false, silentAt: known.silentAt)
      if let thread, known.rank == thread.rank, try isEnded(thread) {
        // News that was under way when it was cancelled does not begin it anew, nor does an alert that
        // says so. (B13)
        (next.heardAt, next.silentAt) = (thread.heardAt, nil)
      }
      try rows.put(next)
      changed(.threads)
      changed(.state)
    }
    try ledger.hear(.received(delivery))
    if case .show = taken { return delivery.id }
    try ledger.skip(&delivery, SkipReason.silent, after: checks)
    return delivery.id
  }

  /// Whether its user had it ended, since it was heard of. (B13)
  private func isEnded(
    _ thread: Subject
  ) throws(StoreFailure) -> Bool {
    guard thread.silentAt == nil else { return false }
    return try rows.commands(of: thread.tag, since: thread.heardAt - .milliseconds(1)).contains {
      $0.status == .done && kinds.commanding(thread)?.ends(with: $0) == true
    }
  }

  /// Without an id two messages of one tag that say the same within so long are one. (§5)
  static let copyWindow = Span.minutes(10)

  /// Tells whoever handed a message in what became of it. (SPEC §6)
  package func answerPushes() throws(StoreFailure) {
    for (caller, id) in pushes {
      guard let delivery = try rows.delivery(id) else { continue }
      var document: [String: JSONValue] = [
        "requestId": .text(String(id)), "verdict": .text(delivery.status.rawValue),
      ]
      document["reason"] = (delivery.reason ?? delivery.waiting).map(JSONValue.text)
      ledger.answer(.done(Reply(JSONValue.object(document))), to: caller)
    }
    pushes = []
  }

  // MARK: Threads

  /// Closes what has not been heard of for long. (B13)
  package func endThreads() throws(StoreFailure) {
    for var thread in try rows.openThreads() {
      guard let silentAt = thread.silentAt else { continue }
      if thread.heardAt > now {
        // Its wait began by a clock that has gone back: it begins now.
        thread.silentAt = now + (silentAt - thread.heardAt)
        thread.heardAt = now
        try rows.put(thread)
      } else if silentAt <= now {
        try end(&thread)
      }
    }
  }

  /// It is over: nothing of it stays on the screen. (B13)
  package func end(_ thread: inout Subject) throws(StoreFailure) {
    thread.silentAt = nil
    try rows.put(thread)
    try ledger.hear(.over(thread))
    changed(.threads)
    changed(.state)
  }

  /// When a subject is over if nothing more is heard of it.
  package func wakes() throws(StoreFailure) -> [Instant] {
    try rows.openThreads().compactMap(\.silentAt)
  }

  /// What has a window and is not over, that heard of last first. (B22)
  package func running() throws(StoreFailure) -> [(subject: Subject, detail: Detail)] {
    let open = try rows.openThreads()
    guard !open.isEmpty else { return [] }
    let context = try kindContext()
    return open.prefix(Inbox.mostRunning).compactMap { subject in
      kinds.windowed(subject)?.detail(of: subject, context).map { (subject, $0) }
    }
  }

  private static let mostRunning = 20

  /// What the window of a thread shows. (B18)
  package func detail(of tag: String) throws(StoreFailure) -> Answer {
    guard let thread = try rows.thread(tag), let kind = kinds.windowed(thread) else {
      return .refused(Refusal(.notFound, "tag: nothing is known of \(tag.prefix(140))"))
    }
    var context = try kindContext()
    context.commands = try rows.commands(of: tag, since: now - Command.shownFor)
    guard let detail = kind.detail(of: thread, context) else {
      return .refused(Refusal(.notFound, "tag: there is no window of \(tag.prefix(140))"))
    }
    return .done(Reply(detail))
  }
}

extension Message {
  /// Tells its content from others: the same in every process. (§5)
  var digest: String {
    let fields = data.filter { $0.key != "messageId" && $0.key != "timestamp" }
    let text = fields.sorted { $0.key < $1.key }.map { "\($0.key)\u{0}\($0.value)" }
      .joined(separator: "\u{1}")
    return String(
      fnv("\(text)\u{2}\(title ?? "")\u{2}\(body ?? "")\u{2}\(image ?? "")"), radix: 16)
  }
}

import CarillonFeatures
import CarillonStore

/// Rules for incoming messages and their verdicts. (§5, B1, B11)
extension Watch {
  private static let categories = [
    "BREW_HEATING", "BREW_GRINDING", "BREW_PREINFUSION", "BREW_EXTRACTION", "BREW_COMPLETE",
  ]

  /// The rank of the brew stage to be shown; nil if it is not a brew's.
  static func rank(_ request: Request) -> Int? {
    request.asked ? nil : categories.firstIndex(of: request.category)
  }

  // MARK: Intake

  /// Notes that a letter is handed in now.
  func handsIn(_ letter: Letter) -> Int {
    messages.lastNumber += 1
    messages.open[messages.lastNumber] = letter
    messages.lastError = ""
    return messages.lastNumber
  }

  /// Notes that the process died: unanswered letters may or may not be stored.
  func forgetLetters() {
    for letter in messages.open.values {
      if let saying = letter.saying { alarms.doubt(saying.tag) }
      if let status = letter.status {
        alarms.doubt(status.subject)
        trips.doubt(status.subject)
        trips.touched.insert(status.subject)
      }
      if let trip = letter.trip { trips.doubt(trip) }
      messages.unanswered += 1
      messages.unsure.insert(letter.id ?? letter.content)
    }
    messages.open = [:]
  }

  /// Checks that the answer to a letter matches the stored row and the rules. (SPEC §6)
  func took(_ letter: Letter, _ number: Int, _ answer: Answer, _ life: Life) {
    messages.open[number] = nil
    switch answer {
    case .refused(let refusal):
      guard refusal.kind == .invalidArgument else {
        if refusal.kind != .storageBusy { fail("B1: a message was refused: \(refusal.message)") }
        return
      }
      if let trip = letter.trip, mayRefuse(trip, refusal.message, life) { return }
      guard let field = letter.refusedField else {
        return fail("B1: a message was refused that is one: \(refusal.message)")
      }
      if !refusal.message.hasPrefix("\(field): ") {
        fail("B2: a refusal does not name \(field): \(refusal.message)")
      }
      if messages.lastError != "MESSAGE_REFUSED \(field)" {
        fail("B1: no event names \(field): \(messages.lastError)")
      }
    case .done(let reply):
      let text = reply.text
      messages.accepted += 1
      if letter.refusedField != nil { return fail("B1: what is no message was taken: \(text)") }
      do { try tookGood(letter, text, life) } catch { fail("\(error)") }
    }
  }

  private func tookGood(_ letter: Letter, _ text: String, _ life: Life) throws {
    guard case .object(let document) = JSONValue(parsing: text),
      case .text(let id) = document["requestId"], case .text(let verdict) = document["verdict"],
      let row = Int64(id),
      let delivery = try life.store.read({ rows throws(StoreFailure) in try rows.delivery(row) })
    else { throw Broken("SPEC §6: a message was taken without a request: \(text)") }
    let reason: Reason? =
      if case .text(let code) = document["reason"] { Reason(rawValue: code) } else { nil }
    guard delivery.isMessage, delivery.status.rawValue == verdict,
      let tag = letter.tag,
      delivery.tag == tag
        || (tag.hasSuffix(":") || tag.hasSuffix("@")) && delivery.tag.hasPrefix(tag)
    else { throw Broken("SPEC §6: \(text) for \(letter.tag ?? "no message") is \(delivery)") }
    messages.lastRow = (row, delivery.tag)
    if delivery.tag.hasPrefix("brew:") { messages.lastBrew = delivery.tag }
    let isCopy = isCopy(letter, delivery, life)
    // What was said of a journey since may have made it no news.
    let mustShow =
      letter.mustShow && calmSince != nil
      && (letter.trip == nil || !trips.touched.contains(delivery.tag))
    if let saying = letter.saying {
      try heard(saying, of: delivery.tag, as: delivery, reason, life)
    }
    if let trip = letter.trip { try heard(trip, as: delivery, reason, life) }
    if let status = letter.status { heard(status, as: delivery, reason, life) }
    if let isCopy, reason != .expired, isCopy != (reason == .duplicate) {
      throw Broken("§5: \(letter.id ?? "no id") is \(isCopy ? "a copy" : "no copy"): \(text)")
    }
    if delivery.contentKey != nil { note(letter, as: delivery) }
    if mustShow { messages.mustShow.append(row) }
  }

  /// Whether the same message came before; nil if that cannot be known.
  private func isCopy(_ letter: Letter, _ delivery: Delivery, _ life: Life) -> Bool? {
    guard !messages.unsure.contains(letter.id ?? letter.content), !life.resuming else {
      return nil
    }
    let name = "\(delivery.tag) \(letter.content)"
    let originals =
      [letter.id.flatMap { messages.ids[$0] }].compactMap(\.self)
      + messages.contents[name, default: []].map(\.row)
    // What another identity was told is forgotten with it. (T29)
    if originals.contains(where: { before[$0].map { $0.did != delivery.did } ?? false }) {
      return nil
    }
    if let id = letter.id { return messages.ids[id] != nil }
    if let saying = letter.saying {
      switch isFurther(saying, delivery.tag, at: delivery.createdAt, life) {
      case nil: return nil
      case true?: return false
      case false?: break
      }
    }
    let since = delivery.createdAt - .minutes(10)
    // The plan may have said the same.
    if letter.trip?.event == .departure,
      before.values.contains(where: {
        $0.tag == delivery.tag && $0.isMessage && $0.messageID?.hasPrefix("occasion:") == true
          && abs((delivery.createdAt - $0.createdAt).milliseconds) <= 600_000
      })
    {
      return nil
    }
    return messages.contents[name, default: []].contains {
      $0.at > since && $0.at <= delivery.createdAt
    }
  }

  private func note(_ letter: Letter, as delivery: Delivery) {
    let name = "\(delivery.tag) \(letter.content)"
    if let id = letter.id { messages.ids[id] = delivery.id }
    messages.contents[name, default: []].append((delivery.id, delivery.createdAt))
    messages.names[delivery.id] = (letter.id, name)
  }

  // MARK: Verdicts

  /// Checks a message's row when it is new or has changed.
  func checkMessage(
    from old: Delivery?, to new: Delivery, _ steps: [TraceStep], _ life: Life
  ) throws {
    guard let request = new.request else { throw Broken("\(new.id) is a message without request") }
    if new.status.isLive { messages.live.insert(new.id) } else { messages.live.remove(new.id) }
    guard let old else { return try checkNew(new, request, steps, life) }
    // A digest that was not shown turns back into its members.
    if !old.status.isLive, old.status != .merged, new.status != old.status,
      old.status != .unconfirmed || new.status != .shown
    {
      throw Broken("§5: the verdict on \(new.id) was \(old.status), and is \(new.status)")
    }
    // A notification about a journey counts minutes, so it is worded anew whenever it is shown. (J5)
    let isRenewed = Watch.isOfTrip(new.tag) && steps.contains { $0.step.isCall }
    if old.text == .open, new.text == .open, old.title != new.title || old.body != new.body,
      !isRenewed
    {
      throw Broken("T9: the text of message \(new.id) changed")
    }
    try checkPicture(from: old.request, to: request, of: new, steps)
    var same = old.request
    same?.photo = request.photo
    // The youngest of a backlog are marked once all of it has come. (C4)
    same?.young = request.young
    if request.backlog == nil { same?.backlog = nil }
    // It inherits the attention requested by the notification it replaces.
    if old.request?.silent == true { same?.silent = request.silent }
    if old.request?.insists == false { same?.insists = request.insists }
    // Once the brew is over, nothing else would close the notification.
    if old.request?.resident == true { same?.resident = request.resident }
    if isRenewed { same?.actions = request.actions }
    if same != request { throw Broken("what message \(new.id) asks for changed: \(request)") }
    if old.response == nil, new.response == "DISMISS" {
      messages.stages[new.tag]?.dismissed = true
    }
  }

  private func checkNew(
    _ new: Delivery, _ request: Request, _ steps: [TraceStep], _ life: Life
  ) throws {
    if request.asked {
      // What a button of a topic has sent is no command, and neither is what a service is told.
      if new.tag.hasPrefix("command:brew:") {
        messages.confirmed += 1
      }
      return
    }
    // What a carrier has brought is no letter.
    if request.sentAt != nil || request.topic != nil { return }
    // Neither is what the plan has told. (J5)
    if new.messageID?.hasPrefix("occasion:") == true { return }
    // Neither is what is shown again, comes back, or is told after unlocking. (D14, D15, T38)
    if steps.contains(where: { $0.step.isRepetition }) { return }
    messages.rows += 1
    guard let rank = Watch.rank(request), new.tag.hasPrefix("brew:") else { return }
    let thread = try life.store.read { rows throws(StoreFailure) in try rows.thread(new.tag) }
    var stage = messages.stages[new.tag]
    // Its subject was pruned and begins anew. (T8)
    if stage?.begun != thread?.createdAt { stage = nil }
    let stopped = [.expired, .duplicate].contains(new.reason)
    if let known = stage, !stopped, !seesSeveral {
      let isEarlier = new.reason == .earlierStage
      // If the process died at once, only the result in the next one is visible.
      let isOver = isEarlier && thread?.silentAt == nil
      if isEarlier != (rank < known.rank), !isOver {
        throw Broken("B11: \(new.id) of stage \(rank) came after \(known.rank): \(new.status)")
      }
    }
    if let thread {
      var next = stage ?? MessageNotes.Stage(rank: 0, begun: thread.createdAt)
      if !stopped { next.rank = max(next.rank, rank) }
      if thread.rank < next.rank {
        throw Broken("B11: \(new.tag) went back from \(next.rank) to \(thread.rank)")
      }
      if thread.dismissed { next.dismissed = true }
      messages.stages[new.tag] = next
    } else if !stopped {
      throw Broken("B11: nothing is known of \(new.tag)")
    }
  }

  /// Checks that a picture arrives once, and only after it was requested. (B8)
  private func checkPicture(
    from old: Request?, to new: Request, of delivery: Delivery, _ steps: [TraceStep]
  ) throws {
    guard old?.photo != new.photo, !seesSeveral else { return }
    let came = steps.contains { $0.step == .picture }
    let failed = steps.contains { $0.step.code == .noPicture }
    let isRight =
      switch (old?.photo, new.photo) {
      case (nil, .wanted(attempt: 1)), (nil, .settled): true
      case (.wanted(let attempt), .wanted(let next)): next == attempt + 1 && next <= 2 && failed
      case (.wanted, .here), (.wanted, .settled): came
      case (.here, .settled): true
      case (.wanted, .failed): failed
      default: false
      }
    guard isRight else {
      throw Broken(
        "B8: the picture of \(delivery.id) went from \(String(describing: old?.photo)) to \(String(describing: new.photo))"
      )
    }
  }

  func forgetMessage(_ id: Int64) {
    messages.live.remove(id)
    messages.popups[id] = nil
    guard let names = messages.names.removeValue(forKey: id) else { return }
    if let own = names.id, messages.ids[own] == id { messages.ids[own] = nil }
    messages.contents[names.content]?.removeAll { $0.row == id }
    if messages.contents[names.content]?.isEmpty == true { messages.contents[names.content] = nil }
  }

  /// Checks that every accepted letter is a delivery, and that there are no others.
  func checkIntake() throws {
    let least = messages.accepted
    let most = least + messages.unanswered + messages.open.count
    guard (least...most).contains(messages.rows) else {
      throw Broken("B1: \(least) to \(most) messages were taken, \(messages.rows) are stored")
    }
    let fewest = messages.ended - messages.forgotten - messages.told
    if !(fewest...messages.ended).contains(messages.confirmed) {
      throw Broken("B17: \(messages.ended) commands ended, \(messages.confirmed) were told of")
    }
  }
}

extension Step {
  /// Whether it begins the life of a row that repeats an earlier one.
  fileprivate var isRepetition: Bool {
    switch self {
    case .again, .returned, .gathered: true
    default: false
    }
  }

  /// Whether it is handed over, by itself or as one of several.
  var isCall: Bool {
    switch self {
    case .status(let move): move.to == .showing || move.to == .merged
    case .retry: true
    default: false
    }
  }
}

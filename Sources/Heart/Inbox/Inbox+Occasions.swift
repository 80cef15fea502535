package import CarillonLedger

/// Occasions that are told by messages about their subjects. (J5, J20)
extension Inbox {
  /// Has each occasion that is due told by its message, if its source wants that; whether any was.
  ///
  /// One that is too late is left to the gate, and so is one of which nothing is to be told. (T18)
  package func tellOccasions() throws(StoreFailure) -> Bool {
    var told = false
    // By index: copying a row takes longer than looking at it.
    let (now, live) = (now, try awake())
    for index in live.indices
    where live[index].status == .scheduled && live[index].fireAt <= now {
      let delivery = live[index]
      guard let occasion = delivery.occasion,
        now - delivery.fireAt <= (try ledger.grace(of: delivery)),
        let fields = try ledger.source(of: delivery)?.message(of: occasion)
      else { continue }
      if try tell(delivery, occasion, fields) { told = true }
    }
    return told
  }

  private func tell(
    _ delivery: Delivery, _ occasion: Occasion, _ fields: [String: String]
  ) throws(StoreFailure) -> Bool {
    let kind: any MessageKind.Type
    var message: Message
    do throws(Refusal) {
      let document = JSONValue.object(["data": .object(fields.mapValues { .text($0) })])
      message = try Message(document.serialized, receivedAt: now)
      kind = try kinds.kind(of: message)
    } catch {
      return false
    }
    // Its identity rings once, and so does its message. (T16)
    message.id = "\(Delivery.planPrefix)\(occasion.item.source):\(occasion)"
    var context = try subjects.kindContext()
    context.item = try item(of: message, kind)
    context.isDue = true
    let thread = try rows.thread(delivery.tag)
    let taken: Taken
    do throws(Refusal) {
      taken = try kind.take(message, after: thread, context)
    } catch {
      // Its item is gone; the planner takes it back.
      return false
    }
    var delivery = delivery
    delivery.mergedInto = try accept(
      message, taken, of: kind, in: thread, delivery.tag, nil, nil, dueAt: delivery.fireAt)
    try move(&delivery, to: .merged, .asMessage)
    try rows.spend(occasion, at: now)
    return true
  }

  /// The item that a message of this kind is about.
  func item(
    of message: Message, _ kind: any MessageKind.Type
  ) throws(StoreFailure) -> StoredPlanItem? {
    try item((kind as? any Planned.Type)?.item(of: message))
  }

  /// The item that a subject is an occasion of.
  func item(
    ofTag tag: String, _ kind: any MessageKind.Type
  ) throws(StoreFailure) -> StoredPlanItem? {
    try item((kind as? any Planned.Type)?.item(ofTag: tag))
  }

  private func item(_ id: PlanItem.ID?) throws(StoreFailure) -> StoredPlanItem? {
    guard let id else { return nil }
    return try rows.planItems(of: id.source).first { $0.id == id }
  }
}

extension MessageKind {
  /// The tag of a message's subject, which may depend on when it comes.
  static func tag(of message: Message, in context: KindContext) throws(Refusal) -> String {
    guard let planned = self as? any Planned.Type else { return try tag(of: message) }
    return try planned.tag(of: message, context)
  }
}

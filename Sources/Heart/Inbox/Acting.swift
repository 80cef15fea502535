import CarillonDetail
package import CarillonLedger

/// A kind whose buttons change what is known of their subject, at once and here. (J18)
package protocol Acting: Windowed {
  /// What a press makes of a subject; nil if it means nothing by now.
  static func act(_ name: String, on subject: Subject, _ context: KindContext) -> Act?
}

/// What a press has made of a subject. (J16, J17)
package struct Act: Hashable, Sendable {
  package var known: Taken.Known
  /// Whether nothing is left to do about the subject, so that none of its notifications stays.
  package var isSettled = false
  /// After how long the subject is shown again; nil: not by this.
  package var again: Span?
  /// Whether its window opens.
  package var opens = false
  /// What the user is told, a title and a body; nil if what follows says enough.
  package var confirmation: Confirmation?

  package struct Confirmation: Hashable, Sendable {
    package var title: String
    package var body: String

    package init(title: String, body: String) {
      self.title = title
      self.body = body
    }
  }

  package init(_ known: Taken.Known) { self.known = known }
}

extension Subjects {
  /// Carries out a press that changes what is known of a subject. (J18)
  func act(_ name: String, on subject: Subject, _ activation: String?) throws(StoreFailure) {
    guard let kind = kinds.named(subject.kind) as? any Acting.Type,
      let act = kind.act(name, on: subject, try kindContext())
    else { return }
    try seen(subject.tag)
    var next = subject
    next.rank = max(subject.rank, act.known.rank)
    next.state = act.known.state
    next.silentAt = act.known.silentAt
    // It may have been over since before the clock was set back. (T16)
    next.heardAt = min(subject.heardAt, now)
    try ledger.put(next)
    changed(.threads)
    changed(.state)
    if let operation = (kind as? any Shared.Type)?.operation(ofAct: name) {
      try answered(operation, subject)
    }
    if act.isSettled { try ledger.hear(.settled(tag: subject.tag)) }
    if let again = act.again, again > .zero { try services.reminders.snooze(next, for: again) }
    if act.opens {
      emit(.open(.thread(LinkTarget(tag: subject.tag, kind: subject.kind)), activation: activation))
    }
    guard let said = act.confirmation else { return }
    try Confirmation.add(
      to: ledger, on: subject.tag, channel: kind.channels.first?.id ?? Channel.daily.id,
      title: said.title, body: said.body, isFailure: false)
  }

  /// A notification as it is by now, if its kind's are right only for a moment; nil for all others. (J5)
  package func renewed(_ delivery: Delivery) throws(StoreFailure) -> Delivery? {
    guard delivery.isMessage, delivery.request?.asked == false,
      let subject = try rows.thread(delivery.tag),
      let kind = kinds.named(subject.kind) as? any Ticking.Type
    else { return nil }
    var context = try kindContext()
    context.isReturn = delivery.request?.returns == true
    guard let text = kind.text(of: subject, context) else { return nil }
    var delivery = delivery
    (delivery.title, delivery.body) = text
    delivery.request?.actions = kind.buttons(of: subject, context)
    return delivery
  }
}

import CarillonLedger

/// What the user did on another device, also before it is known here what that is about. (J28)
extension Inbox {
  /// Takes in what another device says.
  ///
  /// What a topic or a paired sender says is about what it has brought itself. (C4, C10)
  func take(_ status: DeviceStatus, from sender: Sender?) throws(StoreFailure) {
    if let origin = status.origin, try origin == rows.note(Note.device) { return }
    let channel = sender?.channel
    if let kind = kinds.shared(status.subject) {
      return try take(status, of: Inbox.tag(status.subject, in: channel), kind, sender)
    }
    let id = Inbox.id(Message.id(named: status.subject), in: channel)
    let message = try rows.message(id)
    guard let message, var subject = try rows.thread(message.tag) else {
      let tag = message?.tag ?? General.tagPrefix + id
      let elsewhere = Elsewhere(tag: tag, status.operation.answer, at: status.at)
      if elsewhere.outdoes(try rows.elsewhere(tag)) { try note(elsewhere) }
      return
    }
    if let kind = kinds.named(subject.kind) as? any Shared.Type {
      return try take(status, of: subject.tag, kind, sender)
    }
    // Its subject goes on, as after a dismissal here. (B22)
    guard !subject.dismissed else { return }
    subject.dismissed = true
    try ledger.putTimes(of: subject)
    try ledger.hear(.answeredElsewhere(tag: subject.tag))
    changed(.history)
  }

  private func take(
    _ status: DeviceStatus, of tag: String, _ kind: any Shared.Type, _ sender: Sender?
  ) throws(StoreFailure) {
    let elsewhere = Elsewhere(tag: tag, status.operation.answer, at: status.at)
    guard elsewhere.outdoes(try rows.elsewhere(tag)) else { return }
    let before = try rows.thread(tag)
    // What cannot be read now must not be lost. (T28)
    if before?.readable != .sealed {
      var context = try subjects.kindContext()
      context.sender = sender
      if sender == nil { context.item = try item(ofTag: tag, kind) }
      switch kind.outcome(of: status, tag, before, context) {
      case .outdated: return
      case .closed: break
      case .known(let known):
        let next = try subject(tag, of: kind, known, after: before, beginsAnew: false)
        try ledger.put(next)
        try services.reminders.review(next)
        changed(.threads)
      }
    }
    try note(elsewhere)
    guard elsewhere.operation == .acted else { return }
    try badge.read(tag)
    // Neither is what waits of it of any use.
    try ledger.hear(.settled(tag: tag))
  }

  /// Closes what is shown, and keeps in mind what is to be kept back.
  private func note(_ elsewhere: Elsewhere) throws(StoreFailure) {
    try rows.put(elsewhere, heardAt: now)
    ledger.stir(tag: elsewhere.tag)
    // Of what was put off here and dealt with there, what says more counts.
    if let snooze = try rows.reminder(elsewhere.tag), snooze.isSnooze,
      elsewhere.outdoes(Elsewhere(tag: elsewhere.tag, .snoozed, at: snooze.since))
    {
      try services.reminders.end(elsewhere.tag)
    }
    try ledger.hear(.answeredElsewhere(tag: elsewhere.tag))
    changed(.state)
    changed(.history)
  }

  /// What was answered elsewhere was the time before: its subject begins anew. (B22)
  func forgetAnswers(to tag: String) throws(StoreFailure) {
    guard let known = try rows.elsewhere(tag), known.operation != .withdrawn else { return }
    try rows.removeElsewhere(tag)
  }
}

/// What is taken off the screen, also where the process dies before it is. (T32)
extension Decision {
  /// Closes what was answered: some servers leave it, and what has gone can be closed again, also
  /// where its server is not known to be there just now.
  ///
  /// Not where something newer stands in its place or is being shown there: that would be closed, for
  /// it has the same id. A button of what stood there before counts as one of what does now. (B11, T33)
  func takeOff(_ delivery: Delivery, from screen: OnScreen) throws(StoreFailure) {
    if delivery.replaced { return }
    // A call that nobody answered may never have been one.
    let comes = try live().contains { $0.tag == delivery.tag && $0.isInFlight }
    if comes { memory.closesAfterCall.append(screen) } else { effects.append(.close(screen)) }
  }

  /// A call has ended: what was to go meanwhile is closed, unless it has been replaced. (B11)
  ///
  /// Where nobody answers it may be what the call brought that is closed.
  func closeWhatWaited(for delivery: inout Delivery, unlessReplacedBy result: NotifyResult) {
    let waited = memory.closesAfterCall
    memory.closesAfterCall = []
    guard !waited.isEmpty else { return }
    switch result {
    case .shown(let screen): effects += waited.filter { $0 != screen }.map { .close($0) }
    case .excess: break
    case .overdue:
      delivery.replaced = true
      effects += waited.map { .close($0) }
    case .unowned, .refused, .abandoned: effects += waited.map { .close($0) }
    }
  }

  /// What is closed is forgotten with this event, so a process that dies before it has closed it
  /// leaves word: the next one closes it. (T32)
  func noteClosing() throws(StoreFailure) {
    let now = effects.compactMap { effect in
      if case .close(let screen) = effect { screen } else { nil }
    }
    let closing = now + memory.closesAfterCall
    let text = closing.isEmpty ? nil : serialize(closing)
    guard try rows.note(Note.closing) != text else { return }
    try rows.setNote(Note.closing, text)
  }

  /// Closes what a process that died may not have come to close. (T32)
  func closeAgain() throws(StoreFailure) {
    guard let text = try rows.note(Note.closing),
      let closing = deserialize([OnScreen].self, from: text)
    else { return }
    effects += closing.map { .close($0) }
  }
}

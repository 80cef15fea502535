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
    if comes { memory.answeredMeanwhile = screen } else { effects.append(.close(screen)) }
  }

  /// A call has ended: what was answered meanwhile is closed, unless it has been replaced. (B11)
  func closeAnswered(unlessReplacedBy result: NotifyResult) {
    guard let answered = memory.answeredMeanwhile else { return }
    memory.answeredMeanwhile = nil
    switch result {
    case .shown(let screen) where screen == answered: break
    case .excess: break
    case .shown, .unowned, .refused, .abandoned, .overdue: effects.append(.close(answered))
    }
  }

  /// What is closed is forgotten with this event, so a process that dies before it has closed it
  /// leaves word: the next one closes it. (T32)
  func noteClosing() throws(StoreFailure) {
    let closing = effects.compactMap { effect in
      if case .close(let screen) = effect { screen } else { nil }
    }
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

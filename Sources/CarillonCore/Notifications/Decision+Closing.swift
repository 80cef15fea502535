/// What is taken off the screen, also where the process dies before it is. (T32)
extension Decision {
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

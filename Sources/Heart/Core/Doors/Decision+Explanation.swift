extension Decision {
  /// Whether notifications are to be explained now: after intent, and once. (T22)
  ///
  /// Intent is an hour that was saved or switched, or a notification that was shown: the window that
  /// asks is open, so this is its first opening after one.
  func explanationIsDue() throws(StoreFailure) -> Bool {
    guard try rows.note(Note.explained) == nil else { return false }
    if try rows.note(Note.intent) != nil { return true }
    return try rows.lastDelivery() != nil
  }

  /// It was read.
  func explained() throws(StoreFailure) -> Answer {
    try rows.setNote(Note.explained, "true")
    try rows.setNote(Note.intent, nil)
    changed(.state)
    return .done("")
  }
}

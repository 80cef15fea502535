package import CarillonLedger

/// What the user's other devices are to know. (J27)
extension Subjects {
  /// The user has dealt with a subject here.
  ///
  /// Nobody is told of what a topic or a paired sender has brought: its tag has the name of the topic in it, which
  /// is all that keeps strangers out. (C4)
  func answered(
    _ operation: DeviceStatus.Operation, _ subject: Subject
  ) throws(StoreFailure) {
    guard kinds.named(subject.kind) is any Shared.Type, subject.guest == nil else { return }
    try ledger.hear(.answeredHere(operation, subject: subject.tag))
  }

  /// The user has dealt with a notification: devices call it by its subject, else by the id of its message.
  package func answered(
    _ operation: DeviceStatus.Operation, _ delivery: Delivery
  ) throws(StoreFailure) {
    if let subject = try rows.thread(delivery.tag) { return try answered(operation, subject) }
    guard let id = delivery.messageID.flatMap({ Inbox.sentID($0) }) else { return }
    try ledger.hear(.answeredHere(operation, subject: id))
  }
}

package import CarillonLedger

/// What the user does here, for their other devices to know. (J27)
extension Accounts {
  /// As much as waits for one service; the oldest matters least.
  private static let mostStatuses = 200

  /// Has the services told that the user has dealt with `subject` here, at least once.
  package func tellDevices(
    _ operation: DeviceStatus.Operation, of subject: String
  ) throws(StoreFailure) {
    for account in all {
      let state = try state(of: account)
      guard state.service != nil else { continue }
      let address = Accounts.address(of: account)
      let waiting = try rows.postings(to: address, limit: .max)
        .filter { !$0.inFlight && Accounts.parts(of: $0)?.what == Accounts.status }
      for posting in waiting.dropLast(Accounts.mostStatuses - 1) {
        try ledger.hear(.toForget(posting))
      }
      let device = try device(state)
      let event = "\(device):\(pressedAt.milliseconds):\(fnv("\(operation.rawValue) \(subject)"))"
      try ledger.hear(
        .toPost(
          Posting(
            to: address, key: "\(address.name):\(Accounts.status):\(event)",
            body: JSONValue.object([
              "eventId": .text(event), "subject": .text(subject),
              "op": .text(operation.rawValue), "at": .text(pressedAt.iso(in: zone)),
              "origin": .text(device),
            ]).serialized, policy: .atLeastOnce(for: Posting.life),
            about: "\(Accounts.status) \(subject)", createdAt: now)))
    }
  }

  static let status = "status"

  /// What this device is called among those of the user, by which it knows its own words again. (J28)
  ///
  /// Its endpoint would be a name, too, but is a secret.
  private func device(_ state: AccountState) throws(StoreFailure) -> String {
    if let known = try rows.note(Note.device) { return known }
    let name = "carillon-" + String(fnv("\(now.milliseconds) \(state.keys?.id ?? "")"), radix: 36)
    try rows.setNote(Note.device, name)
    return name
  }
}

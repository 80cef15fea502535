package import CarillonEngine

extension Slots {
  /// It gets its text when the keyring opens; until then it is known which content that is. (T28)
  func awaitKey(_ delivery: inout Delivery, to content: Content) throws(StoreFailure) {
    guard delivery.title == nil, delivery.text == .open, delivery.content != content.id else {
      return
    }
    delivery.content = content.id
    delivery.did = try settings.did
    try save(delivery)
    try trace(delivery, .sealed(content: content.id))
  }

  /// Whether it has a text, or will have one, that only the keyring's key opens. (T28)
  package func awaitsKey(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    if delivery.text == .sealed { return true }
    guard delivery.title == nil, let id = delivery.content else { return false }
    return try rows.content(id)?.readable == .sealed
  }

  /// The keyring is open: what could not be written without it is written now. (T9, T28)
  package func renderUnlocked() throws(StoreFailure) {
    for var delivery in try live()
    where isMine(delivery) && delivery.status == .scheduled
      // What is armed says what was configured meanwhile.
      && (delivery.title == nil || delivery.fireAt > now)
    {
      if delivery.text == .lost {
        // What is due had its text when it came to the gate, and gets no other.
        guard delivery.fireAt > now else { continue }
        delivery.content = nil
        delivery.title = nil
        delivery.body = nil
        try save(delivery)
        try trace(delivery, .keyLost)
      }
      try render(&delivery, why: .unlocked)
    }
  }

}

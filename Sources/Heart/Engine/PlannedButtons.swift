import CarillonGate
import CarillonLedger
import CarillonPlanning

/// The buttons of notifications that are no messages: Open, Snooze, Skip, Dismiss, and those of the
/// plan source. (T30, T33)
struct PlannedButtons {
  let ledger: Ledger
  let planning: Planning

  /// Carries out a button that only its plan source knows; false if it has none of that key.
  func pressOwn(_ key: String, on delivery: inout Delivery) throws(StoreFailure) -> Bool {
    guard let source = ledger.source(of: delivery),
      source.buttons(of: delivery, ledger.environment.words).contains(where: { $0.key == key })
    else { return false }
    try ledger.record(key, &delivery)
    try source.press(key, on: delivery)
    return true
  }

  /// Carries out a button of what is no message; says why not, if it cannot.
  ///
  /// A snooze lasts as long as is set, or `length`.
  func press(
    _ action: SlotAction, on delivery: inout Delivery, activation: String?, for length: Span? = nil
  ) throws(StoreFailure) -> Refusal? {
    if let refusal = objection(to: action, on: delivery) { return refusal }
    switch action {
    case .open:
      try ledger.record(ResponseCode.open, &delivery)
      try open(delivery, activation: activation)
    case .snooze:
      try ledger.record(ResponseCode.snooze, &delivery)
      try snooze(&delivery, for: length)
    case .skip:
      guard let item = delivery.item else { break }
      guard try planning.skipNext(item) != nil else { return nothingToSkip }
      try ledger.record(ResponseCode.skip, &delivery)
    case .dismiss: try ledger.record(ResponseCode.dismiss, &delivery)
    }
    return nil
  }

  /// Brings the delivery back a while after the user pressed Snooze: as long as `wanted`, or as set. (T33)
  ///
  /// One that is snoozed already begins anew.
  private func snooze(_ delivery: inout Delivery, for wanted: Span?) throws(StoreFailure) {
    let usual = try ledger.settings.snooze
    let length = wanted ?? usual
    delivery.snoozedAt = ledger.pressedAt
    delivery.snooze = length
    let until = ledger.pressedAt + length
    guard delivery.status != .snoozed else {
      try ledger.save(delivery)
      try ledger.trace(delivery, .snoozedAnew(until: until))
      ledger.changed(.state)
      ledger.changed(.history)
      return
    }
    delivery.onScreen = nil
    delivery.unseen = false
    try ledger.move(&delivery, to: .snoozed, nil, .until(until))
  }

  /// Opens the article it leads to, the list of what it stands for, or else its row in the history. (T34)
  func open(_ delivery: Delivery, activation: String?) throws(StoreFailure) {
    let page: Page =
      if delivery.isDigest || delivery.isAway {
        try page(ofGroup: delivery) ?? .digest(delivery.id)
      } else if let link = try ledger.link(of: delivery) {
        .article(url: link.url, delivery: delivery.id)
      } else {
        .history(delivery.id)
      }
    ledger.emit(.open(page, activation: activation))
  }

  /// What a group opens in place of the list of what it stands for; nil for that list. (D14)
  private func page(ofGroup digest: Delivery) throws(StoreFailure) -> Page? {
    // A digest of what was held may stand for thousands, and has none.
    guard digest.tag.hasPrefix(Digests.groupPrefix) else { return nil }
    return try ledger.members(of: digest).last?.request?.joining?.page
  }

  /// Why a delivery of this origin does not know that button.
  func objection(to action: SlotAction, on delivery: Delivery) -> Refusal? {
    guard delivery.item == nil else { return nil }
    let words = ledger.environment.words
    return switch action {
    case .snooze: Refusal(.refused, words.say("This notification cannot be snoozed."))
    case .skip: Refusal(.refused, words.say("This notification has no next hour."))
    case .open, .dismiss: nil
    }
  }

  var nothingToSkip: Refusal {
    Refusal(
      .refused, ledger.environment.words.say("This hour is switched off: it has no next time."))
  }
}

extension Reports {
  /// Why a delivery became what it became. (J23)
  ///
  /// `id` is a request id, a slot id (its latest decided and its next), or `0800@2026-11-21`.
  func explain(_ id: String) throws(StoreFailure) -> Answer {
    var deliveries: [Delivery] = []
    if let occasion = Occasion(id) {
      if let delivery = try rows.delivery(of: occasion) { deliveries.append(delivery) }
    } else if let slotID = SlotID(id), try turn.slots.slot(slotID) != nil {
      if let latest = try rows.latest(of: slotID.item) { deliveries.append(latest) }
      if let next = try rows.next(of: slotID.item), next.id != deliveries.first?.id {
        deliveries.append(next)
      }
    } else if let number = Int64(id) {
      if let delivery = try rows.delivery(number) { deliveries.append(delivery) }
    } else {
      return .refused(
        Refusal(
          .invalidArgument,
          "id: must be a request id, a slot id, or a slot id with a date such "
            + "as 0800@2026-11-21"))
    }
    guard !deliveries.isEmpty else {
      return .refused(Refusal(.notFound, "id: nothing is known of \(id.prefix(40))"))
    }
    let wording = Wording(words: self.words, zone: zone, now: now)
    var items: [ExplanationReport.Item] = []
    for delivery in deliveries {
      items.append(
        .init(
          entry: try entry(of: delivery), due: delivery.fireAt.iso(in: zone),
          body: try ledger.body(of: delivery),
          steps: try rows.trace(of: delivery.id).map { wording.step($0, of: delivery) },
          advice: advice(on: delivery)))
    }
    return .done(serialize(ExplanationReport(items: items)))
  }

  private func advice(on delivery: Delivery) -> StateReport.Hint? {
        let text: String? =
      switch (delivery.status, delivery.reason) {
      case (.skipped, SkipReason.ttl):
        words.say(
          "You can allow older content, or choose a source that works without network.")
      case (.skipped, SkipReason.noContent):
        words.say("Look at where the content comes from, and fetch it once with Fetch Now.")
      case (.skipped, SkipReason.channelOff):
        words.say("Switch this kind of notification on again in the settings.")
      case (.missed, "off"):
        words.say("Let Carillon start with your session, and it rings when you are back.")
      case (.missed, "asleep"), (.missed, "clock"):
        words.say("You can allow hours to ring later after sleep or a restart.")
      case (.missed, _): words.say("Look at whether your desktop shows notifications.")
      case (.failed, _), (.unconfirmed, _):
        words.say("Send a test to see whether your desktop shows notifications now.")
      default: nil
      }
    return text.map {
      StateReport.Hint(code: delivery.reason ?? delivery.status.rawValue, text: $0)
    }
  }
}

extension Occasion {
  /// Reads `0800@2026-11-21`.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let slot = SlotID(String(parts[0])), let date = LocalDate(parts[1])
    else { return nil }
    self.init(slot.item, on: date)
  }
}

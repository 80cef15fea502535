import CarillonFeatures
import CarillonStore

/// Rules for messages that are handed over, and for the screen. (§5, B11, J26)
extension Watch {
  /// Checks that a call shows the message's own texts, is wanted, and is the subject's newest.
  func checkMessageCall(
    _ call: NotifyCall, _ delivery: Delivery, _ ticket: Ticket, _ life: Life
  ) {
    guard let request = delivery.request else { return fail("\(ticket) has no request") }
    // A popup that cannot be updated has no seconds. (B4)
    let text = delivery.body.map {
      life.desktop == .gnome && !request.actions.isEmpty ? request.lastingText(of: $0) : $0
    }
    let body = life.desktop == .plain ? text : text.map { escape($0) }
    if call.summary != delivery.title || call.body != body ?? "" {
      fail("T9: \(ticket) says “\(call.summary)”, and is “\(delivery.title ?? "")”")
    }
    if let file = call.picture?.file, file != Watch.file(for: request.image ?? "") {
      fail("B8: \(ticket) shows the picture \(file), not of \(request.image ?? "none")")
    }
    let rank = Watch.rank(request)
    if let rank, let stage = stage(of: delivery.tag, life) {
      if rank < stage.shown {
        fail("B11: \(delivery.tag) goes back on the screen, from \(stage.shown) to \(rank)")
      }
      messages.comes = (delivery.tag, rank, stage.begun)
    }
    if ticket.kind == .picture { return checkPainting(delivery, life) }
    // A decision made while the store refused may refer to an earlier screen.
    if life.resuming { return }
    checkWanted(call, delivery, request, life)
    checkThrottle(call, delivery, request, life)
  }

  /// The progress of a brew; nil if its subject was pruned and has begun anew. (T8)
  private func stage(of tag: String, _ life: Life) -> MessageNotes.Stage? {
    guard let stage = messages.stages[tag] else { return nil }
    let thread = read(life, or: nil) { rows throws(StoreFailure) in try rows.thread(tag) }
    return thread?.createdAt == stage.begun ? stage : nil
  }

  /// Notes that the last call may be on the screen.
  func mayStand() {
    // The subject may have been deleted with the identity and begun anew in the meantime. (T29)
    if let (tag, rank, begun) = messages.comes, var stage = messages.stages[tag],
      stage.begun == begun
    {
      stage.shown = max(stage.shown, rank)
      messages.stages[tag] = stage
    }
    messages.comes = nil
  }

  private func checkPainting(_ delivery: Delivery, _ life: Life) {
    if delivery.status != .shown || delivery.replaced || delivery.response != nil {
      fail("B8: \(delivery.id) gets its picture, and is \(delivery.status)")
    }
  }

  private func checkWanted(
    _ call: NotifyCall, _ delivery: Delivery, _ request: Request, _ life: Life
  ) {
    if let expires = request.expiresAt, expires <= life.now {
      fail("§5: \(delivery.id) is shown, and expired at \(expires.isoUTC)")
    }
    if delivery.did != settings.did { fail("T29: \(delivery.id) is shown to another identity") }
    // What is left of a group takes its place without a sound, and is no further popup. (D14)
    let isRest =
      call.suppressSound
      && life.popups.contains { $0.tag.hasPrefix("joined:") && $0.screen == call.replaces }
    if !settings.channel(delivery.channel).enabled, !isRest {
      fail("D7: \(delivery.id) is shown, and \(delivery.channel) is off")
    }
    guard !request.asked else { return }
    // The user has asked for its return. (D14)
    if delivery.error == nil, !delivery.isUrgent, request.returns != true, !isRest,
      settings.quietHours.end(containing: life.now, in: life.zone) != nil
    {
      fail("J14: \(delivery.id) is shown in quiet hours")
    }
    let late = life.now - (delivery.releasedAt ?? delivery.fireAt)
    let punctual = isWindowed(settings, life) ? Settings.window : Settings.punctual
    if settings.quietHours.isEmpty, !life.wasPaused,
      late > max(settings.grace, punctual) + turn(life)
    {
      fail("T18: message \(delivery.id) is shown \(late) late")
    }
    if stage(of: delivery.tag, life)?.dismissed == true, !request.insists {
      fail("B22: \(delivery.id) is shown, and \(delivery.tag) was dismissed")
    }
    let stands = life.popups.contains {
      // What is left of a group stands in its place, if the server took it. If the server took neither, what stood
      // there before still does, and the engine cannot know. (D14)
      let mayBeOther = $0.tag.hasPrefix("joined:") || !$0.isKnown
      return $0.tag == delivery.tag || mayBeOther && $0.screen == call.replaces
    }
    let seemsToStand = stands || call.replaces.map { life.unseen.contains($0) } == true
    let isUpdate = call.replaces != nil && seemsToStand || life.justClosed(delivery.tag)
    if request.silent, !request.insists, !isUpdate, !isAwaited(delivery.tag, life) {
      fail("B11: \(delivery.id) is news within a stage, and nothing of it is on the screen")
    }
  }

  /// Whether a resident notification went only because the user sent a command; it then returns
  /// with the result. (B13)
  private func isAwaited(_ tag: String, _ life: Life) -> Bool {
    let last = read(life, or: nil) { rows throws(StoreFailure) in try rows.lastShown(tag: tag) }
    guard let last, let request = last.request, request.resident, let response = last.response
    else { return false }
    return request.actions.contains { $0.id == response } && isCommand(response)
  }

  /// At most five popups in ten minutes. (J26)
  private func checkThrottle(
    _ call: NotifyCall, _ delivery: Delivery, _ request: Request, _ life: Life
  ) {
    guard !request.asked, !request.silent, !delivery.isUrgent, call.replaces == nil,
      delivery.calls == 1, request.timely != true,
      !life.justClosed(delivery.tag), !isOfPassage(delivery, life)
    else { return }
    let since = life.now - .minutes(10)
    let others = messages.popups.filter { $0.value > since && $0.value <= life.now }
    guard others.count >= 5 else { return }
    let counted = read(life, or: 0) { rows throws(StoreFailure) in
      try rows.popups(since: since, until: life.now, limit: 10).count
    }
    fail(
      "J26: \(delivery.id) is popup \(others.count + 1) within ten minutes, after \(others.keys.sorted()), "
        + "and Carillon counted \(counted)")
  }

  /// Checks that a call in flight is not closed together with the notification it replaces, unless
  /// it is unwanted too.
  func closing(_ popup: Popup, _ life: Life) {
    guard calls.openShow?.row == popup.row else { return }
    let found: (Delivery?, did: String?) = read(life, or: (nil, nil)) { rows throws(StoreFailure) in
      (
        try rows.delivery(popup.row),
        Settings(rows: try rows.config(), own: Features.all.settings).did
      )
    }
    guard let delivery = found.0, delivery.isInFlight, !delivery.replaced,
      delivery.did == found.did
    else { return }
    fail("B11: \(popup.row) is closed while it is being shown")
  }

  /// Whether it comes back after a snooze, or is what is left of a group: the user has asked for the one, and
  /// knows the other. (D14)
  private func isOfPassage(_ delivery: Delivery, _ life: Life) -> Bool {
    guard Watch.isOfPlant(delivery.tag) || Watch.isOfTrip(delivery.tag),
      delivery.request?.returns != true
    else {
      return delivery.request?.returns == true
    }
    let trace = read(life, or: []) { rows throws(StoreFailure) in try rows.trace(of: delivery.id) }
    return trace.contains { if case .gathered = $0.step { true } else { false } }
  }

  /// Counts a popup that was handed over, even if it is a repeat.
  func countPopup(_ call: NotifyCall, _ delivery: Delivery, _ life: Life) {
    messages.calls.append(life.now)
    if messages.calls.count > 2000 {
      messages.calls.removeAll { abs((life.now - $0).milliseconds) > 86_400_000 * 20 }
    }
    // A group takes the place of what its first member has shown. (D14)
    guard !delivery.tag.hasPrefix("joined:"), !isOfPassage(delivery, life) else { return }
    guard let request = delivery.request, !request.asked, !request.silent, call.replaces == nil,
      !life.justClosed(delivery.tag)
    else { return }
    // A second attempt counts as the first did.
    if delivery.error != nil, messages.popups[delivery.id] == nil { return }
    let now = life.now
    messages.popups[delivery.id] = now
    guard messages.popups.count > 64 else { return }
    messages.popups = messages.popups.filter { abs((now - $0.value).milliseconds) < 86_400_000 }
  }

  /// The media store's path for the picture at this address.
  static func file(for url: String) -> String { "/media/\(Trace(url).hash).png" }

  /// Checks that no subject has two notifications on the screen that the engine knows of. (B11)
  func checkScreen(_ life: Life) throws {
    var tags: Set<String> = []
    for popup in life.popups
    where popup.isKnown
      && ["brew:", "alarm:", "work-order:", "journey:"].contains(where: popup.tag.hasPrefix)
    {
      // A notification that outlives its row is beyond the engine's knowledge. (T8)
      guard before[popup.row] != nil else { continue }
      if !tags.insert(popup.tag).inserted {
        throw Broken("B11: two notifications of \(popup.tag) are on the screen")
      }
    }
  }
}

/// Rules for a press on Snooze of a notification that stands on the screen. (T33)
extension Watch {
  /// What is known of the delivery that stands there, and of those that are snoozed.
  struct Snoozable {
    let delivery: Delivery?
    /// Those that are snoozed, with when they were last handed over.
    let snoozed: [Int64: Instant?]
  }

  func snoozable(_ popup: Popup, _ life: Life) -> Snoozable {
    read(life, or: Snoozable(delivery: nil, snoozed: [:])) { rows throws(StoreFailure) in
      Snoozable(
        delivery: try rows.delivery(popup.row),
        snoozed: Dictionary(
          uniqueKeysWithValues: try rows.awake().filter { $0.status == .snoozed }
            .map { ($0.id, $0.showingAt) }))
    }
  }

  /// Snoozed is what stands there, and nothing that was there before it.
  ///
  /// A newer one, whose call died with its process, may be taken to stand there: nobody can know.
  func checkSnoozed(_ popup: Popup, _ before: Snoozable, _ life: Life) {
    // Of one that the server refused, or did not answer for, nobody can know that it stands there.
    guard let delivery = before.delivery,
      delivery.status == .shown
        || delivery.status == .unconfirmed && delivery.isPlanned && delivery.reason == .restarted
    else { return }
    let after = snoozable(popup, life)
    // The rows of an hour that rang twice may have been made in the other order.
    let others = after.snoozed.filter { other in
      guard before.snoozed[other.key] == nil, other.key != popup.row else { return false }
      guard let its = other.value, let ours = delivery.showingAt else { return false }
      return its < ours
    }
    if delivery.status == .unconfirmed, let other = others.keys.min() {
      fail("T33: Snooze on \(popup.row) is taken for \(other)")
    }
    guard delivery.status == .shown, !delivery.isAnswered, !delivery.isMessage,
      delivery.onScreen == popup.screen, !delivery.replaced, hasSnooze(delivery, life)
    else { return }
    if after.delivery?.status != .snoozed {
      fail("T33: Snooze on \(popup.row) makes it \(after.delivery?.status.rawValue ?? "nothing")")
    }
  }

  /// Whether the hour that it is for has not been removed, nor switched off, which does not matter for what
  /// was asked for.
  func hasSnooze(_ delivery: Delivery, _ life: Life) -> Bool {
    guard let name = delivery.item?.name else { return true }
    let slots = read(life, or: []) { rows throws(StoreFailure) in
      try rows.planItems(of: Slots.source).compactMap { Slot($0) }
    }
    return slots.contains {
      $0.id.description == name && ($0.enabled || !delivery.isPlanned)
    }
  }
}

import CarillonFeatures
import CarillonStore

/// A notification on the simulated screen, or one that has left it.
struct Popup {
  var screen: OnScreen
  var row: Int64
  var tag: String
  /// The keys of its buttons, including `default`.
  var keys: [String]
  var resident: Bool
  /// Whether the engine has been told that it is on the screen.
  var isKnown: Bool
}

/// How a life's desktop shows notifications.
enum Desktop: String {
  case plain = "Stand-in"
  /// Drops the buttons of a replaced notification, and forgets a client's notifications when it
  /// leaves.
  case gnome = "gnome-shell"
  /// Keeps a notification on the screen after a click.
  case dunst

  static let lives: [Desktop] = [.plain, .plain, .plain, .gnome, .dunst]

  var capabilities: [String] {
    switch self {
    case .plain: ["actions", "body"]
    case .gnome: ["actions", "body", "body-markup", "sound"]
    case .dunst: ["actions", "body"]
    }
  }
}

extension Life {
  var server: NotificationServer {
    NotificationServer(
      name: desktop.rawValue, vendor: "Simulator", version: "1",
      capabilities: desktop.capabilities, owner: ":1.\(owner)", bus: "bus")
  }

  /// Puts a call's notification on the screen, replacing the old one if the call says so.
  func place(_ call: NotifyCall, _ ticket: Ticket, _ server: NotificationServer) -> OnScreen {
    var screen = OnScreen(bus: server.bus, owner: server.owner, id: 0)
    var isKnown = false
    if let replaced = call.replaces, replaced.owner == server.owner, replaced.bus == server.bus {
      screen = replaced
      // If the user has dismissed it, the engine may not have heard of that yet.
      isKnown = popups.contains { $0.screen == replaced }
      popups.removeAll { $0.screen == replaced }
    } else {
      lastScreen += 1
      screen.id = lastScreen
    }
    popups.append(
      Popup(
        screen: screen, row: ticket.row, tag: watch.tag(of: ticket.row),
        keys: call.actions.map(\.key), resident: call.resident, isKnown: isKnown))
    if popups.count > 200 { popups.removeFirst(100) }
    return screen
  }

  /// Whether it answers the call that the server has not carried out yet.
  func answersUnplaced(_ event: Event) -> Bool {
    guard let ticket = unplaced?.ticket, case .finished(ticket, .notified(.shown)) = event else {
      return false
    }
    return true
  }

  /// Carries out the call that the server has accepted, even if nobody waits for the answer
  /// anymore.
  func carryOut() {
    guard let (call, ticket, server) = unplaced else { return }
    let answers = pending.indices.filter { answersUnplaced(pending[$0].event) }
    unplaced = nil
    let screen = place(call, ticket, server)
    for index in answers { pending[index].event = .finished(ticket, .notified(.shown(screen))) }
  }

  /// Removes a notification; the user may still click what they saw.
  func remove(_ screen: OnScreen) {
    for popup in popups where popup.screen == screen { gone.append(popup) }
    popups.removeAll { $0.screen == screen }
    if gone.count > 8 { gone.removeFirst(gone.count - 8) }
  }

  /// Clears the screen when the server leaves, along with its pending signals.
  func clearScreen() {
    gone = Array((gone + popups).suffix(8))
    popups = []
    parked = []
    unseen = []
    unstored = []
    unplaced = nil
    pending.removeAll { if case .situation(.server) = $0.event { true } else { false } }
    pending = pending.map { at, event in
      guard case .finished(let ticket, .notified(.shown)) = event else { return (at, event) }
      return (at, .finished(ticket, .notified(.abandoned)))
    }
  }

  /// Notes that the engine learns where a call is on the screen.
  func noteScreen(of event: Event) {
    guard case .finished(let ticket, .notified(.shown(let screen))) = event,
      let index = popups.firstIndex(where: { $0.screen == screen && $0.row == ticket.row })
    else { return }
    guard !popups[index].isKnown else { return }
    popups[index].isKnown = true
    toldOf.insert(ticket.row)
  }

  /// Forgets the answers that a process did not store before it died.
  func forgetUnstoredScreens() {
    for index in popups.indices where toldOf.contains(popups[index].row) {
      let row = popups[index].row
      let found = watch.read(self, or: nil) { rows throws(StoreFailure) in try rows.delivery(row) }
      guard found?.status == .showing || found?.status == .unconfirmed else { continue }
      popups[index].isKnown = false
    }
    toldOf = []
  }

  // MARK: The user

  func useNotification() {
    let all = popups + gone
    guard !all.isEmpty else { return }
    let popup = random.pick(all)
    let response: Response
    if popup.keys.contains("snooze") {
      response = random.pick([
        .dismissed, .expired, .action(key: "default", activation: nil),
        .action(key: "snooze", activation: nil), .action(key: "snooze", activation: nil),
        .action(key: "skip", activation: nil), .action(key: "unknown", activation: nil),
      ])
    } else {
      let keys = popup.keys + ["default", "unknown"]
      response = random.pick([
        .dismissed, .expired, .action(key: random.pick(keys), activation: nil),
        .action(key: random.pick(keys), activation: nil),
      ])
    }
    use(popup, response)
  }

  /// Whether a call is in flight, so that signals are held back until its answer.
  private var awaitsAnswer: Bool {
    pending.contains {
      switch $0.event {
      case .finished(_, .notified(.overdue)): false
      case .finished(_, .notified): true
      default: false
      }
    }
  }

  /// Releases the signals held back during a call, even if the next one is already in flight.
  func releaseSignals(after event: Event) {
    guard !parked.isEmpty, case .finished(_, .notified(let result)) = event, result != .overdue
    else { return }
    let signals = parked
    parked = []
    for (popup, response) in signals where running { signal(popup, response) }
  }

  func use(_ popup: Popup, _ response: Response) {
    guard awaitsAnswer else { return signal(popup, response) }
    // What happens to a notification about to be replaced is about the old one.
    if unplaced?.call.replaces == popup.screen {
      signal(popup, response)
    } else {
      parked.append((popup, response))
    }
  }

  private func signal(_ popup: Popup, _ pressed: Response) {
    var response = pressed
    // The watch does not track which delivery a snooze would affect once it is stored.
    if store.isFull, pressed == .action(key: "snooze", activation: nil) { response = .dismissed }
    if case .action(let key, _) = response, key != "default" { watch.wanted(key, of: popup, self) }
    // A resident notification stays until it is closed. An unknown button does not remove one
    // either.
    let stays =
      switch response {
      case .action(let key, _):
        desktop == .dunst || popup.resident || !popup.keys.contains(key)
      default: false
      }
    let stands = popups.contains { $0.screen == popup.screen && $0.row == popup.row }
    let isSnoozed =
      stands && running && popup.keys.contains("snooze") && !Watch.isOfPlant(popup.tag)
      && !Watch.isOfTrip(popup.tag)
      && response == .action(key: "snooze", activation: nil)
    let before = isSnoozed ? watch.snoozable(popup, self) : nil
    // Another notification may have replaced it since.
    let leaves =
      !stays && popups.contains(where: { $0.screen == popup.screen && $0.row == popup.row })
    if leaves { remove(popup.screen) }
    // The signal names only the place, so the engine takes it to be about whatever is there now.
    if !stays {
      for index in popups.indices where popups[index].screen == popup.screen {
        popups[index].isKnown = false
      }
    }
    send(.responded(popup.screen, response))
    // No process ran, or it died of this event.
    if leaves, !running { unseen.insert(popup.screen) }
    if leaves, running, retryAt != nil { unstored.insert(popup.screen) }
    if let before, retryAt == nil, running { watch.checkSnoozed(popup, before, self) }
  }
}

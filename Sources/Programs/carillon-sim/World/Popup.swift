import CarillonFeatures
import CarillonStore

/// A notification as it stands on the simulated screen, or stood there.
struct Popup {
  var screen: OnScreen
  var row: Int64
  var tag: String
  /// The keys of its buttons, `default` among them.
  var keys: [String]
  var resident: Bool
  /// Whether the engine has been told that it stands there: else it cannot know.
  var isKnown: Bool
}

/// How a life's desktop shows notifications.
enum Desktop: String {
  case plain = "Stand-in"
  /// Takes the buttons of what is replaced, and forgets a client's when it leaves.
  case gnome = "gnome-shell"
  /// Leaves what was clicked where it is.
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

  /// Puts what `call` says on the screen, in the place of what it replaces.
  func place(_ call: NotifyCall, _ ticket: Ticket, _ server: NotificationServer) -> OnScreen {
    var screen = OnScreen(bus: server.bus, owner: server.owner, id: 0)
    var isKnown = false
    if let replaced = call.replaces, replaced.owner == server.owner, replaced.bus == server.bus {
      screen = replaced
      isKnown = true
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

  /// Whether it is the answer to the call that the server has yet to carry out.
  func answersUnplaced(_ event: Event) -> Bool {
    guard let ticket = unplaced?.ticket, case .finished(ticket, .notified(.shown)) = event else {
      return false
    }
    return true
  }

  /// The server carries out what it has taken, whether anybody still waits for its answer or not.
  func carryOut() {
    guard let (call, ticket, server) = unplaced else { return }
    let answers = pending.indices.filter { answersUnplaced(pending[$0].event) }
    unplaced = nil
    let screen = place(call, ticket, server)
    for index in answers { pending[index].event = .finished(ticket, .notified(.shown(screen))) }
  }

  /// It stands there no more; somebody may still click what they saw of it.
  func remove(_ screen: OnScreen) {
    for popup in popups where popup.screen == screen { gone.append(popup) }
    popups.removeAll { $0.screen == screen }
    if gone.count > 8 { gone.removeFirst(gone.count - 8) }
  }

  /// The server has left, and with it what it showed and what it was about to say.
  func clearScreen() {
    gone = Array((gone + popups).suffix(8))
    popups = []
    parked = []
    unseen = []
    unplaced = nil
    pending.removeAll { if case .situation(.server) = $0.event { true } else { false } }
    pending = pending.map { at, event in
      guard case .finished(let ticket, .notified(.shown)) = event else { return (at, event) }
      return (at, .finished(ticket, .notified(.abandoned)))
    }
  }

  /// The engine is told where a call has come to stand.
  func noteScreen(of event: Event) {
    guard case .finished(let ticket, .notified(.shown(let screen))) = event,
      let index = popups.firstIndex(where: { $0.screen == screen && $0.row == ticket.row })
    else { return }
    guard !popups[index].isKnown else { return }
    popups[index].isKnown = true
    toldOf.insert(ticket.row)
  }

  /// A process has died, and with it the answers that it had not stored.
  func forgetUnstoredScreens() {
    for index in popups.indices where toldOf.contains(popups[index].row) {
      let row = popups[index].row
      let found = try? store.read { rows throws(StoreFailure) in try rows.delivery(row) }
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

  /// A call is under way: what the server signals meanwhile is kept back until it is answered.
  private var awaitsAnswer: Bool {
    pending.contains {
      switch $0.event {
      case .finished(_, .notified(.overdue)): false
      case .finished(_, .notified): true
      default: false
      }
    }
  }

  /// A call was answered: what was kept back is told, though the next one may be under way by now.
  func releaseSignals(after event: Event) {
    guard !parked.isEmpty, case .finished(_, .notified(let result)) = event, result != .overdue
    else { return }
    let signals = parked
    parked = []
    for (popup, response) in signals where running { signal(popup, response) }
  }

  func use(_ popup: Popup, _ response: Response) {
    guard awaitsAnswer else { return signal(popup, response) }
    // A click on what is to be replaced is about what stands there until then.
    if case .action = response, unplaced?.call.replaces == popup.screen {
      signal(popup, response)
    } else {
      parked.append((popup, response))
    }
  }

  private func signal(_ popup: Popup, _ pressed: Response) {
    var response = pressed
    // What it would be about by the time it is stored, the watch does not follow.
    if store.isFull, pressed == .action(key: "snooze", activation: nil) { response = .dismissed }
    if case .action(let key, _) = response, key != "default" { watch.wanted(key, of: popup, self) }
    // What stays does so until it is closed; nor does it go for a button that it has not.
    let stays =
      switch response {
      case .action(let key, _):
        desktop == .dunst || popup.resident || !popup.keys.contains(key)
      default: false
      }
    // Something else may have come in its place since.
    if !stays, popups.contains(where: { $0.screen == popup.screen && $0.row == popup.row }) {
      remove(popup.screen)
      if !running { unseen.insert(popup.screen) }
    }
    send(.responded(popup.screen, response))
  }
}

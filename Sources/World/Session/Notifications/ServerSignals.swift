import CarillonEngine
import CarillonGLib

/// What the notification server signals: clicks, closes, and the tokens that go with clicks.
///
/// Libnotify's own handlers know only what this process has shown. These know a notification by its
/// id and its server, whoever showed it.
final class ServerSignals {
  private let bus: Bus
  private let watch: ServerWatch
  private let respond: (OnScreen, Response) -> Void
  private var subscription: Subscription?
  /// What came while signals are kept back; nil while they are not.
  private var parked: [BusSignal]?
  /// What a call under way is to replace, and whether it has been clicked since that call.
  private var replaced: (notification: OnScreen, isClicked: Bool)?
  private var tokens: [OnScreen: String] = [:]
  private var ages: [OnScreen: (shown: SuspendingClock.Instant, expireTimeout: Int32)] = [:]

  init(bus: Bus, watch: ServerWatch, respond: @escaping (OnScreen, Response) -> Void) {
    self.bus = bus
    self.watch = watch
    self.respond = respond
    subscription = bus.onSignal(
      nil, from: NotificationService.name, at: NotificationService.path,
      interface: NotificationService.name
    ) { [weak self] in self?.take($0) }
  }

  /// Keeps signals back from now on: they may be about a notification whose id is not known yet.
  ///
  /// Clicks on `notification`, which a call under way replaces, are reported all the same: until that
  /// is answered they are about what stood there before, and later they would be taken for clicks on
  /// what has come in its place.
  func hold(replacing notification: OnScreen? = nil) {
    parked = parked ?? []
    replaced = notification.map { ($0, isClicked: false) }
  }

  /// Reports what was kept back, in its order.
  func release() {
    let signals = parked ?? []
    parked = nil
    replaced = nil
    for signal in signals { take(signal) }
  }

  /// Notes what is needed to understand the close of a notification that is on the screen now.
  func shown(_ notification: OnScreen, expireTimeout: Int32) {
    guard Closing.needsAge(watch.server) else { return }
    ages[notification] = (.now, expireTimeout)
  }

  /// Another server, or none: what was known of the former one's notifications means nothing now.
  func serverChanged() {
    tokens = tokens.filter { $0.key.owner == watch.owner }
    ages = ages.filter { $0.key.owner == watch.owner }
  }

  private func take(_ signal: BusSignal) {
    if parked != nil, !isAboutReplaced(signal) {
      parked?.append(signal)
      return
    }
    // GNOME's shell sends each signal once more, to everybody and under its own name.
    guard signal.sender == watch.owner, let id = signal.arguments[at: 0]?.uint32Value else {
      return
    }
    let notification = OnScreen(bus: bus.guid, owner: signal.sender, id: id)
    switch (signal.name, signal.arguments[at: 1]?.unboxed) {
    case ("ActivationToken", .string(let token)): tokens[notification] = token
    case ("ActionInvoked", .string(let key)):
      replaced?.isClicked = true
      respond(
        notification, .action(key: key, activation: tokens.removeValue(forKey: notification)))
    // What is closed because it was clicked is not what comes in its place.
    case ("NotificationClosed", .uint32) where parked != nil: tokens[notification] = nil
    case ("NotificationClosed", .uint32(let reason)): closed(notification, reason)
    default: break
    }
  }

  /// Whether it is a click on what a call under way replaces, or comes with one: its token before it,
  /// its close after it.
  private func isAboutReplaced(_ signal: BusSignal) -> Bool {
    guard let notification = replaced?.notification, signal.sender == notification.owner,
      signal.arguments[at: 0]?.uint32Value == notification.id
    else { return false }
    switch signal.name {
    case "ActivationToken", "ActionInvoked": return true
    case "NotificationClosed": return replaced?.isClicked == true
    default: return false
    }
  }

  private func closed(_ notification: OnScreen, _ reason: UInt32) {
    tokens[notification] = nil
    let known = ages.removeValue(forKey: notification)
    let response = Closing.response(
      reason: reason, server: watch.server, age: known.map { $0.shown.duration(to: .now) },
      expireTimeout: known?.expireTimeout)
    if let response { respond(notification, response) }
  }
}

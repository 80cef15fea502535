import CarillonEngine
import CarillonGLib

/// Receives the notification server's signals: clicks, closes, and activation tokens.
///
/// Libnotify's own handlers know only what this process has shown. Here a notification is
/// identified by its id and server, whichever process showed it.
final class ServerSignals {
  private let bus: Bus
  private let watch: ServerWatch
  private let respond: (OnScreen, Response) -> Void
  private var subscription: Subscription?
  private lazy var queue = PacedQueue<Signal> { [weak self] in self?.next($0) }
  /// How many signals about a notification wait or are held back.
  private var queued: [OnScreen: Int] = [:]
  /// The signals held back; nil while signals are reported at once.
  private var parked: [Signal]?
  /// The notification that a call in progress replaces, and whether it was clicked since.
  private var replaced: (notification: OnScreen, isClicked: Bool)?
  /// The tokens of presses to come, also on what an earlier process has shown.
  private var tokens: [OnScreen: String] = [:]
  private var ages: [OnScreen: (shown: SuspendingClock.Instant, expireTimeout: Int32)] = [:]
  /// The action keys of what this process has shown and no signal has closed.
  private var keys: [OnScreen: [String]] = [:]
  private var knownOwner: String?

  init(bus: Bus, watch: ServerWatch, respond: @escaping (OnScreen, Response) -> Void) {
    self.bus = bus
    self.watch = watch
    self.respond = respond
    subscription = bus.onSignal(
      nil, from: NotificationService.name, at: NotificationService.path,
      interface: NotificationService.name
    ) { [weak self] in
      if let signal = Signal($0) { self?.arrived(signal) }
    }
  }

  /// A signal of the notification interface, with what is used of it.
  private struct Signal {
    enum Kind {
      case token(String)
      case action(key: String)
      case closed(reason: UInt32)
    }

    let sender: String
    let id: UInt32
    let kind: Kind

    /// Nil for other signals, and for texts that are longer than any key or token.
    init?(_ signal: BusSignal) {
      guard let id = signal.arguments[at: 0]?.uint32Value else { return nil }
      (sender, self.id) = (signal.sender, id)
      switch (signal.name, signal.arguments[at: 1]?.unboxed) {
      case ("ActivationToken", .string(let token)) where token.utf8.count <= Self.longest:
        kind = .token(token)
      case ("ActionInvoked", .string(let key)) where key.utf8.count <= Self.longest:
        kind = .action(key: key)
      case ("NotificationClosed", .uint32(let reason)): kind = .closed(reason: reason)
      default: return nil
      }
    }

    /// In bytes.
    private static let longest = 1024
  }

  /// A server that sends more than this means harm; what is beyond is not kept.
  private static let mostKept = 500
  private static let mostOfOne = 20
  private static let mostTokens = 100

  /// Holds signals back, because they may be about a notification whose id is not known yet.
  ///
  /// What happens to `notification`, which a call in progress replaces, is still reported. Until the
  /// call is answered it is about the old content; later it would be taken for a click on the
  /// new content, or for its end, while the new content stands there. A click on a button that only the new content has is held back: the server has
  /// shown it, and its answer is still on the way.
  func hold(replacing notification: OnScreen? = nil) {
    parked = parked ?? []
    replaced = notification.map { ($0, isClicked: false) }
  }

  /// Whether the notification that the call in progress replaces was neither clicked nor closed since.
  var isReplacedUnanswered: Bool { replaced.map { !$0.isClicked } ?? false }

  /// Reports the signals held back, in their order.
  ///
  /// `isCalling` says that the next call has begun already, and has called ``hold(replacing:)``.
  func release(isCalling: Bool = false) {
    let signals = parked ?? []
    parked = nil
    if !isCalling { replaced = nil }
    queue.putBack(signals)
    if isCalling { parked = parked ?? [] }
  }

  /// Handles what has arrived until now.
  ///
  /// Call it before the answer of the call in progress is handled: later, what was said about the old content
  /// would be taken for the new one's.
  func catchUp() { queue.finish() }

  /// Remembers what is needed to interpret the signals of a notification that is now on screen.
  ///
  /// `keys` are the action keys of its buttons and its body.
  func shown(_ notification: OnScreen, keys: [String], expireTimeout: Int32) {
    self.keys[notification] = keys
    guard Closing.needsAge(watch.server) else { return }
    ages[notification] = (.now, expireTimeout)
  }

  /// Forgets the previous server's notifications.
  func serverChanged() {
    guard watch.owner != knownOwner else { return }
    knownOwner = watch.owner
    tokens = tokens.filter { $0.key.owner == watch.owner }
    ages = ages.filter { $0.key.owner == watch.owner }
    keys = keys.filter { $0.key.owner == watch.owner }
  }

  private func arrived(_ signal: Signal) {
    guard queued[subject(of: signal), default: 0] < Self.mostOfOne,
      isOurs(signal) || queue.count + (parked?.count ?? 0) < Self.mostKept
    else { return }
    queued[subject(of: signal), default: 0] += 1
    queue.add(signal)
  }

  private func next(_ signal: Signal) {
    if parked != nil, !isAboutReplaced(signal) {
      // From the first that is about the replacement, all are.
      if isOfReplaced(signal) { replaced = nil }
      parked?.append(signal)
      return
    }
    let left = queued[subject(of: signal), default: 1] - 1
    queued[subject(of: signal)] = left > 0 ? left : nil
    take(signal)
  }

  private func subject(of signal: Signal) -> OnScreen {
    OnScreen(bus: bus.guid, owner: signal.sender, id: signal.id)
  }

  /// Whether it is about something that this process has shown.
  ///
  /// Those are not limited: when the user clears hundreds of notifications at once, ours are among them.
  private func isOurs(_ signal: Signal) -> Bool { keys[subject(of: signal)] != nil }

  private func take(_ signal: Signal) {
    // GNOME Shell sends each signal a second time, to everyone and under its own name.
    guard signal.sender == watch.owner else { return }
    let notification = subject(of: signal)
    switch signal.kind {
    case .token(let token):
      if tokens.count >= Self.mostTokens { tokens = [:] }
      tokens[notification] = token
    case .action(let key):
      if replaced?.notification == notification { replaced?.isClicked = true }
      respond(
        notification, .action(key: key, activation: tokens.removeValue(forKey: notification)))
    // A click has closed the old notification; its replacement is not affected.
    case .closed where replaced?.notification == notification && replaced?.isClicked == true:
      tokens[notification] = nil
    case .closed(let reason):
      // It closes once: what is said next is about its replacement.
      if replaced?.notification == notification { replaced = nil }
      closed(notification, reason)
    }
  }

  /// Whether a signal is about the replaced notification, and not about its replacement.
  private func isAboutReplaced(_ signal: Signal) -> Bool {
    guard isOfReplaced(signal), let notification = replaced?.notification else { return false }
    switch signal.kind {
    case .token: return true
    case .action(let key): return keys[notification]?.contains(key) ?? true
    case .closed: return true
    }
  }

  private func isOfReplaced(_ signal: Signal) -> Bool {
    signal.sender == replaced?.notification.owner && signal.id == replaced?.notification.id
  }

  private func closed(_ notification: OnScreen, _ reason: UInt32) {
    tokens[notification] = nil
    keys[notification] = nil
    let known = ages.removeValue(forKey: notification)
    let response = Closing.response(
      reason: reason, server: watch.server, age: known.map { $0.shown.duration(to: .now) },
      expireTimeout: known?.expireTimeout)
    if let response { respond(notification, response) }
  }
}

import CarillonEngine
import CarillonGLib

/// Follows whether there is a keyring, whether it is open, and which content key it holds.
///
/// A service that the bus can start is started once, at the beginning, which asks for no password.
/// If it exits later, it is not started again.
final class KeyringWatch {
  /// The state of the keyring.
  enum Finding {
    /// There is no service, or no collection to store items in.
    case none
    case locked
    case open(SecretVault, key: [UInt8])
  }

  let service: KeyringService
  private let report: (Finding) -> Void
  private var subscriptions: [Subscription] = []
  private var owner: String?
  private var isFirst = true
  private var vault: SecretVault?
  /// The number of the latest look-up; answers to earlier ones are ignored.
  private var look = 0
  /// The service is being asked; something has changed since.
  private var (isAsking, isStale) = (false, false)
  /// When the present look began, and how often looks in a row got no answer.
  private var (began, unanswered) = (ContinuousClock.now, 0)
  private var pace = KeyringPace()
  private var timer: Source?

  init(bus: Bus, found: @escaping (Finding) -> Void) {
    service = KeyringService(bus: bus)
    report = found
    subscriptions = service.onChange { [weak self] in self?.again() }
    subscriptions.append(
      bus.onOwner(of: KeyringService.name) { [weak self] in self?.owned(by: $0) })
  }

  /// Looks again; with `mayStart`, even if the service is not running.
  func again(mayStart: Bool = false) {
    guard owner != nil || mayStart else { return }
    let rest = pace.rest(at: .now)
    if rest > .zero { return again(after: rest, mayStart: mayStart) }
    timer?.cancel()
    timer = nil
    look += 1
    // One question at a time: a service that sends signals and answers nothing must not pile them up.
    if isAsking {
      isStale = true
      return
    }
    isAsking = true
    began = .now
    let look = look
    service.defaultCollection(mayStart: mayStart) { [weak self] collection in
      guard let self else { return }
      guard let collection else { return answered(look) { self.found(.none) } }
      service.isLocked(collection) { [weak self] isLocked in
        self?.answered(look) { self?.take(isLocked, look) }
      }
    }
  }

  private func again(after span: Span, mayStart: Bool) {
    // What has changed meanwhile is found then.
    look += 1
    timer?.cancel()
    timer = MainLoop.after(span) { [weak self] in self?.again(mayStart: mayStart) }
  }

  /// Reports a finding; a service that was too slow is asked once more after a while, because it may say nothing
  /// when it answers again.
  private func found(_ finding: Finding) {
    pace.found(finding, at: .now)
    report(finding)
    if case .open = finding {
      unanswered = 0
    } else if owner != nil, ContinuousClock.now - began >= Self.slow {
      again(after: .minutes(min(1 << min(Int64(unanswered), 6), 60)), mayStart: false)
      unanswered += 1
    }
  }

  /// A little less than the patience of a question.
  private static let slow = Duration.seconds(9)

  /// Goes on with `body`, unless something has changed since the question.
  private func answered(_ look: Int, _ body: () -> Void) {
    isAsking = false
    if isStale {
      isStale = false
      again()
    } else if look == self.look {
      body()
    }
  }

  private func take(_ isLocked: Bool?, _ look: Int) {
    switch isLocked {
    case nil: found(.none)
    case true: found(.locked)
    case false: openVault(look)
    }
  }

  /// Asks the user to unlock the keyring; the outcome is found like any other change.
  func unlock() {
    pace = KeyringPace()
    service.defaultCollection(mayStart: true) { [service] collection in
      if let collection { service.unlock(collection) }
    }
  }

  /// Stops reporting.
  func stop() {
    look += 1
    timer?.cancel()
    subscriptions = []
    owner = nil
  }

  private func owned(by owner: String?) {
    defer { isFirst = false }
    guard owner != self.owner || isFirst else { return }
    self.owner = owner
    vault = nil
    if owner != nil || isFirst { return again(mayStart: true) }
    look += 1
    found(.none)
  }

  private func openVault(_ look: Int) {
    if let vault { return findKey(vault, look) }
    SecretVault.open { [weak self] result in
      guard let self, look == self.look else { return }
      guard case .success(let vault) = result else { return found(.none) }
      self.vault = vault
      findKey(vault, look)
    }
  }

  /// While the key's collection is locked, no second key may be created.
  private func findKey(_ vault: SecretVault, _ look: Int) {
    service.search(SecretAttributes.contentKey) { [weak self] items in
      guard let self, look == self.look else { return }
      guard let items else { return found(.none) }
      if items.unlocked.isEmpty, !items.locked.isEmpty { return found(.locked) }
      if items.unlocked.isEmpty { return makeKey(vault, look) }
      vault.read(SecretAttributes.contentKey) { [weak self] result in
        guard let self, look == self.look else { return }
        // Overwrites a key that something else has damaged.
        switch result {
        case .success(let text?):
          if let key = ContentKey.bytes(of: text) { return found(.open(vault, key: key)) }
          makeKey(vault, look)
        // Treated as locked until something changes.
        case .success(nil), .failure: found(.locked)
        }
      }
    }
  }

  /// Creates a key; it is used only once it is stored.
  private func makeKey(_ vault: SecretVault, _ look: Int) {
    let key = ContentKey.make()
    vault.write(
      ContentKey.text(of: key), SecretAttributes.contentKey, label: "Carillon: content"
    ) { [weak self] error in
      guard let self, look == self.look else { return }
      // A keyring that cannot be written counts as locked.
      found(error == nil ? .open(vault, key: key) : .locked)
    }
  }
}

/// How soon a keyring is looked at again: each other finding costs much, so one that flaps is given ever longer rests.
nonisolated struct KeyringPace {
  private enum Last: Equatable {
    case none, locked
    case open(key: [UInt8])
  }

  private var last: Last?
  private var changedAt: ContinuousClock.Instant?
  private var pause = Duration.zero

  private static let shortest = Duration.seconds(1)
  private static let longest = Duration.seconds(30)

  mutating func found(_ finding: KeyringWatch.Finding, at now: ContinuousClock.Instant) {
    let found: Last =
      switch finding {
      case .none: .none
      case .locked: .locked
      case .open(_, let key): .open(key: key)
      }
    guard found != last else { return }
    last = found
    let flaps = changedAt.map { now - $0 < pause + Self.shortest } ?? false
    pause = flaps ? min(max(pause * 2, Self.shortest), Self.longest) : .zero
    changedAt = now
  }

  /// How long the next look has to wait.
  func rest(at now: ContinuousClock.Instant) -> Span {
    guard let changedAt, changedAt + pause > now else { return .zero }
    let rest = changedAt + pause - now
    return .milliseconds(
      rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000 + 1)
  }
}

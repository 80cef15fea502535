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
  private let found: (Finding) -> Void
  private var subscriptions: [Subscription] = []
  private var owner: String?
  private var isFirst = true
  private var vault: SecretVault?
  /// The number of the latest look-up; answers to earlier ones are ignored.
  private var look = 0
  /// The service is being asked; something has changed since.
  private var (isAsking, isStale) = (false, false)

  init(bus: Bus, found: @escaping (Finding) -> Void) {
    service = KeyringService(bus: bus)
    self.found = found
    subscriptions = service.onChange { [weak self] in self?.again() }
    subscriptions.append(
      bus.onOwner(of: KeyringService.name) { [weak self] in self?.owned(by: $0) })
  }

  /// Looks again; with `mayStart`, even if the service is not running.
  func again(mayStart: Bool = false) {
    guard owner != nil || mayStart else { return }
    look += 1
    // One question at a time: a service that sends signals and answers nothing must not pile them up.
    if isAsking {
      isStale = true
      return
    }
    isAsking = true
    let look = look
    service.defaultCollection(mayStart: mayStart) { [weak self] collection in
      guard let self else { return }
      guard let collection else { return answered(look) { self.found(.none) } }
      service.isLocked(collection) { [weak self] isLocked in
        self?.answered(look) { self?.take(isLocked, look) }
      }
    }
  }

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
    service.defaultCollection(mayStart: true) { [service] collection in
      if let collection { service.unlock(collection) }
    }
  }

  /// Stops reporting.
  func stop() {
    look += 1
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

package import CarillonEngine
package import CarillonGLib

/// The user's keyring: secrets by reference, and the key that content is sealed with. (T27, T28)
///
/// It may be missing or locked, and may come and go. Without an open one, secrets are kept in
/// memory for the session, and written as soon as one opens; pending deletions are made then. The
/// user is never asked for a password, except by `unlock`.
package final class Keyring: Secrets {
  private let changed: (Situation.Keyring) -> Void
  private let contentKey: ([UInt8]?) -> Void
  private var watch: KeyringWatch?
  private var vault: SecretVault?
  private var told: Situation.Keyring?
  /// Whether a keyring was met, which may hold items of ours.
  private var hasMetOne = false
  /// How often the keyring was found open.
  private var openings = 0

  /// Secrets that are not in the keyring yet.
  private var unwritten: [SecretReference: String] = [:]
  /// Those of them whose document may still be refused.
  private var unaccepted: Set<SecretReference> = []
  /// Those of them that no keyring was ever given.
  private var untried: Set<SecretReference> = []
  /// Whoever waits until a secret is written, or cannot be.
  private var whenWritten: [SecretReference: [() -> Void]] = [:]
  /// Secrets that are to be written, one after the other: a keyring may take long for each.
  private var toWrite: Set<SecretReference> = []
  /// The one that is being written.
  private var writing: SecretReference?
  /// Secrets that are to be deleted from the keyring.
  private var unforgotten: Set<SecretReference> = []
  /// Those of them that the open keyring has not been searched for.
  private var unsearched: Set<SecretReference> = []
  /// When all were to be searched for the last time.
  private var searchedAt: ContinuousClock.Instant?
  private var searchTimer: Source?
  /// Whether one of them is being deleted.
  private var isRemoving = false
  /// Whether secrets that nothing refers to are to be deleted.
  private var wantsSweep = false
  /// The secrets that the last sweep has kept, or will keep; nil before the first.
  private var spared: Set<SecretReference>?
  /// Secrets added by this process, which an earlier requested sweep must not delete.
  private var kept: Set<SecretReference> = []

  /// `changed` is called once soon, and at each change.
  ///
  /// `contentKey` receives the key before `.open` is reported, and nil before `.locked` is. If the
  /// keyring merely disappears, the key is kept, so that sealed content stays readable.
  package init(
    bus: Bus?, changed: @escaping (Situation.Keyring) -> Void,
    contentKey: @escaping ([UInt8]?) -> Void
  ) {
    self.changed = changed
    self.contentKey = contentKey
    guard let bus else {
      tell(.none)
      return
    }
    watch = KeyringWatch(bus: bus) { [weak self] in self?.found($0) }
  }

  /// Lets the keyring ask for its password; call it only at the user's request.
  package func unlock() {
    watch?.unlock()
  }

  package func keep(_ value: String) -> SecretReference {
    let reference = SecretReference(Keyring.randomID())
    kept.insert(reference)
    unwritten[reference] = value
    unaccepted.insert(reference)
    untried.insert(reference)
    return reference
  }

  package func whenKept(_ reference: SecretReference, then: @escaping () -> Void) {
    if unaccepted.remove(reference) != nil, told == Situation.Keyring.none {
      watch?.again(mayStart: true)
    }
    guard vault != nil, unwritten[reference] != nil else { return then() }
    // Limits the wait for a service that hangs.
    let timer = MainLoop.after(.seconds(5)) { [weak self] in self?.waitNoLonger(for: reference) }
    whenWritten[reference, default: []].append {
      timer.cancel()
      then()
    }
    write(reference)
  }

  private func waitNoLonger(for reference: SecretReference) {
    for waiting in whenWritten.removeValue(forKey: reference) ?? [] { waiting() }
  }

  package func value(of reference: SecretReference, then: @escaping (String?) -> Void) {
    if let value = unwritten[reference] { return then(value) }
    guard let vault, !unforgotten.contains(reference) else { return then(nil) }
    // Limits the wait for a service that hangs.
    var waiting: ((String?) -> Void)? = then
    let timer = MainLoop.after(.seconds(5)) {
      waiting?(nil)
      waiting = nil
    }
    vault.read(SecretAttributes.secret(reference)) { result in
      timer.cancel()
      waiting?((try? result.get()) ?? nil)
      waiting = nil
    }
  }

  package func forget(_ references: [SecretReference]) {
    for reference in references {
      unwritten[reference] = nil
      unaccepted.remove(reference)
      if untried.remove(reference) != nil {
        kept.remove(reference)
      } else {
        unforgotten.insert(reference)
        unsearched.insert(reference)
      }
    }
    writeOnlyWanted()
    removeNext()
  }

  package func forgetAll(except references: [SecretReference]) {
    let wanted = Set(references)
    spared = wanted
    wantsSweep = true
    // A document that is being judged keeps its own.
    unwritten = unwritten.filter { wanted.contains($0.key) || unaccepted.contains($0.key) }
    kept.formIntersection(wanted.union(unaccepted))
    untried.formIntersection(unwritten.keys)
    writeOnlyWanted()
    settle()
  }

  package func isForgotten(_ reference: SecretReference) -> Bool {
    if unforgotten.contains(reference) { return true }
    // Also while a sweep is under way, and what it did not find because a process has died. (T27)
    guard let spared else { return false }
    return !spared.contains(reference) && !kept.contains(reference)
  }

  /// The outcome of erasing everything.
  package enum Erasure: Hashable, Sendable {
    case complete
    /// The number of items left in a locked keyring.
    case locked(items: Int)
    /// A keyring with items cannot be reached now.
    case unreachable
  }

  /// Deletes all of Carillon's items; afterwards nothing is stored or reported any more. (T29)
  ///
  /// `wasUsed` tells whether an earlier process has left something that a keyring is needed for. Where
  /// none was ever used, there is nothing to delete, and its absence is no failure.
  package func eraseAll(wasUsed: Bool, done: @escaping (Erasure) -> Void) {
    (unwritten, unforgotten, spared, wantsSweep) = ([:], [], nil, false)
    (unaccepted, untried, unsearched, toWrite) = ([], [], [], [])
    guard let watch else { return done(.complete) }
    let service = watch.service
    let mayHoldSomething = hasMetOne || wasUsed
    watch.stop()
    self.watch = nil
    vault = nil
    service.search(SecretAttributes.all) { items in
      guard let items else { return done(mayHoldSomething ? .unreachable : .complete) }
      Keyring.delete(items.unlocked[...], of: service, locked: items.locked.count, done)
    }
  }

  private static func delete(
    _ items: ArraySlice<String>, of service: KeyringService, locked: Int,
    _ done: @escaping (Erasure) -> Void
  ) {
    guard let item = items.first else {
      return done(locked == 0 ? .complete : .locked(items: locked))
    }
    service.delete(item) { isGone in
      delete(items.dropFirst(), of: service, locked: locked + (isGone ? 0 : 1), done)
    }
  }

  private static func randomID() -> String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  }
}

extension Keyring {
  private func found(_ finding: KeyringWatch.Finding) {
    switch finding {
    case .none:
      vault = nil
      tell(.none)
    case .locked:
      vault = nil
      hasMetOne = true
      contentKey(nil)
      tell(.locked)
    case .open(let vault, let key):
      // A service may say at any time that something has changed: perhaps a collection was unlocked.
      if self.vault !== vault || searchedAt.map({ .now - $0 >= .seconds(60) }) ?? true {
        searchAnew()
      } else if !unforgotten.isEmpty, searchTimer == nil {
        searchTimer = MainLoop.after(.seconds(60)) { [weak self] in
          self?.searchAnew()
          self?.removeNext()
        }
      }
      self.vault = vault
      openings += 1
      hasMetOne = true
      contentKey(key)
      tell(.open)
      settle()
    }
  }

  private func searchAnew() {
    searchTimer?.cancel()
    searchTimer = nil
    unsearched = unforgotten
    searchedAt = .now
  }

  private func tell(_ state: Situation.Keyring) {
    guard state != told else { return }
    told = state
    changed(state)
  }

  /// Brings the keyring up to date, if it is open.
  private func settle() {
    guard vault != nil, let service = watch?.service else { return }
    for reference in unwritten.keys.sorted() where !unaccepted.contains(reference) {
      write(reference)
    }
    removeNext()
    if wantsSweep, let spared { sweep(sparing: spared.union(kept), in: service) }
  }

  private func write(_ reference: SecretReference) {
    if writing != reference { toWrite.insert(reference) }
    writeNext()
  }

  private func writeNext() {
    guard let vault, writing == nil, let reference = toWrite.popFirst() else { return }
    guard let value = unwritten[reference] else {
      preconditionFailure("what is wanted no more is not to be written")
    }
    writing = reference
    untried.remove(reference)
    let opening = openings
    vault.write(
      value, SecretAttributes.secret(reference), label: "Carillon: secret"
    ) { [weak self] error in
      guard let self else { return }
      writing = nil
      defer {
        waitNoLonger(for: reference)
        writeNext()
        removeNext()
      }
      // Retried when the keyring opens again, or at once if it has opened meanwhile.
      guard error == nil else { return opening == openings ? () : settle() }
      if unwritten.removeValue(forKey: reference) == nil { forget([reference]) }
    }
  }

  /// Leaves out what was to be written and is not wanted any more.
  private func writeOnlyWanted() {
    let unwanted = toWrite.filter { unwritten[$0] == nil }
    guard !unwanted.isEmpty else { return }
    toWrite.subtract(unwanted)
    // Not now: whoever waits may be the one that has called.
    MainLoop.soon { [weak self] in
      for reference in unwanted { self?.waitNoLonger(for: reference) }
    }
  }

  /// Deletes what is to be deleted, one after the other: there may be thousands.
  private func removeNext() {
    guard vault != nil, let service = watch?.service, !isRemoving else { return }
    // One that is being written is forgotten again after that.
    guard let reference = unsearched.first(where: { $0 != writing }) else { return }
    unsearched.remove(reference)
    isRemoving = true
    let goOn = { [weak self] in
      self?.isRemoving = false
      self?.removeNext()
    }
    service.search(SecretAttributes.secret(reference)) { [weak self] items in
      guard let items, items.locked.isEmpty else { return goOn() }
      Keyring.delete(items.unlocked[...], of: service, locked: 0) { erasure in
        if erasure == .complete { self?.unforgotten.remove(reference) }
        goOn()
      }
    }
  }

  /// Deletes secrets that no reference names any more.
  private func sweep(sparing: Set<SecretReference>, in service: KeyringService) {
    wantsSweep = false
    service.search(SecretAttributes.secrets) { [weak self] items in
      self?.sweep((items?.unlocked ?? [])[...], sparing: sparing, in: service)
    }
  }

  /// One item after the other: a service may name thousands.
  private func sweep(
    _ items: ArraySlice<String>, sparing: Set<SecretReference>, in service: KeyringService
  ) {
    guard let item = items.first else { return }
    let goOn = { [weak self] in
      guard let self else { return }
      sweep(items.dropFirst(), sparing: sparing, in: service)
    }
    service.attribute(SecretAttributes.referenceKey, of: item) { [weak self] id in
      let reference = id.map { SecretReference($0) }
      // It may have been added since.
      guard let self, let reference, !sparing.contains(reference), !kept.contains(reference)
      else { return goOn() }
      service.delete(item) { _ in goOn() }
    }
  }
}

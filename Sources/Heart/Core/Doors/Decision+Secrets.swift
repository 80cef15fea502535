extension Decision {
  /// The secrets that slots and settings name, sorted. (T27)
  func secretsInUse() throws(StoreFailure) -> [SecretReference] {
    Decision.secrets(in: try settings, try slots)
  }

  static func secrets(in settings: Settings, _ slots: [Slot]) -> [SecretReference] {
    var specs = slots.compactMap(\.fetch)
    if let machine = settings.machine { specs.append(machine) }
    if let callbacks = settings.callbacks {
      specs += [
        callbacks.fetchContent, callbacks.ackDelivery, callbacks.reportError, callbacks.heartbeat,
      ].compactMap(\.self)
    }
    return Set(specs.flatMap(\.secrets)).sorted()
  }

  /// Forgets the secrets that were named before and are not any more. (T27)
  func forgetUnused(before: [SecretReference]) throws(StoreFailure) {
    let now = Set(try secretsInUse())
    let unused = before.filter { !now.contains($0) }
    if !unused.isEmpty { effects.append(.forget(unused)) }
  }
}

import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Changes of what the user configured. (Settings)
package struct Configuring {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }

  /// A change that was checked and is not stored yet.
  struct Prepared {
    fileprivate let settings: Settings
    fileprivate let before: Settings
    /// The features whose items are staged.
    fileprivate let staged: [any Feature]
    fileprivate let namesAutostart: Bool
  }

  /// `Set`: an RFC 7396 merge patch over the configuration. (Settings)
  func change(_ patch: Patch) throws(StoreFailure) -> Answer {
    switch try prepare(patch) {
    case .failure(let refusal): return .refused(refusal)
    case .success(let change): try adopt(change)
    }
    return .done(Reply(try document()))
  }

  /// Checks a merge patch and stages its items; nothing is stored.
  ///
  /// With `overDefaults`, what the patch names becomes what it says, whatever it is now. Members that
  /// are unknown below the top are noted in `leftOut`, or refused without it.
  func prepare(
    _ patch: Patch, overDefaults: Bool = false, leavingOut leftOut: LeftOut? = nil
  ) throws(StoreFailure) -> Result<Prepared, Refusal> {
    let before = try ledger.settings
    let defaults = Settings(own: ledger.environment.settings).document
    var settings = before
    var staged: [any Feature] = []
    // The current items are read before anything may be refused.
    for feature in turn.features { _ = try feature.items() }
    var namesAutostart = false
    let origins = try secretOrigins()
    do throws(Refusal) {
      let document = Field(path: "mergePatch", value: patch.value)
      var current = before.document
      let keys = try document.object().sorted { Configuring.isBefore($0.key, $1.key) }
      for (key, value) in keys {
        let field = Field(path: key, value: value, leavingOut: leftOut)
        if key == "autostart" { namesAutostart = true }
        if let feature = turn.features.first(where: { $0.key == key }) {
          try feature.stage(field)
          try origins.check(field)
          staged.append(feature)
          continue
        }
        // A null at the top restores the default. Below, it removes a member, except that a null
        // sound means silence.
        let merged = merge(
          (overDefaults ? defaults : current)[key] ?? .null, value,
          keeping: key == "channels" ? "sound" : nil)
        let fallback = value == .null ? defaults[key] ?? merged : merged
        current[key] = fallback
        try settings.take(key, Field(path: key, value: fallback, leavingOut: leftOut), known)
        try origins.check(Field(path: key, value: fallback))
      }
      settings.forgetChannels()
      try check(settings, naming: Set(try document.object().keys))
    } catch {
      return .failure(error)
    }
    let change = Prepared(
      settings: settings, before: before, staged: staged, namesAutostart: namesAutostart)
    let name = overDefaults ? "document" : "mergePatch"
    if let refusal = try tooLarge(settings, in: name) { return .failure(refusal) }
    return .success(change)
  }

  /// In bytes: each change and each report goes through all of it, and an import takes no more.
  private static let longest = 1 << 20

  /// Why these settings, with the items that are staged, cannot be stored; nil if they can.
  ///
  /// `name` is the argument that brought the last change: very many small ones may have led there.
  package func tooLarge(_ settings: Settings, in name: String) throws(StoreFailure) -> Refusal? {
    let bytes = try JSONValue.object(document(of: settings)).serialized.utf8.count
    guard bytes > Configuring.longest else { return nil }
    return Refusal(.refused, "\(name): all settings and hours together are larger than 1 MiB")
  }

  /// By name, but what brings channels comes first: they may be set in the same change. (C10)
  private static func isBefore(_ key: String, _ other: String) -> Bool {
    let first = ["subscriptions", "senders"]
    return (first.contains(key) ? 0 : 1, key) < (first.contains(other) ? 0 : 1, other)
  }

  /// Stores what was prepared in this turn.
  func adopt(_ change: Prepared) throws(StoreFailure) {
    let secrets = try secretsInUse()
    try adopt(change.settings, instead: change.before)
    if change.namesAutostart { startOnLogin(change.settings.autostart) }
    for feature in change.staged { try adoptItems(of: feature) }
    try forgetUnused(before: secrets)
  }

  /// The configuration as it will be once `change` is adopted.
  func document(after change: Prepared) throws(StoreFailure) -> [String: JSONValue] {
    try document(of: change.settings)
  }

  private func document(of settings: Settings) throws(StoreFailure) -> [String: JSONValue] {
    var document = settings.document
    for feature in turn.features {
      if let staged = feature.stagedDocument {
        document[feature.key] = staged
      } else {
        document[feature.key] = try feature.document
      }
    }
    return document
  }

  /// All settings with their values, and the slots.
  package func document() throws(StoreFailure) -> JSONValue {
    var document = try ledger.settings.document
    document.merge(Settings.fixed) { _, fixed in fixed }
    for feature in turn.features { document[feature.key] = try feature.document }
    return .object(document)
  }

  /// Where the secrets may be sent that are configured, kept for an undo, or needed to leave a service. (T27)
  package func secretOrigins() throws(StoreFailure) -> SecretOrigins {
    let former = try Importing(turn: turn).formerConfiguration() ?? .null
    return SecretOrigins(.array([try document(), former, try turn.accounts.secretUses]))
  }

  /// The names that values may refer to.
  package var known: Settings.Known {
    let environment = ledger.environment
    return Settings.Known(
      zoneExists: { environment.zone($0) != nil }, channels: environment.channels.map(\.id),
      settings: environment.settings)
  }

  /// `keeping` names the members for which null is a value.
  private func merge(
    _ target: JSONValue, _ patch: JSONValue, keeping: String? = nil
  ) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var merged: [String: JSONValue] = [:]
    if case .object(let members) = target { merged = members }
    for (key, value) in changes {
      merged[key] =
        value == .null && key != keeping
        ? nil : merge(merged[key] ?? .null, value, keeping: keeping)
    }
    return .object(merged)
  }

  package func adopt(_ settings: Settings, instead before: Settings) throws(StoreFailure) {
    guard settings != before else { return }
    try ledger.store(settings, instead: before)
    turn.wasConfigured()
    // A kind's settings may say how early its occasions are told. (J12)
    if settings.timezone != before.timezone || settings.own != before.own { turn.occasionsMoved() }
    if settings.did != before.did { try leaveFormerIdentity() }
    ledger.changed(.configuration)
    ledger.changed(.state)
  }

  /// The rules that hold between settings; `keys` are those that the change names. (T2, T5)
  ///
  /// An enabled unit counts as start on login. Disabling it later must not get in the way of other
  /// changes. (T39)
  package func check(_ settings: Settings, naming keys: Set<String>) throws(Refusal) {
    var checked = settings
    if keys.isDisjoint(with: ["depth", "autostart"]) || ledger.situation.systemdUnit {
      checked.depth = 0
    }
    try checked.check()
  }

  /// Writes or removes the start entry, even if the setting stays: somebody else may have changed it.
  /// (T19)
  ///
  /// What systemd starts needs no entry. (T39)
  private func startOnLogin(_ wanted: Bool) {
    guard wanted != ledger.situation.autostart, !wanted || !ledger.situation.systemdUnit else {
      return
    }
    var attempt = 0
    turn.remember {
      $0.autostartTickets += 1
      attempt = $0.autostartTickets
    }
    ledger.emit(
      .autostart(wanted, Ticket(kind: .autostart, row: 0, attempt: attempt)))
  }

  /// Stores the items that a feature has staged.
  package func adoptItems(of feature: any Feature) throws(StoreFailure) {
    guard try feature.adoptStaged() else { return }
    try Explanation(ledger: ledger).noteIntent()
    turn.wasConfigured()
    // An item that stays may have another time. (T2)
    turn.occasionsMoved()
    ledger.changed(.configuration)
    ledger.changed(.state)
  }

  /// Removes content of another identity from the screen and from what is armed. (T29)
  ///
  /// The gate stops what is due. Subjects are forgotten: the next message about one begins it anew, and
  /// shows nothing that the other identity was told.
  private func leaveFormerIdentity() throws(StoreFailure) {
    for var delivery in try ledger.awake() {
      guard try !ledger.isOurs(delivery) else { continue }
      switch delivery.status {
      case .snoozed: try ledger.move(&delivery, to: .shown, .otherIdentity)
      case .scheduled where delivery.isAhead(of: ledger.now): try ledger.disown(&delivery)
      default: continue
      }
    }
    try turn.leftovers.clearOthers()
    try ledger.rows.forgetThreads()
    for feature in turn.features { try feature.subjectsForgotten() }
    turn.occasionsMoved()
    try turn.badge.readAll()
    ledger.stirAll()
    ledger.changed(.threads)
    ledger.changed(.history)
  }

  /// The secrets that settings and items refer to, and those that an undo would bring back, sorted.
  /// (T27)
  package func secretsInUse() throws(StoreFailure) -> [SecretReference] {
    let settings = try ledger.settings
    var secrets = settings.secrets
    for own in ledger.environment.settings { secrets += own.secrets(settings.value(of: own)) }
    for feature in turn.features { secrets += try feature.secrets }
    secrets += try turn.accounts.secrets
    secrets += try Importing(turn: turn).formerSecrets()
    return Set(secrets).sorted()
  }

  /// Forgets the secrets that nothing refers to any more. (T27)
  package func forgetUnused(before: [SecretReference]) throws(StoreFailure) {
    let now = Set(try secretsInUse())
    let unused = before.filter { !now.contains($0) }
    if !unused.isEmpty { ledger.emit(.forget(unused)) }
  }
}

extension Settings {
  /// The secrets that they name.
  package var secrets: [SecretReference] {
    let callbacks = [
      callbacks?.fetchContent, callbacks?.ackDelivery, callbacks?.reportError,
      callbacks?.heartbeat,
    ]
    return callbacks.compactMap(\.self).flatMap(\.secrets) + subscriptions.compactMap(\.token)
      + senders.flatMap(\.secrets)
  }
}

/// Changes of settings and slots: 003's `configure`, and `Set`.
struct Configuring {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }

  /// 003's `configure`: replaces what was configured.
  ///
  /// An absent optional takes its default, slots that stay keep what is theirs. A document with any
  /// fault changes nothing.
  func configure(_ options: String) throws(StoreFailure) -> Answer {
    var settings = try ledger.settings
    let before = settings
    let old = try turn.slots.slots
    let slots: [Slot]
    do throws(Refusal) {
      let document = try Field.document(options, named: "options")
      let members = try document.members(
        known: [
          "times", "slots", "timezone", "ttlSeconds", "prefetchLeadMinutes", "storage",
          "contentTemplate", "callbackProfile",
        ])
      let storage = try members.required("storage", in: document)
      guard ["shared", "private"].contains(try storage.text()) else {
        throw storage.refused("must be shared or private")
      }
      let template = try members.required("contentTemplate", in: document)
      slots = try turn.slots.slots(from: members, in: document, keeping: old)
      let defaults = Settings()
      settings.timezone = defaults.timezone
      settings.ttl = defaults.ttl
      settings.lead = defaults.lead
      settings.callbacks = nil
      try settings.take("contentTemplate", template, zoneExists: zoneExists)
      for key in ["timezone", "ttlSeconds", "prefetchLeadMinutes", "callbackProfile"] {
        guard let field = members.present(key) else { continue }
        try settings.take(key, field, zoneExists: zoneExists)
      }
      try settings.check()
    } catch {
      return .refused(error)
    }
    let secrets = try secretsInUse()
    try adopt(settings, instead: before)
    try adopt(slots, instead: old)
    try forgetUnused(before: secrets)
    return .done(try configurationDocument())
  }

  /// `Set`: an RFC 7396 merge patch over the configuration. (Settings)
  func set(_ patch: String) throws(StoreFailure) -> Answer {
    let before = try ledger.settings
    var settings = before
    let old = try turn.slots.slots
    var slots: [Slot]?
    var namesAutostart = false
    do throws(Refusal) {
      let document = try Field.document(patch, named: "mergePatch")
      var current = before.document
      for (key, value) in try document.object().sorted(by: { $0.key < $1.key }) {
        let field = Field(path: key, value: value)
        if key == "autostart" { namesAutostart = true }
        if key == "slots" {
          slots = try turn.slots.slots(from: [key: field], in: document, keeping: old, atLeast: 0)
          continue
        }
        // A null at the top takes the default back; below, it removes a member, but for a sound,
        // where null is silence.
        let merged = merge(current[key] ?? .null, value, keeping: key == "channels" ? "sound" : nil)
        let fallback = value == .null ? Settings().document[key] ?? merged : merged
        current[key] = fallback
        try settings.take(
          key, Field(path: key, value: fallback), zoneExists: zoneExists)
      }
      try settings.check()
    } catch {
      return .refused(error)
    }
    let secrets = try secretsInUse()
    try adopt(settings, instead: before)
    // The session may have been told otherwise by others; whoever says it again means it. (T19)
    if namesAutostart, settings.autostart != ledger.situation.autostart { writeAutostart(settings) }
    if let slots { try adopt(slots, instead: old) }
    try forgetUnused(before: secrets)
    return .done(try configurationDocument())
  }

  /// Every setting with its value, the slots too.
  func configurationDocument() throws(StoreFailure) -> String {
    var document = try ledger.settings.document
    document.merge(Settings.fixed) { _, fixed in fixed }
    document["slots"] = .array(try turn.slots.slots.map(\.document))
    return JSONValue.object(document).serialized
  }

  private var zoneExists: (String) -> Bool {
    let environment = ledger.environment
    return { environment.zone($0) != nil }
  }

  /// `keeping` names members that null is a value of.
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

  private func adopt(_ settings: Settings, instead before: Settings) throws(StoreFailure) {
    guard settings != before else { return }
    try ledger.store(settings, instead: before)
    turn.wasConfigured()
    if settings.timezone != before.timezone { turn.occasionsMoved() }
    if settings.did != before.did { try turn.leaveFormerIdentity() }
    ledger.changed(.configuration)
    ledger.changed(.state)
  }

  private func writeAutostart(_ settings: Settings) {
    var attempt = 0
    turn.remember {
      $0.autostartTickets += 1
      attempt = $0.autostartTickets
    }
    ledger.emit(
      .autostart(settings.autostart, Ticket(kind: .autostart, row: 0, attempt: attempt)))
  }

  private func adopt(_ slots: [Slot], instead old: [Slot]) throws(StoreFailure) {
    guard slots != old else { return }
    try turn.slots.adopt(slots, instead: old)
    try Explanation(ledger: ledger).noteIntent()
    turn.wasConfigured()
    ledger.changed(.configuration)
    ledger.changed(.state)
  }

  /// The secrets that slots and settings name, sorted. (T27)
  func secretsInUse() throws(StoreFailure) -> [SecretReference] {
    Configuring.secrets(in: try ledger.settings, try turn.slots.slots)
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
    if !unused.isEmpty { ledger.emit(.forget(unused)) }
  }
}

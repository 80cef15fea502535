import CarillonFeatures
import CarillonStore
import Testing

/// Helpers for doors and events.
extension Device {
  /// A door's answer; records an issue if it refuses.
  @discardableResult
  func done(_ question: Question, at location: SourceLocation = #_sourceLocation) -> String {
    switch ask(question) {
    case .done(let reply): return reply.text
    case .refused(let refusal): Issue.record("\(refusal.message)", sourceLocation: location)
    case nil: Issue.record("no answer yet", sourceLocation: location)
    }
    return ""
  }

  /// The reason of a door's refusal; nil if it does not refuse.
  func refusal(_ question: Question) -> Refusal? {
    guard case .refused(let refusal) = ask(question) else { return nil }
    return refusal
  }

  /// What a digest stands for; nil if there is none of that id.
  func digest(_ id: Int64) -> DigestReport? {
    guard case .done(let reply)? = ask(.query(.digest(id: id))) else { return nil }
    return reply.value(as: DigestReport.self)
  }

  func set(_ patch: String, at location: SourceLocation = #_sourceLocation) {
    done(.set(mergePatch: patch), at: location)
  }

  /// Replaces the slots, given as `0800` and the like.
  func setSlots(_ ids: [String], at location: SourceLocation = #_sourceLocation) {
    let slots = ids.compactMap { SlotID($0)?.time }
      .map { #"{"hour":\#($0.hour),"minute":\#($0.minute)}"# }
    set(#"{"slots":[\#(slots.joined(separator: ","))]}"#, at: location)
  }

  func setClock(to instant: Instant) {
    let span = instant - now
    now = instant
    host.send(.situation(.clockSet(span)))
  }

  func fly(to zone: FixedZone) {
    situation.zone = zone.identifier
    host.send(.situation(.zone(zone.identifier)))
  }

  func setServer(_ presence: NotificationServer.Presence) {
    situation.server = presence
    host.send(.situation(.server(presence)))
  }

  func setLocked(_ locked: Bool) {
    situation.locked = locked
    host.send(.situation(.locked(locked)))
  }

  func setFocused(_ focused: Bool) {
    situation.focused = focused
    host.send(.situation(.focused(focused)))
  }

  /// The keyring, as far as secrets are concerned; what is stored is not sealed.
  func setKeyring(_ keyring: Situation.Keyring) {
    situation.keyring = keyring
    host.send(.situation(.keyring(keyring)))
  }

  func setPermitted(_ permitted: Bool) {
    situation.permitted = permitted
    host.send(.situation(.permitted(permitted)))
  }

  func setOnline(_ online: Bool) {
    situation.online = online
    host.send(.situation(.online(online)))
  }

  /// Stops the process until `end`, then starts a new one.
  func off(until end: Instant) {
    crash()
    now = end
    start()
  }

  func status(_ occurrence: String) throws -> Delivery.Status? {
    try delivery(occurrence)?.status
  }

  func reason(_ occurrence: String) throws -> String? { try delivery(occurrence)?.reason?.rawValue }

  /// All deliveries that are over, newest first, as `kind status reason`.
  func outcomes() -> [String] {
    history().map { "\($0.kind) \($0.status)\($0.reason.map { " " + $0 } ?? "")" }
  }
}

extension Device {
  /// Answers the last call, as the server or the watchdog.
  func answer(_ result: NotifyResult) throws {
    let ticket = try #require(calls.last?.ticket)
    host.send(.finished(ticket, .notified(result)))
  }

  func press(_ key: String, on index: Int = 0) {
    respond(.action(key: key, activation: nil), to: index)
  }

  /// The codes of the gate's checks in its last verdict.
  func checks(_ occurrence: String) throws -> [String] {
    let step = try trace(occurrence).last { $0.code == "gate" }
    guard let text = step?.values["checks"], case .array(let checks) = JSONValue(parsing: text)
    else { return [] }
    return checks.compactMap { check in
      guard case .object(let members) = check, case .text(let code) = members["code"] else {
        return nil
      }
      return members["passed"] == .bool(true) ? code : code + "!"
    }
  }
}

extension Device {
  /// A message with this data, in the form that the door accepts.
  func document(_ data: [String: String], id: String? = nil, more: [String: JSONValue] = [:])
    -> String
  {
    var message: [String: JSONValue] = ["data": .object(data.mapValues(JSONValue.text))]
    message["message_id"] = id.map(JSONValue.text)
    message.merge(more) { $1 }
    return JSONValue.object(message).serialized
  }

  /// Pushes a message and returns its verdict, such as `showing` or `skipped duplicate`.
  @discardableResult
  func push(
    _ data: [String: String], id: String? = nil, more: [String: JSONValue] = [:],
    at location: SourceLocation = #_sourceLocation
  ) -> String {
    let text = done(.push(message: document(data, id: id, more: more)), at: location)
    guard case .object(let answer) = JSONValue(parsing: text),
      case .text(let verdict) = answer["verdict"]
    else { return "" }
    guard case .text(let reason) = answer["reason"] else { return verdict }
    return "\(verdict) \(reason)"
  }

  /// The user's response to the last notification that was shown.
  func respond(_ response: Response) throws { respond(response, to: calls.count - 1) }
}

/// Stored texts and states while the keyring is open, and while it is locked. (T28)
extension Device {
  private static let key = [UInt8](repeating: 7, count: 32)

  /// What is stored from now on is sealed, and can be read.
  func unlock() {
    store.useKey(Device.key)
    setKeyring(.open)
  }

  /// What is sealed cannot be read from now on.
  func lock() {
    store.useKey(nil)
    setKeyring(.locked)
  }
}

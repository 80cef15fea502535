import CarillonCore
import Testing

/// Doors and events in the words of the tests.
extension Device {
  /// What a door answers; an issue where it refuses.
  @discardableResult
  func done(_ question: Question, at location: SourceLocation = #_sourceLocation) -> String {
    switch ask(question) {
    case .done(let text): return text
    case .refused(let refusal): Issue.record("\(refusal.message)", sourceLocation: location)
    case nil: Issue.record("no answer yet", sourceLocation: location)
    }
    return ""
  }

  /// Why a door refuses; nil where it does not.
  func refusal(_ question: Question) -> Refusal? {
    guard case .refused(let refusal) = ask(question) else { return nil }
    return refusal
  }

  func set(_ patch: String, at location: SourceLocation = #_sourceLocation) {
    done(.set(mergePatch: patch), at: location)
  }

  /// Makes these the slots, such as `0800`.
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

  func setOnline(_ online: Bool) {
    situation.online = online
    host.send(.situation(.online(online)))
  }

  /// The process is not there until `end`, and begins again then.
  func off(until end: Instant) {
    crash()
    now = end
    start()
  }

  func status(_ occurrence: String) throws -> Delivery.Status? {
    try delivery(occurrence)?.status
  }

  func reason(_ occurrence: String) throws -> String? { try delivery(occurrence)?.reason }

  /// All deliveries that are over, newest first, as `kind status reason`.
  func outcomes() -> [String] {
    history().map { "\($0.kind) \($0.status)\($0.reason.map { " " + $0 } ?? "")" }
  }
}

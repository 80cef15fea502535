import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// `Pause`: begins a pause of ordinary notifications, or ends it. (T20)
struct Pausing {
  let ledger: Ledger

  /// `until` is `20m`, `1h`, `8h`, `tomorrow`, `off`, or an instant. (T37)
  func pause(until: String) throws(StoreFailure) -> Answer {
    let now = ledger.now
    let pause: Pause
    switch until {
    case "20m": pause = Pause(since: now, rule: .span(.minutes(20)))
    case "8h": pause = Pause(since: now, rule: .span(.hours(8)))
    case "1h": pause = Pause(since: now, rule: .span(.hours(1)))
    case "tomorrow": pause = Pause(since: now, rule: .tomorrow)
    case "off": return try endNow()
    default:
      guard let instant = Instant(iso: until) else {
        return .refused(
          Refusal(
            .invalidArgument,
            "until: must be 20m, 1h, 8h, tomorrow, off, or an instant such as "
              + "2026-11-21T18:00:00+01:00"))
      }
      guard instant > now else {
        return .refused(Refusal(.invalidArgument, "until: has passed"))
      }
      pause = Pause(since: now, rule: .instant(instant))
    }
    try ledger.store(pause)
    ledger.changed(.state)
    let zone = ledger.zone
    let end = pause.end(in: zone)
    return .done(
      Reply(
        JSONValue.object([
          "until": .text(end.iso(in: zone)),
          "effectiveUntil": .text((try ledger.endOfHolds(from: now) ?? end).iso(in: zone)),
        ])))
  }

  /// `Pause` with `off`; also where there is no pause.
  private func endNow() throws(StoreFailure) -> Answer {
    if var pause = try ledger.storedPause(), pause.end(in: ledger.zone) > ledger.now {
      pause.ended = ledger.now
      try ledger.store(pause)
      ledger.changed(.state)
    }
    return .done(Reply(JSONValue.object(["until": .null])))
  }
}

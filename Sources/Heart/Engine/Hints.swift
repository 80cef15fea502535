/// What a user ought to know or mend: the notes of the state report. (T5, T19, T21)
struct Hints {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }
  private var words: Words { ledger.environment.words }
  private var situation: Situation { ledger.situation }

  /// Whether a source that needs the network is for one hour a day only: then content is a day old
  /// as soon as one fetch fails. (T5)
  private func hasDailySource() throws(StoreFailure) -> Bool {
    let settings = try ledger.settings
    var hours: [String: Int] = [:]
    for slot in try turn.slots.slots where slot.enabled {
      guard let spec = settings.source(of: slot), !spec.worksOffline else { continue }
      hours[try turn.slots.key(of: spec), default: 0] += 1
    }
    return hours.values.contains(1)
  }

  /// What a user ought to know or mend. (T5, T19, T21)
  func all() throws(StoreFailure) -> [StateReport.Hint] {
    let words = words
    let settings = try ledger.settings
    var hints: [StateReport.Hint] = []
    if ledger.denied {
      hints.append(
        .init(
          code: situation.permitted ? "SCHEDULE_DENIED" : "PERMISSION_DENIED",
          text: ledger.noServerSentence))
    }
    switch situation.keyring {
    case .open: break
    case .locked:
      hints.append(
        .init(
          code: "KEYRING_LOCKED",
          text: words.say(
            "The keyring is locked: new content is stored unencrypted until you unlock it.")))
    case .none where ledger.rows.seals:
      hints.append(
        .init(
          code: "KEYRING_NONE",
          text: words.say(
            "The keyring is gone. Its key is still in use, until Carillon ends.")))
    case .none:
      hints.append(
        .init(
          code: "KEYRING_NONE",
          text: words.say(
            "There is no keyring: content is stored unencrypted, and secrets last for this "
              + "session only.")))
    }
    if let path = situation.databaseSetAside {
      hints.append(
        .init(
          code: "DATABASE_SET_ASIDE",
          text: words.say(
            "The database could not be used, and a new one was begun. The former one is kept: "
              + "{path}", ["path": path])))
    }
    if !settings.autostart {
      hints.append(
        .init(code: "AUTOSTART_OFF", text: words.say("Nothing rings while Carillon is closed.")))
    } else if !situation.autostart {
      hints.append(
        .init(
          code: "AUTOSTART_FAILED",
          text: words.say("Carillon should start with your session, but the start entry is off.")))
    }
    if settings.ttl == .days(1), try hasDailySource() {
      hints.append(
        .init(
          code: "TTL_ONE_DAY",
          text: words.say(
            "After a day offline nothing is shown: content may be 24 hours old at most. "
              + "With ttlSeconds 93600 a single missed fetch does no harm.")))
    }
    if !situation.exact {
      hints.append(
        .init(
          code: "EXACT_ALARM_MISSING",
          text: words.say(
            "This system cannot wake Carillon to the second: hours ring up to 10 minutes late.")))
    } else if settings.exactness == .windowed {
      hints.append(
        .init(
          code: "WINDOWED",
          text: words.say("To save power, hours ring up to 10 minutes late.")))
    }
    return hints
  }
}

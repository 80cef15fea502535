import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The hints of the state report: what the user should know or change. (T5, T19, T21)
struct Hints {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }
  private var words: Words { ledger.environment.words }
  private var situation: Situation { ledger.situation }

  /// What the user should know or change. (T5, T19, T21)
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
            "The keyring is locked. New content is stored unencrypted until you unlock it.")))
    case .none where ledger.rows.seals:
      hints.append(
        .init(
          code: "KEYRING_NONE",
          text: words.say(
            "The keyring is gone. Its key stays in use until Carillon quits.")))
    case .none:
      hints.append(
        .init(
          code: "KEYRING_NONE",
          text: words.say(
            "There is no keyring. Content is stored unencrypted, and secrets are kept for this "
              + "session only.")))
    }
    if let path = situation.databaseSetAside {
      hints.append(
        .init(
          code: "DATABASE_SET_ASIDE",
          text: words.say(
            "The database could not be used, so a new one was created. The previous one is kept: "
              + "{path}", ["path": path])))
    }
    if situation.systemdUnit {
      if situation.autostart {
        hints.append(
          .init(
            code: "AUTOSTART_TWICE",
            text: words.say("Both systemd and a start entry start Carillon. One is enough.")))
      }
    } else if !settings.autostart, !situation.closedTimer.rings {
      hints.append(
        .init(code: "AUTOSTART_OFF", text: words.say("Nothing rings unless Carillon is running.")))
    } else if settings.autostart, !situation.autostart {
      hints.append(
        .init(
          code: "AUTOSTART_FAILED",
          text: words.say("Carillon should start with your session, but the start entry is off.")))
    }
    switch situation.closedTimer {
    case .off, .setting, .set: break
    case .failed:
      hints.append(.init(code: "CLOSED_TIMER_FAILED", text: words.closedTimerFailed))
    case .absent:
      hints.append(.init(code: "CLOSED_TIMER_ABSENT", text: words.closedTimerAbsent))
    }
    for feature in turn.features { hints += try feature.hints() }
    for account in try Reports(turn: turn).accounts() where account.state == .signedOut {
      hints.append(.init(code: "ACCOUNT_SIGNED_OUT", text: "\(account.host): \(account.text)"))
    }
    if !situation.exact {
      hints.append(
        .init(
          code: "EXACT_ALARM_MISSING",
          text: words.say(
            "This system cannot wake Carillon to the second. Hours ring up to 10 minutes late.")))
    } else if settings.exactness == .windowed {
      hints.append(
        .init(
          code: "WINDOWED",
          text: words.say("To save power, hours ring up to 10 minutes late.")))
    }
    return hints
  }
}

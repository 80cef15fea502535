import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The services that the user is signed in to, and what they know of this device. (D1)
extension Reports {
  func accounts() throws(StoreFailure) -> [StateReport.Account] {
    var reports: [StateReport.Account] = []
    for account in turn.accounts.all {
      let state = try turn.accounts.state(of: account)
      guard let service = state.service else { continue }
      let (condition, text) = try condition(of: state)
      reports.append(
        StateReport.Account(
          name: account.name, title: account.title(words), host: service.host ?? "",
          state: condition,
          text: text, syncedAt: state.syncedAt?.iso(in: zone)))
    }
    return reports
  }

  private func condition(
    of state: AccountState
  ) throws(StoreFailure) -> (state: StateReport.Account.State, text: String) {
    if state.signedOutAt != nil, state.tokenIsGone {
      return (
        .signedOut, words.say("Its token is not in the keyring any more. Sign in again.")
      )
    }
    if let since = state.signedOutAt {
      return (
        .signedOut,
        words.say(
          "It has not accepted your token since {moment}. Sign in again.", ["moment": moment(since)]
        )
      )
    }
    if let refused = state.registering {
      return (
        .refused,
        words.say(
          "It did not accept this device ({status}), so it sends nothing here. Carillon tries again "
            + "tomorrow.", ["status": String(refused.status)])
      )
    }
    if let refused = state.listing {
      return (
        .noList,
        refused.status == 200
          ? words.say("It could not say what is open: its answer cannot be read.")
          : words.say(
            "It did not say what is open ({status}).",
            ["status": String(refused.status)])
      )
    }
    if let told = state.told, state.telling == nil {
      return (
        .registered,
        words.say("It has sent its messages here since {moment}.", ["moment": moment(told.at)])
      )
    }
    guard try ledger.endpoint() != nil else {
      return (
        .noAddress,
        words.say(
          "It has no address to send to yet. Choose a distributor, or add a topic.")
      )
    }
    if state.keys == nil || state.telling == nil, situation.keyring == .locked {
      return (.locked, words.say("It is told where to send once the keyring is unlocked."))
    }
    return (.registering, words.say("It is being told where to send."))
  }

  private func moment(_ instant: Instant) -> String {
    words.at(Moment(instant, in: zone), today: zone.wallClock(at: now).date)
  }
}

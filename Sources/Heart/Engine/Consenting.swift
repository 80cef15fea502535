import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Carries out what the user has answered when a button wanted to send somewhere for the first time. (C5)
struct Consenting {
  let turn: Turn

  func settle(
    _ requestID: String, _ action: String, _ consent: ButtonConsent
  ) throws(StoreFailure) -> Answer {
    try turn.buttons.settle(action, of: requestID, consent) {
      (subscription) throws(StoreFailure) in
      let all = try turn.ledger.settings.subscriptions.map {
        $0.identity == subscription.identity ? subscription : $0
      }
      return try Configuring(turn: turn).change(
        Patch(["subscriptions": .array(all.map(\.document))]))
    }
  }
}

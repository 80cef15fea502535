import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The explanation of notifications, given once, after intent. (T22)
struct Explanation {
  let ledger: Ledger

  /// Whether to show it now.
  ///
  /// Intent is an hour that was saved or switched, or a notification that was shown. The window asks, so
  /// this is the first time that it is open after that.
  func isDue() throws(StoreFailure) -> Bool {
    guard try ledger.rows.note(Note.explained) == nil else { return false }
    if try ledger.rows.note(Note.intent) != nil { return true }
    return try ledger.rows.lastDelivery() != nil
  }

  /// Notes that the user saved an hour.
  func noteIntent() throws(StoreFailure) {
    if try ledger.rows.note(Note.explained) == nil { try ledger.rows.setNote(Note.intent, "true") }
  }

  /// Notes that the user has read it.
  func wasRead() throws(StoreFailure) {
    try ledger.rows.setNote(Note.explained, "true")
    try ledger.rows.setNote(Note.intent, nil)
    ledger.changed(.state)
  }
}

import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Notifications are explained after intent, and once. (T22)
struct Explanation {
  let ledger: Ledger

  /// Whether it is time.
  ///
  /// Intent is an hour that was saved or switched, or a notification that was shown. Whoever asks has the
  /// window open, so this is its first opening after one.
  func isDue() throws(StoreFailure) -> Bool {
    guard try ledger.rows.note(Note.explained) == nil else { return false }
    if try ledger.rows.note(Note.intent) != nil { return true }
    return try ledger.rows.lastDelivery() != nil
  }

  /// The user saved an hour.
  func noteIntent() throws(StoreFailure) {
    if try ledger.rows.note(Note.explained) == nil { try ledger.rows.setNote(Note.intent, "true") }
  }

  /// It was read.
  func wasRead() throws(StoreFailure) {
    try ledger.rows.setNote(Note.explained, "true")
    try ledger.rows.setNote(Note.intent, nil)
    ledger.changed(.state)
  }
}

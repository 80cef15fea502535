import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// What the engine remembers only as long as its process lives.
///
/// A fresh engine that is told `.started` decides as this one would, unless a ticket or a caller
/// is open.
struct Memory {
  var ledger = Ledger.Memory()
  var planning = Planning.Memory()
  /// What features keep, by their names.
  var features: [String: any Sendable] = [:]
  var screen = Screen.Memory()
  var pictures = Pictures.Memory()
  var outgoing = Outgoing.Memory()
  var upkeep = Upkeep.Memory()

  /// Who waits for an export, and where it is written, by the row of the ticket.
  var exports: [Int64: (caller: Caller, path: String)] = [:]
  var lastExport: Int64 = 0
  /// Who asked for everything to be deleted, which is the last thing that happens.
  var erasing: Caller?
  var autostartTickets = 0

  // What was last told, so that it is told again only when it differs.
  var armed: [Wake]?
  var attention: Bool?
  var denied: Bool?
  var permitted: Bool?
  var exact: Bool?
}

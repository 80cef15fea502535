import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The engine's state that lives only as long as the process.
///
/// A fresh engine that receives `.started` makes the same decisions, except for open tickets and
/// callers.
struct Memory {
  var ledger = Ledger.Memory()
  var planning = Planning.Memory()
  /// The state of features, by name.
  var features: [String: any Sendable] = [:]
  var resting = Resting.Memory()
  var digests = Digests.Memory()
  var groups = Groups.Memory()
  var away = Away.Memory()
  var screen = Screen.Memory()
  var pictures = Pictures.Memory()
  var outgoing = Outgoing.Memory()
  var carriers = Carriers.Memory()
  var sealed = SealedParcels.Memory()
  var accounts = Accounts.Memory()
  var badge = Badge.Memory()
  var upkeep = Upkeep.Memory()

  /// Why the occasions are late that the next steps take up; nil if all have been. (T18)
  var unfinished: LateCause?
  /// Whether the clock has gone back, and some waits may still begin in the future. (T16)
  var beginsAnew = false
  /// The callers that wait for an export, and its path, by the ticket's row.
  var exports: [Int64: Caller] = [:]
  var lastExport: Int64 = 0
  /// The pairings whose keys are being made or read, by the ticket's row. (C8)
  var pairings: [Int64: Pairing.Open] = [:]
  var lastPairing: Int64 = 0
  /// The test of a carrier that is under way. (C7)
  var carrierTest: CarrierTest.Open?
  var lastCarrierTest: Int64 = 0
  /// The topics being tried, by the ticket's row, and who waits. (C4)
  var topicTrials: [Int64: (topic: TopicSubscription, caller: Caller)] = [:]
  var lastTopicTrial: Int64 = 0
  /// The caller that asked to delete everything; nothing happens after that.
  var erasing: Caller?
  var autostartTickets = 0
  /// When the last tests were asked for.
  var tests: [Instant] = []

  // The last reported values; a value is reported again only if it changes.
  var armed: [Wake]?
  var attention: Bool?
  var denied: Bool?
  var permitted: Bool?
  var exact: Bool?
}

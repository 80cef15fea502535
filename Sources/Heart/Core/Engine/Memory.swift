/// What the engine remembers only as long as its process lives.
///
/// A fresh engine that is told `.started` decides as this one would, unless a ticket or a caller
/// is open.
struct Memory {
  /// Nil until `.started`.
  var situation: Situation?
  var startedAt = Instant.distantPast
  /// Copies of committed rows, dropped when they are written.
  var settings: Settings?
  var slots: [Slot]?
  /// When no hour passes, as long as neither zone nor slots change.
  var lull: Lull?
  /// The note of the pause as it was read last, and what it says.
  var pause: (text: String, pause: Pause?)?
  /// What tells sources apart, as it was written out before.
  var sourceKeys: [FetchSpec: String] = [:]

  /// Who waits to hear what became of a delivery.
  var callers: [Int64: Caller] = [:]
  var pipelines: [Pipeline] = []
  /// Who asked to ring now before there was content, by the fetch that is to bring it.
  var expecting: [(fetch: Int64, slot: String, caller: Caller)] = []
  /// Who tries a source out, by the row of the ticket.
  var trials: [Int64: Caller] = [:]
  var lastTrial: Int64 = 0
  /// Who waits for an export, and where it is written, by the row of the ticket.
  var exports: [Int64: (caller: Caller, path: String)] = [:]
  var lastExport: Int64 = 0
  /// Who asked for everything to be deleted, which is the last thing that happens.
  var erasing: Caller?
  /// Whether the bus has been asked to start the notification server.
  var startingServer = false
  /// Whether that failed; until the server's presence changes it counts as absent.
  var serverWouldNotStart = false
  /// When a call was last handed over: what waits for its turn since then is not late for that. (T18)
  var handedOverAt: Instant?
  /// The delivery whose picture is being put into its notification: a call in flight. (B8)
  var painting: Int64?
  /// Whether that one was closed first, because it could not be replaced.
  var paintsAnew = false
  /// The deliveries whose pictures are being fetched. (B8)
  var fetchingPictures: Set<Int64> = []
  /// What is to go while a call to replace it is under way: closed unless that does. (B11)
  var closesAfterCall: [OnScreen] = []
  /// Whether there may be pictures that came and are not shown yet.
  var mayPaint = false
  /// Network failures until then are no news. (T17)
  var calmUntil: Instant?
  var autostartTickets = 0
  /// Whether the outbox holds anything; nil: to be looked up.
  var outbox: Bool?
  /// Whether what is stored open is being sealed, step by step.
  var sealing = false
  /// Whether old rows are being deleted, step by step.
  var pruning = false

  /// What was last told, so that it is told again only when it differs.
  var armed: [Wake]?
  var attention: Bool?
  var denied: Bool?
  var exact: Bool?

  struct Lull {
    var zone: String
    var from: Instant
    var to: Instant
  }

  /// A `runFullPipelineNow` that waits for its fetches.
  struct Pipeline {
    var caller: Caller
    var open: Set<Int64>
    var results: [JSONValue]
  }
}

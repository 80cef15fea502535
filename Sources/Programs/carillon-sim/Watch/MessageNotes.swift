import CarillonFeatures

/// What the watch has seen of messages, so that it looks at nothing twice.
struct MessageNotes {
  /// How far a brew has come, and the thread that says so.
  struct Stage {
    var rank: Int
    var begun: Instant
    /// The furthest that was ever handed over.
    var shown = -1
    /// Since when only what insists may pop up. (B22)
    var dismissed = false
  }

  var stages: [String: Stage] = [:]
  /// What was handed over and is not answered.
  var comes: (tag: String, rank: Int, begun: Instant)?
  /// The rows that hold a message's own id, and those that said something, with the instant.
  var ids: [String: Int64] = [:]
  var contents: [String: [(row: Int64, at: Instant)]] = [:]
  /// Of what was handed in and never answered nobody knows whether it is stored.
  var unsure: Set<String> = []
  /// What each row is found under above.
  var names: [Int64: (id: String?, content: String)] = [:]

  /// Letters that were handed in and are not answered yet.
  var open: [Int: Letter] = [:]
  var lastNumber = 0
  /// How many deliveries may have come of letters, and how many were seen.
  var accepted = 0
  var unanswered = 0
  var rows = 0
  /// The rows that are not over.
  var live: Set<Int64> = []
  /// Those that must be shown by the end of the calm.
  var mustShow: [Int64] = []
  var lastRow: (id: Int64, tag: String)?
  var lastBrew: String?

  /// When each popped up. (J26)
  var popups: [Int64: Instant] = [:]

  /// When somebody pressed what is a command, by the brew; each allows one.
  var wanted: [String: [Instant]] = [:]
  /// Commands that were sent, by their keys.
  var sent: Set<String> = []
  /// Those that a machine said to have carried out.
  var done: Set<String> = []
  var commands: [Int64: Command] = [:]
  var ended = 0
  /// Those of them whose threads were gone by then.
  var forgotten = 0
  var confirmed = 0

  /// The last event that was told, and those of the calm that must be posted.
  var lastError = ""
  var owedErrors: [(key: String, at: Instant)] = []
}

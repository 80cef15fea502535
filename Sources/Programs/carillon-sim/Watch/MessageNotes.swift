import CarillonFeatures

/// The watch's notes about messages, so that nothing is checked twice.
struct MessageNotes {
  /// The progress of a brew, and the subject it was read from.
  struct Stage {
    var rank: Int
    var begun: Instant
    /// The highest rank that was ever handed over.
    var shown = -1
    /// Whether only alerts and final messages may pop up, after a dismissal. (B22)
    var dismissed = false
  }

  var stages: [String: Stage] = [:]
  /// A call handed over and not answered yet.
  var comes: (tag: String, rank: Int, begun: Instant)?
  /// The rows by message id, and the rows by content with their instants.
  var ids: [String: Int64] = [:]
  var contents: [String: [(row: Int64, at: Instant)]] = [:]
  /// Messages handed in without an answer; they may or may not be stored.
  var unsure: Set<String> = []
  /// The keys of each row in the dictionaries above.
  var names: [Int64: (id: String?, content: String)] = [:]

  /// Letters handed in and not answered yet.
  var open: [Int: Letter] = [:]
  var lastNumber = 0
  /// The number of deliveries that letters may have caused, and the number seen.
  var accepted = 0
  var unanswered = 0
  var rows = 0
  /// The rows that are still live.
  var live: Set<Int64> = []
  /// The rows that must be shown by the end of the calm period.
  var mustShow: [Int64] = []
  var lastRow: (id: Int64, tag: String)?
  var lastBrew: String?

  /// When each row popped up. (J26)
  var popups: [Int64: Instant] = [:]
  /// When calls were made, in order and whatever they showed; those dated after now are dropped. (J26, T16)
  ///
  /// For the throttle, the engine also counts what is left of a group.
  var calls: [Instant] = []

  /// When the user pressed a command button, by tag; each press allows one command.
  var wanted: [String: [Instant]] = [:]
  /// The keys of commands that were sent.
  var sent: Set<String> = []
  /// The keys of commands that a machine reported as done.
  var done: Set<String> = []
  var commands: [Int64: Command] = [:]
  var ended = 0
  /// The ended commands whose subjects were already deleted.
  var forgotten = 0
  /// The successes that a later message of the machine may have told. (B17)
  var told = 0
  var confirmed = 0

  /// The last reported event, and the events of the calm period that must be posted.
  var lastError = ""
  var owedErrors: [(key: String, at: Instant)] = []

  /// Forgets popups that are dated later than now, because the clock has gone back. (J26, T16)
  mutating func forgetPopups(after now: Instant) {
    guard let last = calls.last, last > now else { return }
    calls.removeAll { $0 > now }
    popups = popups.filter { $0.value <= now }
  }
}

import CarillonFeatures

/// The watch's notes about alarms and work orders: what their service said, what the user did, and what the
/// server answered. (D2, D6, D15)
struct AlarmNotes {
  /// What has become of an acknowledgement, by what the server has said.
  enum Report: Hashable {
    case none, waiting, taken, unsent
    case refused(Int)
  }

  /// What is known of one subject, from what was taken in about it.
  struct Known {
    var severity = Saying.Severity.warning
    var status = Saying.Status.active
    /// By the service's clock, but never ahead of the device's.
    var saidAt: Instant
    var title = ""
    var body = ""
    var hasLook = false
    var mayBeUrgent = true
    /// When its subject began: another one of the same name is another subject.
    let begun: Instant
    /// False after a crash or a lost key, when nobody can know what was taken in.
    var isSure = true
    /// The rows of its last message, and of the last one that was news.
    var lastRow: Int64 = 0
    var newsRow: Int64 = 0
    var heardAt: Instant {
      didSet { silentFrom = nil }
    }
    /// Since when nothing was heard of it, if the clock has gone back since then. (T16)
    var silentFrom: Instant?
    /// The check before which it was heard of.
    var heardIn = 0
    /// Whether news of it has not been shown yet.
    var owesAttention = false
    /// Whether a list has said something since of which no message tells.
    var isListed = false
    /// When a list last said something of it.
    var listedAt = Instant.distantPast
    /// Whether a list has told news of a work order that the user has not heard of yet. (D9)
    var isUnheard = false
    /// Whether its last news was that it was raised anew.
    var isAnew = false
    var report = Report.none
    /// When the server has taken the acknowledgement.
    var takenAt: Instant?

    /// Whether what is said to be active at `saidAt` is more than what was acknowledged. (D2)
    func isOutlived(by saidAt: Instant, at now: Instant) -> Bool {
      guard status == .active, report == .taken, let takenAt else { return false }
      if takenAt - now >= .hours(1) { return true }
      return saidAt > takenAt && now - takenAt >= .hours(1)
    }

    /// When the user put it off, and for how long; nil if it is not. (D14)
    var snooze: (at: Instant, length: Span)?
    /// Since when it waits to be shown again; nil if it is not to be.
    var since: Instant?
    /// How often it was shown again.
    var count = 0
    /// Whether no clock, setting or process has changed since.
    var isTimed = true
    /// Whether nothing that the watch does not follow may have ended it.
    var mustComeAgain = true
    /// When something of it was last seen waiting to be shown, which stands for one that comes again.
    var wasComing = Instant.distantPast

    /// Whether it asks for somebody.
    var isOpen: Bool {
      guard status == .active else { return false }
      return switch report {
      case .none, .unsent, .refused: true
      case .waiting, .taken: false
      }
    }

    /// The wait for being shown again begins.
    mutating func begin(at now: Instant) {
      since = isOpen && severity == .critical ? now : nil
      snooze = nil
      count = 0
      isTimed = true
      mustComeAgain = mayBeUrgent
    }
  }

  /// A press that acknowledges an alarm.
  struct Press {
    let tag: String
    let at: Instant
    /// Nil until it is posted.
    var key: String?
    /// Whether it has ended: taken, refused, or nobody was signed in.
    var isOver = false
    /// Whether it need not be sent, because its alarm was raised anew since; or may have ended, because its answer came
    /// while the store refused.
    var mayBeForgotten = false
  }

  /// What the server and the account did since the last check.
  enum News {
    case posted(key: String, id: String)
    case answered(key: String, PostResult)
    /// It was answered while the store refused: it may end at any time.
    case mayBeAnswered(key: String)
    /// A list was answered; `isSure`: it is certain to be taken in.
    case listed([Saying], isSure: Bool)
    case signedOut
  }

  /// What a list says, and who asks for it.
  struct List {
    let sayings: [Saying]
    let token: HeaderValue?
  }

  /// A call since the last check.
  struct Call {
    let call: NotifyCall
    let delivery: Delivery
  }

  var known: [String: Known] = [:]
  /// By the id of the alarm, which is all that the server hears.
  var presses: [String: [Press]] = [:]
  /// How often each id was acknowledged while its alarm could not be read: each press may be posted. (T28)
  var blindPresses: [String: Int] = [:]
  /// The keys that were posted for each id.
  var keys: [String: [String]] = [:]
  var tickets: [Ticket: String] = [:]
  /// What the lists will say that were asked for.
  var lists: [Ticket: List] = [:]
  var news: [News] = []
  var calls: [Call] = []
  /// What may have happened to reports since the last check.
  var steps: [String: [ReportStep]] = [:]
  /// Whether nobody is signed in any more, and what was not sent has yet to end.
  var endsPresses = false
  /// The subjects whose state is to be compared.
  var touched: Set<String> = []
  /// The subjects that are acted upon through a door, without an answer so far.
  var acts: [String] = []
  /// The rows of what the topic brought, as far as that was heard.
  var entries: Set<Int64> = []
  /// When its rows were last needed.
  private var needed: [String: Instant] = [:]
  /// The number of checks.
  var checks = 0
  /// When it was last looked for alarms that may be over.
  private var silenceLookedAt: Instant?
  /// Whether a sound was played since the last check.
  var played = false
  /// The row for which Carillon has to play a sound itself in this event.
  var mustPlay: Int64?
  /// The rows that show something again.
  var again: Set<Int64> = []

  /// Whether its rows may be needed still, to show it again: it waits for that, or for what its server says, or
  /// did so not long ago. (D15)
  func isNeeded(_ tag: String, at now: Instant) -> Bool {
    guard let last = needed[tag] else { return false }
    return abs((now - last).milliseconds) < 3 * 86_400_000
  }

  /// Notes which are needed now.
  mutating func noteNeeded(at now: Instant) {
    for (tag, known) in known where known.since != nil || known.report == .waiting {
      needed[tag] = now
    }
  }

  /// Whether a list since the last check has told of it.
  func wasJustListed(_ tag: String) -> Bool {
    news.contains { news in
      if case .listed(let sayings, _) = news { sayings.contains { $0.tag == tag } } else { false }
    }
  }

  /// Nobody can know what became of it.
  mutating func doubt(_ tag: String) { known[tag]?.isSure = false }

  /// What was not heard of for so long may be over, also if the clock goes back later. (D15)
  mutating func doubtSilent(at now: Instant) {
    if let silenceLookedAt, silenceLookedAt <= now, now - silenceLookedAt < .hours(1) { return }
    silenceLookedAt = now
    for (tag, alarm) in known where now - (alarm.silentFrom ?? alarm.heardAt) > .days(28) {
      known[tag]?.isSure = false
      known[tag]?.since = nil
      known[tag]?.snooze = nil
      known[tag]?.owesAttention = false
    }
  }

  /// Notes that a subject, of any kind, waited until now to be shown again.
  mutating func noteWaited(_ tag: String, until now: Instant) { needed[tag] = now }

  /// Only the last ones are kept.
  mutating func forgetOld(at now: Instant) {
    guard known.count > 200 else { return }
    known = known.filter { abs((now - $0.value.heardAt).milliseconds) < 86_400_000 * 40 }
    guard known.count > 400 else { return }
    known = known.filter { abs((now - $0.value.heardAt).milliseconds) < 86_400_000 * 3 }
  }
}

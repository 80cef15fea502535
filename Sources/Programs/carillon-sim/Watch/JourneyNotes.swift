import CarillonFeatures

/// The watch's notes about journeys: what was said of each on each date, what the user did, here and
/// elsewhere, and what was told. (J5–J28)
struct JourneyNotes {
  /// How far the user has come.
  enum Stage: Int, Comparable {
    case planned, announced, active, cancelled, done

    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  /// By the timetable, on one date.
  struct Timetable: Equatable {
    var departure: Instant
    var walk: Span
    var arrival: Instant?
    /// When the user wants to be there; nil if they do not say.
    var target: Instant?

    /// When it is time to leave.
    var leave: Instant { departure - walk }
  }

  /// The next departure of a journey.
  struct Next {
    let journey: Journey
    let date: LocalDate
    let leave: Instant

    var tag: String { Watch.tag(of: journey.id, on: date) }
  }

  /// What is known of a journey on one date, from what was taken in about it.
  struct Known {
    let table: Timetable
    /// When its subject began: another one of the same name is another subject.
    let begun: Instant
    var departure: Instant
    var arrival: Instant?
    /// The departure that the user was told last; nil if that is not certain.
    var told: Instant?
    /// Whether the last that was told was an urgent delay.
    var wasUrgent = false
    /// All other ways that were ever named, and those that were named last.
    var ways: Set<TripSaying.Way> = []
    var isCancelled = false
    /// Whether the user has chosen another way, or may have one in place of a vehicle that does not run.
    var mayGoOtherwise = false
    var stage = Stage.planned
    /// By the service's clock, but never ahead of the device's.
    var saidAt = Instant.distantPast
    /// When the user last started or cancelled it, on any device.
    var actedAt: Instant?
    /// What the user did, here or elsewhere, so that they need not be told to leave; nil if nothing.
    var dealtWith: String?
    /// False when nobody can know what was taken in.
    var isSure = true
    /// False once its subject may have been lost with a key. (T28)
    var isReadable = true
    var heardAt: Instant

    init(_ table: Timetable, begun: Instant, at now: Instant) {
      self.table = table
      self.begun = begun
      departure = table.departure
      arrival = table.arrival
      told = table.departure
      heardAt = now
    }

    var leave: Instant { departure - table.walk }

    /// From when on nothing is told of its vehicle; who need not walk has a minute.
    var goneAt: Instant { max(departure, leave + .minutes(1)) }

    /// When nothing more is told of it; nil if that depends on which way is taken.
    var end: Instant? { mayGoOtherwise || isCancelled && !ways.isEmpty ? nil : earliestEnd }

    /// The same whichever way is taken.
    var earliestEnd: Instant {
      var end = departure + .hours(1)
      if let arrival, arrival >= departure { end = arrival + .minutes(10) }
      guard mayGoOtherwise || isCancelled else { return end }
      return ways.reduce(end) { min($0, $1.arrival + .minutes(10)) }
    }

    /// When the vehicles depart that the user may take.
    var departures: [Instant] {
      var all = isCancelled ? [] : [departure]
      if isCancelled || mayGoOtherwise { all += ways.map(\.departure) }
      return all
    }

    /// When it is time to leave for one of them.
    var leaves: [Instant] {
      var all = isCancelled ? [] : [leave]
      if isCancelled || mayGoOtherwise { all += ways.map(\.leave) }
      return all
    }
  }

  /// A call since the last check.
  struct Call {
    let call: NotifyCall
    let delivery: Delivery
    /// The member that was told last, if it stands for several.
    let newest: Delivery?
    /// Whether something urgent is among what it stands for.
    let isUrgent: Bool
    let at: Instant
    /// Whether it tells again what was told, because of a snooze, an adjustment, or of what is left of a group.
    let isRepetition: Bool
    /// Whether it is told again because a snooze has ended.
    let isReturn: Bool
  }

  /// What another device has said last of a subject.
  struct Elsewhere {
    var rank: Int
    var at: Instant
  }

  var known: [String: Known] = [:]
  /// The rows that told that it is time to leave, and when their subject began.
  var departures: [String: (begun: Instant?, rows: [Int64])] = [:]
  var elsewhere: [String: Elsewhere] = [:]
  /// The subjects of which something was said, or with which something was done.
  var touched: Set<String> = []
  /// The subjects that are acted upon through a door, without an answer so far.
  var acts: [String] = []
  var calls: [Call] = []
  /// What this device is called among those of the user.
  var ownNames: Set<String> = []
  /// The subjects that the user has dealt with since the last check.
  var dealt: Set<String> = []

  /// By subject, the last message by which another device acknowledged all that had come before it.
  ///
  /// What is being shown meanwhile is not tried again. (J28)
  var acknowledged: [String: Int64] = [:]
  /// The rows that messages about journeys have made since the last check.
  var letters: Set<Int64> = []

  /// The subjects of which something may have been taken in before anything was known.
  private(set) var unsure: Set<String> = []

  /// Nobody can know what became of it.
  mutating func doubt(_ tag: String) {
    known[tag]?.isSure = false
    unsure.insert(tag)
  }

  /// The same for what a message is about; without a date, another one may be meant.
  mutating func doubt(_ saying: TripSaying) {
    for days in (saying.date == nil ? -2...2 : 0...0) as ClosedRange<Int64> {
      doubt(Watch.tag(of: saying.journey, on: saying.meant.adding(days: days)))
    }
  }

  /// Whether the user has not been told to leave yet, by all that is known.
  func isPlanned(_ tag: String) -> Bool {
    if unsure.contains(tag) { return false }
    return known[tag].map { $0.isSure && $0.stage == .planned } ?? true
  }

  mutating func doubtAll() {
    for tag in known.keys { known[tag]?.isSure = false }
  }

  /// Only the last ones are kept.
  mutating func forgetOld(at now: Instant) {
    guard known.count > 300 else { return }
    let kept = known.filter { abs((now - $0.value.heardAt).milliseconds) < 86_400_000 * 20 }
    guard kept.count < known.count else { return }
    known = kept
    departures = departures.filter { kept[$0.key] != nil }
    unsure = unsure.filter { kept[$0] != nil }
  }
}

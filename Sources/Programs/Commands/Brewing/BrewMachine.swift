import CarillonEngine

/// An espresso machine, reduced to its messages and commands. (000, B17)
///
/// A pure model: the caller provides the time, which starts at zero, and sends the returned
/// messages. Commands are passed to ``obey(_:at:)``.
struct BrewMachine {
  enum Stage: String, CaseIterable {
    case heating, grinding, preInfusion, brewing, complete
  }

  /// The user's settings; they apply to brews that begin afterwards.
  struct Profile: Equatable {
    var grind = 10.0
    var dose = 18.0
    var temperature = 93.0
    var pressure = 9.0
    var preInfusion = 8.0
  }

  /// One push message.
  struct Report: Equatable {
    /// The seconds since the brew began.
    let second: Int
    let stage: Stage
    /// Whether it is the first of its stage.
    let isNews: Bool
    let text: String
  }

  /// The first part of every brew's id.
  let name: String
  /// The time between two messages of a changing stage, on the machine's clock.
  let interval: Span
  /// The language of its messages and answers.
  let words: Words

  private(set) var profile = Profile()
  private(set) var brew = 1
  private(set) var stage = Stage.heating
  private(set) var isOn = false
  /// When the stage began; moved forward by the length of pauses.
  private(set) var began = Instant(milliseconds: 0)
  private(set) var brewBegan = Instant(milliseconds: 0)
  private(set) var pausedAt: Instant?
  /// The length of this brew's pre-infusion.
  private(set) var soaking = Span.seconds(8)
  /// The length of this brew's extraction, once it is over.
  private(set) var shot: Span?
  private var reportAt = Instant(milliseconds: 0)
  private var count = 0

  /// A machine that is off until it is started.
  init(name: String, interval: Span = .seconds(1), words: Words = .english) {
    self.name = name
    self.interval = interval
    self.words = words
  }

  var brewID: String { brew == 1 ? name : "\(name)-\(brew)" }

  /// Whether this machine made the brew with this id.
  func made(_ id: String) -> Bool {
    (1...brew).contains { id == ($0 == 1 ? name : "\(name)-\($0)") }
  }

  /// When the next message is due, unless a command comes first; nil while it is off.
  var nextMoment: Instant? {
    guard isOn else { return nil }
    if let pausedAt { return pausedAt + BrewMachine.longestPause }
    return min(reportAt, end)
  }

  /// A paused grinder resumes by itself after this.
  static let longestPause = Span.seconds(10)
  static let extraction = Span.seconds(28)

  /// The length of a stage.
  func length(of stage: Stage) -> Span {
    switch stage {
    case .heating: .seconds(30)
    case .grinding: .seconds(15)
    case .preInfusion: soaking
    case .brewing: BrewMachine.extraction
    case .complete: .zero
    }
  }

  /// Whole seconds since the brew began.
  func second(at now: Instant) -> Int { Int((now - brewBegan).milliseconds / 1000) }

  private var end: Instant { began + length(of: stage) }
}

// MARK: Time

extension BrewMachine {
  /// Begins a brew; returns its first message.
  mutating func start(at now: Instant) -> Report {
    isOn = true
    brewBegan = now
    soaking = .milliseconds(Int64(profile.preInfusion * 1000))
    shot = nil
    count = 0
    return enter(.heating, at: now)
  }

  /// Advances the time; returns the messages due, in order.
  mutating func advance(to now: Instant) -> [Report] {
    var reports: [Report] = []
    while let moment = nextMoment, moment <= now {
      if pausedAt != nil {
        reports.append(resume(at: moment))
      } else if moment < end {
        reports.append(report(at: moment))
      } else {
        reports.append(enter(stage.next, at: moment))
      }
    }
    return reports
  }

  mutating func enter(_ next: Stage, at now: Instant) -> Report {
    if stage == .brewing, next == .complete { shot = now - began }
    stage = next
    began = now
    pausedAt = nil
    if next == .complete { isOn = false }
    return report(at: now, isNews: true)
  }

  mutating func resume(at now: Instant) -> Report {
    if let paused = pausedAt { began = began + (now - paused) }
    pausedAt = nil
    return report(at: now)
  }

  mutating func pause(at now: Instant) -> Report {
    pausedAt = now
    return report(at: now)
  }

  /// Ends the brew without a result.
  mutating func cancel() {
    isOn = false
    pausedAt = nil
  }

  /// Switches off; returns a last message if a brew was in progress, with only a button to view it.
  /// (B17)
  mutating func switchOff(at now: Instant) -> Report? {
    guard isOn else { return nil }
    isOn = false
    pausedAt = nil
    stage = .complete
    count += 1
    return Report(
      second: second(at: now), stage: stage, isNews: true, text: lastWord(count).serialized)
  }

  mutating func soakLonger(by more: Span) {
    soaking = .milliseconds(soaking.milliseconds + more.milliseconds)
  }

  mutating func set(_ profile: Profile) {
    self.profile = profile
  }

  /// Begins the next brew, with a new id.
  mutating func startNext(at now: Instant) -> Report {
    brew += 1
    return start(at: now)
  }

  /// What a message says besides its values.
  enum Saying {
    case usual
    /// Pre-infusion takes longer now.
    case extended
    /// Nobody obeys the machine's buttons any more.
    case leaving
  }

  /// The message for this moment.
  mutating func report(
    at now: Instant, isNews: Bool = false, says saying: Saying = .usual
  ) -> Report {
    // Heating and grinding change slowly, so they are reported less often.
    let pace: Int64 = stage == .heating || stage == .grinding ? 5 : 1
    reportAt = now + .milliseconds(interval.milliseconds * pace)
    count += 1
    return Report(
      second: second(at: now), stage: stage, isNews: isNews,
      text: message(number: count, after: (pausedAt ?? now) - began, saying).serialized)
  }

  /// The last message before nobody obeys any more: it has only a button to view the brew. (B17)
  mutating func leave(at now: Instant) -> Report? {
    if isOn { return switchOff(at: now) }
    return stage == .complete && shot != nil ? report(at: now, says: .leaving) : nil
  }
}

extension BrewMachine.Stage {
  var next: BrewMachine.Stage {
    switch self {
    case .heating: .grinding
    case .grinding: .preInfusion
    case .preInfusion: .brewing
    case .brewing, .complete: .complete
    }
  }
}

import CarillonEngine

/// An espresso machine, as far as its messages and its buttons go. (000, B17)
///
/// A pure model: whoever drives it says what time it is by the machine's own clock, which begins at
/// zero, and hands on the messages it answers. Commands come by ``obey(_:at:)``.
struct BrewMachine {
  enum Stage: String, CaseIterable {
    case heating, grinding, preInfusion, brewing, complete
  }

  /// What its user may set; holds for the brews that begin afterwards.
  struct Profile: Equatable {
    var grind = 10.0
    var dose = 18.0
    var temperature = 93.0
    var pressure = 9.0
    var preInfusion = 8.0
  }

  /// One push message.
  struct Report: Equatable {
    /// Since the brew began.
    let second: Int
    let stage: Stage
    /// Whether it is the stage's first.
    let isNews: Bool
    let text: String
  }

  /// What the first part of every brew's id is.
  let name: String
  /// Between two messages of a stage that moves; one second as the machine's clock goes.
  let interval: Span

  private(set) var profile = Profile()
  private(set) var brew = 1
  private(set) var stage = Stage.heating
  private(set) var isOn = false
  /// When the stage began; moves on by as long as it was paused.
  private(set) var began = Instant(milliseconds: 0)
  private(set) var brewBegan = Instant(milliseconds: 0)
  private(set) var pausedAt: Instant?
  /// How long this brew's pre-infusion takes.
  private(set) var soaking = Span.seconds(8)
  /// How long this brew's extraction took, once it is over.
  private(set) var shot: Span?
  private var reportAt = Instant(milliseconds: 0)
  private var count = 0

  /// A machine that is off until it is started.
  init(name: String, interval: Span = .seconds(1)) {
    self.name = name
    self.interval = interval
  }

  var brewID: String { brew == 1 ? name : "\(name)-\(brew)" }

  /// Whether the brew of this id was made here, now or before.
  func made(_ id: String) -> Bool {
    (1...brew).contains { id == ($0 == 1 ? name : "\(name)-\($0)") }
  }

  /// When it has something to say next, unless it is told something; nil while it is off.
  var nextMoment: Instant? {
    guard isOn else { return nil }
    if let pausedAt { return pausedAt + BrewMachine.longestPause }
    return min(reportAt, end)
  }

  /// A grinder that nobody switches on again goes on by itself.
  static let longestPause = Span.seconds(10)
  static let extraction = Span.seconds(28)

  /// How long a stage takes.
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
  /// Begins a brew; its first message.
  mutating func start(at now: Instant) -> Report {
    isOn = true
    brewBegan = now
    soaking = .milliseconds(Int64(profile.preInfusion * 1000))
    shot = nil
    count = 0
    return enter(.heating, at: now)
  }

  /// Lets time pass; what it has to say of it, in order.
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

  /// Its brew has ended without a cup.
  mutating func cancel() {
    isOn = false
    pausedAt = nil
  }

  /// Its last word, if a brew is under way: what it offers then is to look at it. (B17)
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

  /// Begins the next brew, under an id of its own.
  mutating func startNext(at now: Instant) -> Report {
    brew += 1
    return start(at: now)
  }

  /// What it says at this moment.
  mutating func report(at now: Instant, isNews: Bool = false) -> Report {
    // What only gets warmer or finer is no news every second.
    let pace: Int64 = stage == .heating || stage == .grinding ? 5 : 1
    reportAt = now + .milliseconds(interval.milliseconds * pace)
    count += 1
    return Report(
      second: second(at: now), stage: stage, isNews: isNews,
      text: message(number: count, after: (pausedAt ?? now) - began).serialized)
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

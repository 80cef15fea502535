package import CarillonEngine

/// The registration with a UnifiedPush distributor, as a machine that is told what happened and says
/// what to do. (C3, C6)
///
/// It calls nobody and reads no clock; whoever drives it calls ``handle(_:at:jitter:)`` with `.woke` at
/// its ``deadline``, and drops the call under way as soon as it is not ``State/registering`` any more.
package struct UnifiedPushRegistration: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// Not wanted.
    case off
    /// There is no distributor, or not the one that is set.
    case absent
    /// Asked, and not answered yet.
    case registering
    /// The distributor has agreed; its endpoint is still to come.
    case accepted(at: Instant)
    case registered(since: Instant)
    case waiting(until: Instant)
    /// Only the user or another process of the distributor can help.
    case blocked
  }

  package typealias Trouble = RegistrationTrouble
  package typealias Reason = RegistrationTrouble.Reason

  package enum Version: Int, Hashable, Sendable {
    case first = 1
    case second
  }

  /// What the user has set.
  package struct Wish: Hashable, Sendable {
    package var setting: DistributorSetting
    /// The public key of the only sender, in Base64URL; nil for any sender.
    package var vapid: String?

    package init(_ setting: DistributorSetting, vapid: String? = nil) {
      self.setting = setting
      self.vapid = vapid
    }
  }

  /// What a former process has left.
  package struct Memory: Hashable, Sendable {
    /// The distributor that was in use.
    package var distributor: String?
    /// The endpoint that was reported last.
    package var endpoint: String?
    /// Since when no message could come; nil if they could, or if there was never a registration.
    package var deafSince: Instant?

    package init(distributor: String? = nil, endpoint: String? = nil, deafSince: Instant? = nil) {
      self.distributor = distributor
      self.endpoint = endpoint
      self.deafSince = deafSince
    }
  }

  /// A time in which no message could come. (C6)
  package struct Outage: Hashable, Sendable {
    package var from: Instant
    package var to: Instant
    package var why: Trouble?
  }

  package enum Answer: Hashable, Sendable {
    case succeeded
    case refused(Reason)
    /// It does not know the method, in this version.
    case unknownMethod
    case silent
    case failed
  }

  package enum Event: Hashable, Sendable {
    case started(Wish, after: Memory)
    /// The program ends; the registration stays.
    case stopped
    /// The deadline has come.
    case woke
    /// Another wish, or, with the same one, another try.
    case configured(Wish)
    case found(Distributors)
    /// Who owns the name of ``distributor``: told once soon after that has changed, and whenever the
    /// owner changes.
    case owner(String?)
    case answered(Answer)
    /// Empty if it is lost; from the owner of the distributor's name only, like the next.
    case endpoint(String)
    case unregistered
    case resumed
    case networkBack
  }

  package enum Command: Hashable, Sendable {
    /// Ends the call before, if that is still under way.
    case register(at: String, Version, vapid: String?)
    case unregister(at: String, Version)
  }

  package enum EndpointChange: Hashable, Sendable {
    case new(String)
    case lost
  }

  /// What follows from an event.
  package struct Step: Hashable, Sendable {
    /// In this order.
    package var commands: [Command] = []
    package var endpoint: EndpointChange?
    /// The outage that has just ended.
    package var over: Outage?
  }

  package internal(set) var state = State.off
  package internal(set) var wish = Wish(.off)
  /// The distributor in use, also while it is away.
  package internal(set) var distributor: String?
  /// Since when no message can come; nil while registered, and when it is off.
  package internal(set) var deafSince: Instant?
  /// Nil while registered, and before anything has failed.
  package internal(set) var trouble: Trouble?

  /// What the distributor has told last.
  var endpoint: String?
  /// What was reported last, when, and when the next is due.
  var reported: String?
  var reportedAt = Instant.distantPast
  var reportAt: Instant?
  /// Nil until they are listed.
  var distributors: Distributors?
  var owner: String?
  /// Whether ``owner`` was told since ``distributor`` was chosen.
  var isOwnerKnown = false
  var version = Version.second
  var askedAt = Instant.distantPast
  /// Whether the endpoint was told since.
  var isTold = false
  var failures = 0
  /// When the back-off allows the next call.
  var notBefore = Instant.distantPast
  var missingSince: Instant?
  /// Whether it was ever registered: before that there was no outage.
  var wasHeard = false

  package static let shortestWait = Span.seconds(5)
  package static let longestWait = Span.seconds(120)
  /// If the distributor misses the network, and nobody says that it is back.
  package static let networkWait = Span.minutes(15)
  /// Between two calls, whatever happens.
  package static let leastGap = Span.seconds(2)
  /// How long an answer may take.
  ///
  /// A distributor without a network may answer only once that is back, and keeps every call until
  /// then. A distributor that has gone ends its calls at once.
  package static let patience = Span.minutes(5)
  /// How long the endpoint may take after the answer.
  package static let endpointPatience = Span.seconds(30)
  /// A registration that has lasted so long makes up for the failures before.
  package static let steady = Span.minutes(10)
  /// How long a distributor may be away before another one is taken: it may start later than we do, or
  /// be updated.
  package static let grace = Span.minutes(1)
  /// How long an endpoint may be replaced before it is reported, because a new one often follows a loss at
  /// once, and how far reports are apart.
  package static let settling = Span.milliseconds(50)
  package static let reportGap = Span.seconds(1)

  package init() {}

  /// When to send `.woke`; nil if nothing is due by itself.
  package var deadline: Instant? {
    let next: Instant? =
      switch state {
      case .off, .absent, .registered, .blocked: nil
      case .registering: askedAt + Self.patience
      case .accepted(let at): at + Self.endpointPatience
      case .waiting(let until): until
      }
    return [next, reportAt, replacementAt].compactMap(\.self).min()
  }

  /// When the distributor is asked next; nil if that depends on others.
  package var nextTry: Instant? {
    if case .waiting(let until) = state { until } else { nil }
  }

  /// Whether the endpoint that counts has been reported.
  package var hasReported: Bool { endpoint != nil && reported == endpoint }

  package var registeredSince: Instant? {
    if case .registered(let since) = state { since } else { nil }
  }

  /// `jitter` is a random number from 0 to 1.
  package mutating func handle(_ event: Event, at now: Instant, jitter: Double) -> Step {
    followClock(to: now)
    var step = Step()
    switch event {
    case .started(let wish, let memory): begin(wish, memory, at: now, &step)
    case .stopped: self = UnifiedPushRegistration()
    case .configured(let wish): configure(wish, at: now, &step)
    case .found(let found):
      if state != .off { distributors = found }
    default:
      guard state != .off, distributor != nil || event == .woke else { break }
      happen(event, at: now, jitter, &step)
    }
    settle(at: now, &step)
    return step
  }

  private mutating func happen(
    _ event: Event, at now: Instant, _ jitter: Double, _ step: inout Step
  ) {
    switch event {
    case .owner(let owner): owned(by: owner, at: now, jitter)
    case .answered(let answer): answered(answer, at: now, jitter, &step)
    case .endpoint(let endpoint): told(endpoint, at: now, jitter, &step)
    case .unregistered: forgotten(at: now, jitter)
    case .resumed, .networkBack:
      if case .waiting = state { askAgain(at: now) }
    case .woke:
      guard let deadline, deadline <= now else { return }
      switch state {
      case .registering where askedAt + Self.patience <= now:
        answered(.silent, at: now, jitter, &step)
      case .accepted(let at) where at + Self.endpointPatience <= now:
        fall(.silent, at: now, jitter)
      default: break
      }
    default: break
    }
  }

  /// The clock may have been set back.
  private mutating func followClock(to now: Instant) {
    askedAt = min(askedAt, now)
    reportedAt = min(reportedAt, now)
    notBefore = min(notBefore, now + Self.longestWait)
    deafSince = deafSince.map { min($0, now) }
    missingSince = missingSince.map { min($0, now) }
    reportAt = reportAt.map { min($0, now + Self.reportGap) }
    switch state {
    case .waiting(let until):
      let longest = trouble == .refused(.network) ? Self.networkWait : Self.longestWait
      state = .waiting(until: min(until, now + longest))
    case .accepted(let at): state = .accepted(at: min(at, now))
    case .registered(let since): state = .registered(since: min(since, now))
    case .off, .absent, .registering, .blocked: break
    }
  }
}

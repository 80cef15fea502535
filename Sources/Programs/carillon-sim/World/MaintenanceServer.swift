import CarillonFeatures

/// The maintenance system that the user of a life may be signed in to. (D1, D6)
struct MaintenanceServer {
  static let address = "https://plant.example"

  /// Until when it has no time for anybody.
  var busyUntil = Instant.distantPast
  /// The tokens up to this one count no more.
  var lastInvalidToken = 0
  /// What it has said to each key, which it says again: it acts only once.
  private var said: [String: Int] = [:]
  /// What it has said of its alarms and work orders, and what it will say within the hour.
  private var sayings: [(at: Instant, saying: Saying)] = []

  /// No outage lasts longer, whatever has become of the clock.
  private static let longestOutage = Span.hours(12)

  func counts(_ token: SecretReference) -> Bool {
    Int(token.id.drop { !$0.isNumber }).map { $0 > lastInvalidToken } ?? false
  }

  /// Notes what it says, which may be lost on its way.
  mutating func says(_ saying: Saying, at instant: Instant) {
    sayings.append((instant, saying))
    if sayings.count > 120 { sayings.removeFirst(60) }
  }

  /// What it knows now of the subjects of a kind, by its last words about each. (D9)
  func knows(of kind: String, at now: Instant) -> [Saying] {
    var known: [String: Saying] = [:]
    let past = sayings.filter { $0.saying.kind == kind && $0.at <= now }
    for (_, saying) in past.sorted(by: { $0.at < $1.at }) {
      var saying = saying
      saying.severity = saying.severity ?? known[saying.tag]?.severity
      known[saying.tag] = saying
    }
    return known.values.sorted { $0.tag < $1.tag }.suffix(12)
  }

  /// Its answer to an acknowledgement; `isFair`: it works as it should.
  mutating func answer(
    _ job: PostJob, at now: Instant, isFair: Bool, _ random: inout SplitMix
  ) -> PostResult {
    guard case .token(let token)? = job.spec.headers["Authorization"], counts(token) else {
      return .answered(status: 401, retryAfter: nil)
    }
    let isBusy = now < busyUntil && busyUntil - now < MaintenanceServer.longestOutage
    if isBusy, !isFair {
      return random.pick([
        .answered(status: 500, retryAfter: nil), .answered(status: 503, retryAfter: .minutes(2)),
        .answered(status: 429, retryAfter: .hours(1)), .failed(FetchFailure(.timeout)),
        .unsent(FetchFailure(.unreachable)),
      ])
    }
    let status =
      said[job.key] ?? random.pick(isFair ? [200, 204, 204, 409] : [200, 204, 204, 409, 404, 410])
    said[job.key] = status
    // It has acted, and nobody hears of it.
    if !isFair, random.once(in: 8) { return .failed(FetchFailure(.timeout)) }
    return .answered(status: status, retryAfter: nil)
  }
}

import CarillonText
package import CarillonTime

/// Statistics on the push messages within the retention period, which are sent nowhere. (B29)
///
/// Only single events are, if the user has named an address. (D12)
package struct MetricsReport: Hashable, Codable, Sendable {
  /// The median and the 90th percentile of some durations.
  package struct Spread: Hashable, Codable, Sendable {
    package var p50: Int64
    package var p90: Int64

    package init(p50: Int64, p90: Int64) {
      self.p50 = p50
      self.p90 = p90
    }
  }

  package struct Act: Hashable, Codable, Sendable {
    /// A button's id.
    package var action: String
    /// The button's category, which names the stage: `BREW_EXTRACTION`.
    package var stage: String
    package var count: Int

    package init(action: String, stage: String, count: Int) {
      self.action = action
      self.stage = stage
      self.count = count
    }
  }

  package struct ErrorCount: Hashable, Codable, Sendable {
    package var code: String
    package var count: Int

    package init(code: String, count: Int) {
      self.code = code
      self.count = count
    }
  }

  package struct Commands: Hashable, Codable, Sendable {
    package var sent = 0
    package var done = 0
    package var failed = 0
    /// Commands that succeeded on a retry.
    package var retriesThatWorked = 0

    package init() {}
  }

  /// When the oldest counted message was decided, in ISO format; absent if there is none.
  package var since: String?
  package var received = 0
  /// The messages that a server has shown.
  package var delivered = 0
  package var failed = 0
  /// The milliseconds from the push to the server's answer, for messages that were not held back.
  package var latencyMs: Spread?
  package var opened = 0
  package var dismissed = 0
  /// The most frequent first.
  package var acted: [Act] = []
  /// The milliseconds from being shown to the user's answer.
  package var responseMs: Spread?
  package var commands = Commands()
  /// The links that have led to one of Carillon's pages, since it was first started. (D12)
  package var linksOpened = 0
  /// The host that is told of what is counted; nil if nobody is. (D12)
  package var toldTo: String?
  /// The most frequent first.
  package var errors: [ErrorCount] = []
  /// The longest that the program was busy with one thing and everything else waited, in milliseconds
  /// since it was started.
  package var longestHoldMs: Int64?

  package init() {}
}

/// The input for metrics: one decided message. (B29)
package struct MessageSample: Hashable, Sendable {
  package var status: Delivery.Status
  package var createdAt: Instant
  package var decidedAt: Instant
  package var shownAt: Instant?
  package var wasHeld: Bool
  package var response: String?
  package var respondedAt: Instant?
  package var category: String

  package init(
    status: Delivery.Status, createdAt: Instant, decidedAt: Instant, shownAt: Instant?,
    wasHeld: Bool, response: String?, respondedAt: Instant?, category: String
  ) {
    self.status = status
    self.createdAt = createdAt
    self.decidedAt = decidedAt
    self.shownAt = shownAt
    self.wasHeld = wasHeld
    self.response = response
    self.respondedAt = respondedAt
    self.category = category
  }
}

extension MetricsReport {
  /// The maximum number of rows that are counted, newest first.
  package static let mostRows = 5000

  package init(
    _ samples: [MessageSample], commands: Commands, errors: [ErrorCount], zone: some ZoneRules
  ) {
    self.commands = commands
    since = samples.map(\.decidedAt).min()?.iso(in: zone)
    received = samples.count
    delivered = samples.count { $0.shownAt != nil }
    failed = samples.count { $0.status == .failed }
    latencyMs = Spread(
      samples.filter { !$0.wasHeld }.compactMap { sample in
        sample.shownAt.map { ($0 - sample.createdAt).milliseconds }
      })
    var acts: [Act: Int] = [:]
    var waits: [Int64] = []
    for sample in samples {
      guard let response = sample.response, response != ResponseCode.expired else { continue }
      if let shown = sample.shownAt, let at = sample.respondedAt {
        waits.append((at - shown).milliseconds)
      }
      switch response {
      case ResponseCode.open: opened += 1
      case ResponseCode.dismiss: dismissed += 1
      default: acts[Act(action: response, stage: sample.category, count: 0), default: 0] += 1
      }
    }
    responseMs = Spread(waits)
    acted =
      acts.map { Act(action: $0.action, stage: $0.stage, count: $1) }
      .sorted { ($1.count, $0.action, $0.stage) < ($0.count, $1.action, $1.stage) }
    self.errors = MetricsReport.byCode(errors)
  }

  /// Drops everything after the code, such as the name of a wrong field, and adds up the counts.
  private static func byCode(_ errors: [ErrorCount]) -> [ErrorCount] {
    var counts: [String: Int] = [:]
    for error in errors {
      let code = EventCode(rawValue: error.code)
      if code.isError { counts[code.kind.rawValue, default: 0] += error.count }
    }
    return counts.map { ErrorCount(code: $0, count: $1) }
      .sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }
}

extension MetricsReport.Spread {
  /// Nil for no lengths; negative ones, caused by clock changes, count as 0.
  init?(_ lengths: [Int64]) {
    let sorted = lengths.map { max(0, $0) }.sorted()
    guard !sorted.isEmpty else { return nil }
    // Nearest-rank percentiles.
    p50 = sorted[(sorted.count * 50 + 99) / 100 - 1]
    p90 = sorted[(sorted.count * 90 + 99) / 100 - 1]
  }
}

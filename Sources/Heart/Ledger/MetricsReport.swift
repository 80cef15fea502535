import CarillonText
package import CarillonTime

/// How push messages fared within the retention: counted here, shown here, sent nowhere. (B29)
package struct MetricsReport: Hashable, Codable, Sendable {
  /// Of many lengths of time the one in the middle, and the one that nine in ten keep below.
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
    /// The category it was a button of, which names the stage: `BREW_EXTRACTION`.
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
    /// Done, after the same had failed before.
    package var retriesThatWorked = 0

    package init() {}
  }

  /// When the oldest message that is counted was decided, ISO; absent while there is none.
  package var since: String?
  package var received = 0
  /// Those that a server has shown.
  package var delivered = 0
  package var failed = 0
  /// From the push to the server's answer, in milliseconds, of those that nothing held back.
  package var latencyMs: Spread?
  package var opened = 0
  package var dismissed = 0
  /// The most frequent first.
  package var acted: [Act] = []
  /// From being shown to whatever its user did, in milliseconds.
  package var responseMs: Spread?
  package var commands = Commands()
  /// The most frequent first.
  package var errors: [ErrorCount] = []

  package init() {}
}

/// What metrics are made of: one message that was decided. (B29)
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
  /// However much is kept, no more than so many of the newest rows are counted.
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

  /// What stands behind a code, such as the field that was wrong, makes no error of its own.
  private static func byCode(_ errors: [ErrorCount]) -> [ErrorCount] {
    var counts: [String: Int] = [:]
    for error in errors where error.code != "ETAG_NOT_MODIFIED" {
      counts[String(error.code.prefix { $0 != " " }), default: 0] += error.count
    }
    return counts.map { ErrorCount(code: $0, count: $1) }
      .sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }
}

extension MetricsReport.Spread {
  /// Nil where there is nothing to be measured; what a clock that was set made negative counts as 0.
  init?(_ lengths: [Int64]) {
    let sorted = lengths.map { max(0, $0) }.sorted()
    guard !sorted.isEmpty else { return nil }
    // The nearest rank.
    p50 = sorted[(sorted.count * 50 + 99) / 100 - 1]
    p90 = sorted[(sorted.count * 90 + 99) / 100 - 1]
  }
}

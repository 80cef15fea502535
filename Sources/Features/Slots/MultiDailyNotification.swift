package import CarillonEngine

/// The six calls of 003 §4, as the app's own objects use them.
///
/// Each answers exactly once, possibly before it returns, on the thread that called it.
package protocol MultiDailyNotification {
  /// Whether notifications are shown, and what is in the way if not.
  func requestPermissions(_ answer: @escaping (Result<PermissionReport, Refusal>) -> Void)

  /// Replaces what was configured; an option that is nil takes its default.
  func configure(
    _ options: ConfigureOptions, _ answer: @escaping (Result<Void, Refusal>) -> Void)

  /// Fetches every source and plans what remains of today; answers when all have been asked.
  func runFullPipelineNow(_ answer: @escaping (Result<PipelineReport, Refusal>) -> Void)

  /// Shows the stored content of a slot now, or of the next one for nil. Answers when the desktop
  /// has shown it; refused within a minute of the last time.
  func deliverStoredNow(
    _ slot: SlotID?, _ answer: @escaping (Result<HistoryEntry, Refusal>) -> Void)

  /// Computes all planned occurrences again.
  func reschedule(_ answer: @escaping (Result<Void, Refusal>) -> Void)

  func getState(_ answer: @escaping (Result<StateReport, Refusal>) -> Void)
}

/// What 003's `configure` takes.
package struct ConfigureOptions: Hashable, Sendable {
  package enum Storage: String, Sendable { case shared, `private` }

  package var times: [WallTime]
  package var storage: Storage
  package var contentTemplate: Template
  package var timezone: String?
  package var ttlSeconds: Int?
  package var prefetchLeadMinutes: Int?
  package var callbackProfile: CallbackProfile?

  package init(times: [WallTime], storage: Storage, contentTemplate: Template) {
    self.times = times
    self.storage = storage
    self.contentTemplate = contentTemplate
  }

  /// The same document that a caller on the bus would send, so that both are checked alike.
  var document: Document {
    var members: [String: JSONValue] = [
      "times": .array(
        times.map {
          .object(["hour": .integer(Int64($0.hour)), "minute": .integer(Int64($0.minute))])
        }),
      "storage": .text(storage.rawValue), "contentTemplate": contentTemplate.document,
    ]
    members["timezone"] = timezone.map { .text($0) }
    members["ttlSeconds"] = ttlSeconds.map { .integer(Int64($0)) }
    members["prefetchLeadMinutes"] = prefetchLeadMinutes.map { .integer(Int64($0)) }
    members["callbackProfile"] = callbackProfile?.document
    return Document(members)
  }
}

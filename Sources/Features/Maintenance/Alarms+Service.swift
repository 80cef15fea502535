package import CarillonEngine

/// What the service of alarms is told, and what it answers. (D6)
extension Alarms {
  package static func service(_ settings: Settings) -> FetchSpec? {
    Backend(settings)?.spec(of: "")
  }

  package static func destination(
    of report: String, on subject: String, _ settings: Settings
  ) -> FetchSpec? {
    guard report == acknowledgement else { return nil }
    guard let backend = Backend(settings) else { return nil }
    let parts = backend.path(.acknowledge).split(
      separator: ":id", maxSplits: 1, omittingEmptySubsequences: false)
    return backend.spec(of: parts.joined(separator: Subject.id(in: subject, of: name)))
  }

  package static func title(ofReport report: String, _ words: Words) -> String {
    words.say("Acknowledge")
  }

  package static func body(
    of report: String, on subject: Subject, _ context: KindContext
  ) -> JSONValue {
    .object(["acknowledgedAt": .text(context.now.iso(in: context.zone))])
  }

  package static func state(
    of subject: Subject, after step: ReportStep, of report: String, madeAt: Instant,
    _ context: KindContext
  ) -> Taken.Known? {
    guard var alarm = known(subject) else { return nil }
    if step == .made {
      alarm.report = Alarm.Report(at: madeAt)
    } else if alarm.report?.at != madeAt {
      // It was raised anew since, and perhaps acknowledged again.
      return Taken.Known(rank: subject.rank, state: subject.state, silentAt: subject.silentAt)
    }
    switch step {
    case .made: break
    case .taken: alarm.report?.stage = .taken(at: context.now)
    case .refused(let status):
      // Somebody was faster.
      alarm.report?.stage = status == 409 ? .taken(at: context.now) : .refused(status: status)
    case .nowhere: alarm.report?.stage = .refused(status: nil)
    case .overdue: alarm.report?.stage = .refused(status: nil)
    }
    return Taken.Known(
      rank: subject.rank, state: StoredValue(alarm), silentAt: subject.silentAt)
  }
}

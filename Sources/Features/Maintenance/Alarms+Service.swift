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
    return Backend(settings)?.spec(of: .acknowledge, for: Subject.id(in: subject, of: name))
  }

  /// Somebody was faster.
  package static func isDone(_ report: String, by status: Int) -> Bool { status == 409 }

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
    // It may have been raised anew since, and perhaps acknowledged again.
    alarm.report = Report.after(
      step, madeAt: madeAt, alarm.report, isDone: { isDone(report, by: $0) }, at: context.now)
    return Taken.Known(
      rank: subject.rank, state: StoredValue(alarm), silentAt: subject.silentAt)
  }
}

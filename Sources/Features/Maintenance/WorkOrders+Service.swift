package import CarillonEngine

/// That the user takes a work order on, told to the service. (D14)
extension WorkOrders {
  /// The report that it is.
  static let assignment = "assign"

  package static func service(_ settings: Settings) -> FetchSpec? {
    Backend(settings)?.spec(of: "")
  }

  package static func destination(
    of report: String, on subject: String, _ settings: Settings
  ) -> FetchSpec? {
    guard report == assignment else { return nil }
    return Backend(settings)?.spec(of: .assign, for: Subject.id(in: subject, of: name))
  }

  package static func title(ofReport report: String, _ words: Words) -> String {
    words.say("Assign to Me")
  }

  package static func body(
    of report: String, on subject: Subject, _ context: KindContext
  ) -> JSONValue {
    .object(["assignedAt": .text(context.now.iso(in: context.zone))])
  }

  package static func state(
    of subject: Subject, after step: ReportStep, of report: String, madeAt: Instant,
    _ context: KindContext
  ) -> Taken.Known? {
    guard var order = known(subject) else { return nil }
    order.report = Report.after(
      step, madeAt: madeAt, order.report, isDone: { isDone(report, by: $0) }, at: context.now)
    return Taken.Known(rank: subject.rank, state: StoredValue(order), silentAt: subject.silentAt)
  }

  /// What has become of it, in a sentence; nil if the user has not taken it on.
  static func sentence(about report: Report?, _ context: KindContext) -> String? {
    let words = context.words
    return switch report?.stage {
    case nil: nil
    case .waiting: words.say("Assigned to you, not yet sent.")
    case .taken(let at):
      words.say(
        "Assigned to you at the server at {time}.",
        ["time": words.clock(context.zone.wallClock(at: at).time)])
    case .refused(let status?):
      words.say(
        "The server did not assign it to you ({status}).", ["status": String(status)])
    case .refused(nil): words.say("It was not sent, and is not assigned to you.")
    }
  }
}

import CarillonEngine

/// What a trial of a topic has shown, or that it is under way. (C4)
struct TopicTrialModel: Hashable {
  enum Look: Hashable {
    case asking, good, failed
  }

  let look: Look
  let title: String
  let detail: String

  init(asking server: String, words: Words) {
    look = .asking
    title = words.say("Asking {host}…", ["host": server])
    detail = ""
  }

  /// `saves` says what follows for a topic that is not saved yet.
  init(_ report: TopicReport, saves: Bool, words: Words) {
    look = report.ok ? .good : .failed
    title = report.text
    detail = report.ok ? "" : TopicTrialModel.advice(report, saves: saves, words)
  }

  /// The trial itself was refused.
  init(refused message: String) {
    look = .failed
    title = message
    detail = ""
  }

  private static func advice(_ report: TopicReport, saves: Bool, _ words: Words) -> String {
    let advice: String? =
      switch (report.status, report.code) {
      case (401?, _), (403?, _):
        words.say("Enter a token that may read this topic; the server’s owner can make one.")
      case (_, "no-ntfy"?): words.say("Check the address.")
      case (_, FetchFailure.Code.certificate.rawValue?):
        words.say("Ask your administrator to add the server’s authority to the system’s list.")
      case (429?, _): words.say("Try again in a few minutes.")
      case (_, FetchFailure.Code.offline.rawValue?), (_, FetchFailure.Code.timeout.rawValue?),
        (_, FetchFailure.Code.unreachable.rawValue?):
        saves ? words.say("If you add the topic anyway, Carillon keeps trying.") : nil
      default: nil
      }
    return advice ?? ""
  }
}

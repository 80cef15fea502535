package import CarillonLedger

/// A kind whose subjects live at a service, which is told what the user does with them. (D6)
///
/// What it is told is a report, such as an acknowledgement: it is sent at least once, under one key, also
/// after days offline and after a restart.
package protocol Syncing: Windowed {
  /// The service, for asking whether it can be reached; nil if nobody is signed in.
  static func service(_ settings: Settings) -> FetchSpec?

  /// Where a report about the subject of `tag` goes; nil for a report of another version, or if nobody
  /// is signed in.
  static func destination(of report: String, on tag: String, _ settings: Settings) -> FetchSpec?

  static func body(of report: String, on subject: Subject, _ context: KindContext) -> JSONValue

  /// What the user calls it: `Acknowledge`.
  static func title(ofReport report: String, _ words: Words) -> String

  /// Whether a refusal with this status says that what was reported is so already.
  static func isDone(_ report: String, by status: Int) -> Bool

  /// What is known of the subject after a step of a report; nil if that cannot be read.
  ///
  /// `madeAt` tells a report from a later one, which what became of the earlier one does not concern.
  static func state(
    of subject: Subject, after step: ReportStep, of report: String, madeAt: Instant,
    _ context: KindContext
  ) -> Taken.Known?
}

extension Syncing {
  package static func isDone(_ report: String, by status: Int) -> Bool { false }
}

import CarillonBus
import CarillonEngine

/// Why a command failed, with its exit code.
struct Failure: Error, Equatable {
  /// The exit codes of SPEC §6.
  enum Exit: Int32 {
    case done = 0
    /// Refused by the app, or an invalid document.
    case refused = 1
    case usage = 2
    case notRunning = 3
  }

  let exit: Exit
  /// For people, on stderr.
  let message: String

  /// The reader of the output has gone.
  static let nobodyReads = Failure.refused(
    say("The output could not be written: its reader has gone."))

  static let notRunning = Failure(CallFailure.notRunning)

  /// The app is of a version whose answers are not known.
  static var unreadable: Failure {
    .refused(
      say(
        "carillonctl {version} cannot read this answer of Carillon.",
        ["version": Release.version]))
  }

  static func refused(_ message: String) -> Failure { Failure(exit: .refused, message: message) }
}

extension Failure {
  init(_ failure: CallFailure) {
    let exit: Exit
    switch failure {
    case .notRunning, .notStarted, .noSession: exit = .notRunning
    default: exit = .refused
    }
    self.init(exit: exit, message: failure.sentence(.user))
  }
}

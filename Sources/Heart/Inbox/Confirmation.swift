import CarillonLedger

/// The button that sends a failed command again.
enum Retry {
  static func key(of command: Int64) -> String { "retry-\(command)" }

  static func command(of key: String) -> Int64? {
    key.hasPrefix("retry-") && key.utf8.count < 30 ? Int64(key.dropFirst(6)) : nil
  }
}

/// The notification that reports a command's outcome: one per subject, with the subject's drawing.
package enum Confirmation {
  private static let prefix = "command:"

  static func tag(of thread: String) -> String { prefix + thread }

  package static func thread(of tag: String) -> String {
    tag.hasPrefix(prefix) ? String(tag.dropFirst(prefix.count)) : tag
  }
}

extension Words {
  /// Why a command to a machine failed.
  func commandFailure(_ code: String) -> String {
    switch code {
    case "timeout": say("The machine did not answer within 30 seconds.")
    case "restarted": say("Carillon was restarted before the machine answered.")
    case Command.over: say("It is already over.")
    case "late": say("It was requested more than 30 seconds ago.")
    case "offline": say("There is no network.")
    case FetchFailure.Code.unreachable.rawValue: say("The machine could not be reached.")
    case FetchFailure.Code.timeout.rawValue: say("The machine did not answer in time.")
    case let code where code.hasPrefix("status-"):
      say("The machine refused it ({code}).", ["code": String(code.dropFirst(7))])
    default: say("The machine could not be reached, or refused it ({code}).", ["code": code])
    }
  }
}

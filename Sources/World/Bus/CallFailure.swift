package import CarillonEngine
package import CarillonGLib

/// Why a call to the app failed.
package enum CallFailure: Error, Hashable, Sendable {
  /// Nobody owns the name, and the app was not started.
  case notRunning
  case notStarted(String)
  case noSession(String)
  /// The app refused.
  case refused(Refusal)
  case noAnswer
  /// The app ended, or did not answer in time.
  case ended
  /// The app is of another version.
  case unknownCommand
  /// The app answered with what is no refusal.
  case failed(String)
  case noBus(String)

  /// Whether Carillon has ended, or is about to.
  package var meansEnd: Bool {
    switch self {
    case .notRunning, .ended: true
    case .refused(let refusal): refusal == Host.closing
    default: false
    }
  }

  /// What happened, for the user.
  package func sentence(_ words: Words) -> String {
    switch self {
    case .notRunning: words.say("Carillon is not running.")
    case .notStarted(let reason):
      words.say("Carillon could not be started: {reason}", ["reason": reason])
    case .noSession(let reason):
      words.say(
        "Carillon cannot be reached without a session bus: {reason}", ["reason": reason])
    case .refused(let refusal): refusal.message
    case .noAnswer: words.say("Carillon did not answer in time.")
    case .ended: words.say("Carillon ended, or did not answer in time.")
    case .unknownCommand: words.say("The Carillon that is running does not know this command.")
    case .failed(let reason):
      words.say("Carillon answered with an error: {reason}", ["reason": reason])
    case .noBus(let reason):
      words.say("The session bus could not be asked: {reason}", ["reason": reason])
    }
  }

  package init(_ error: GLibError) {
    let domain = "org.freedesktop.DBus.Error."
    guard let name = error.remoteName else {
      self = error.isTimeout ? .noAnswer : .noBus(error.message)
      return
    }
    if let kind = Refusal.Kind(busName: name) {
      self = .refused(Refusal(kind, error.message))
    } else if name == domain + "ServiceUnknown" || name == domain + "NameHasNoOwner" {
      self = .notRunning
    } else if name.hasPrefix(domain + "Spawn.") || name == domain + "TimedOut" {
      // The bus gives up on a service that does not claim its name; a late answer has another
      // error.
      self = .notStarted(error.message)
    } else if name == domain + "NoReply" {
      self = .ended
    } else if name == domain + "UnknownMethod" {
      self = .unknownCommand
    } else {
      self = .failed(error.message)
    }
  }
}

extension Refusal.Kind {
  fileprivate init?(busName: String) {
    let domain = "org.carillon.Error."
    guard busName.hasPrefix(domain) else { return nil }
    self.init(rawValue: String(busName.dropFirst(domain.count)))
  }
}

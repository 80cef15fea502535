package import CarillonEngine
package import CarillonGLib

/// Why a call to the app failed.
package enum CallFailure: Error, Hashable, Sendable {
  /// Nobody owns the name, and the app was not or could not be started.
  case notRunning(String)
  /// The app refused.
  case refused(Refusal)
  /// Any other failure on the way.
  case failed(String)

  /// What happened, for the user.
  package var sentence: String {
    switch self {
    case .notRunning(let sentence), .failed(let sentence): sentence
    case .refused(let refusal): refusal.message
    }
  }

  package init(_ error: GLibError) {
    let domain = "org.freedesktop.DBus.Error."
    guard let name = error.remoteName else {
      self =
        error.isTimeout
        ? .failed("Carillon did not answer in time.")
        : .failed("The session bus could not be asked: \(error.message)")
      return
    }
    if let kind = Refusal.Kind(busName: name) {
      self = .refused(Refusal(kind, error.message))
    } else if name == domain + "ServiceUnknown" || name == domain + "NameHasNoOwner" {
      self = .notRunning("Carillon is not running.")
    } else if name.hasPrefix(domain + "Spawn.") || name == domain + "TimedOut" {
      // The bus gives up on a service that does not claim its name; a late answer has another
      // error.
      self = .notRunning("Carillon could not be started: \(error.message)")
    } else if name == domain + "NoReply" {
      self = .failed("Carillon ended, or did not answer in time.")
    } else if name == domain + "UnknownMethod" {
      self = .failed("The Carillon that is running does not know this command.")
    } else {
      self = .failed("Carillon answered with an error: \(error.message)")
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

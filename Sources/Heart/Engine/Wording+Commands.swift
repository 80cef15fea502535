package import CarillonLedger

extension Words {
  /// Why a command to a machine failed. (B17)
  package func failure(of failure: Command.Failure) -> String {
    switch failure {
    case .timeout: say("The machine did not answer within 30 seconds.")
    case .restarted: say("Carillon was restarted before the machine answered.")
    case .over: say("It is already over.")
    case .late: say("It was requested more than 30 seconds ago.")
    case .offline: say("There is no network.")
    case .unsent(let code): unsent(code)
    case .status(let status):
      say("The machine refused it ({code}).", ["code": String(status)])
    case .machine(let saying): saying ?? say("The machine refused it.")
    case .unknown: say("The machine could not be reached, or refused it.")
    }
  }

  /// Why the request of a message's button failed. (C5)
  package func failure(of failure: Command.Failure, at host: String) -> String {
    let values = ["host": host]
    switch failure {
    case .timeout, .unsent(.timeout): return say("{host} did not answer in time.", values)
    case .restarted: return say("Carillon was restarted before {host} answered.", values)
    case .late: return say("It was requested more than a minute ago.")
    case .offline, .unsent(.offline): return say("There is no network.")
    case .status(300..<400):
      return say("{host} redirects to another address, where Carillon sends nothing.", values)
    case .status(let status):
      return say("{host} refused it ({code}).", ["host": host, "code": String(status)])
    case .unsent(.certificate): return say("The certificate of {host} is not valid.", values)
    case .unsent(.forbidden):
      return say(
        "{host} is in your own network. Allow pictures from your network in the settings to send there.",
        values)
    case .over, .machine, .unsent, .unknown: return say("{host} could not be reached.", values)
    }
  }

  private func unsent(_ code: FetchFailure.Code) -> String {
    switch code {
    case .unreachable: say("The machine could not be reached.")
    case .timeout: say("The machine did not answer in time.")
    case .offline: say("There is no network.")
    case .certificate: say("The machine’s certificate is not valid.")
    case .forbidden: say("Carillon may not send to the machine’s address.")
    case .redirected: say("The machine redirects to an address that Carillon may not use.")
    case .status, .tooLarge, .payload: say("Carillon did not understand the machine’s answer.")
    case .unreadable: say("The machine’s address is a file that cannot be read.")
    case .secret: say("A secret for the machine could not be read from the keyring.")
    }
  }
}

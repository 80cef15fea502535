import CarillonLedger

/// How connections fail, in sentences without their end. (C6, C7)
extension Words {
  /// Why a server could not be reached.
  func connection(failed code: FetchFailure.Code) -> String {
    switch code {
    case .timeout: say("The server did not answer in time")
    case .offline: say("There is no network")
    case .unreachable: say("The server cannot be reached")
    case .certificate:
      say(
        "The server’s certificate is not trusted. If it is of your own authority, add that to the "
          + "system’s trust store")
    case .forbidden: say("Carillon may not connect to this address. Use https, or this computer")
    case .redirected: say("The server redirects to another address, which Carillon does not follow")
    case .status: say("The server answered with an error")
    case .secret:
      say("The access token cannot be read: the keyring is locked or no longer has it")
    case .tooLarge, .unreadable, .payload: say("The server’s answer cannot be understood")
    }
  }

  /// Why a server did not take a message.
  func sending(refused status: Int) -> String {
    switch status {
    case 401: say("The server does not accept the access token, or asks for one")
    case 403: say("The server does not allow sending to this address")
    case 404, 410: say("The server does not know this address any more. Try again in a moment")
    case 429: say("The server asks to wait: too many messages")
    default: say("The server answers with error {n}", ["n": String(status)])
    }
  }
}

import CarillonLedger

/// Why a message of our own was not taken. (C7)
extension Words {
  func sending(refused status: Int) -> String {
    switch status {
    case 401: say("The server does not accept the access token, or asks for one.")
    case 403: say("The server does not allow sending to this address.")
    case 404, 410: say("The server does not know this address any more. Try again in a moment.")
    case 429: say("The server asks to wait: too many messages.")
    default: answer(ofServer: status)
    }
  }
}

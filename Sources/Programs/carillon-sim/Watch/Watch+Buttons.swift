import CarillonFeatures

/// The watch's notes about the requests of messages' buttons. (C5)
struct ButtonNotes {
  /// What was sent, and may have been accepted.
  fileprivate var sent: Set<String> = []
  /// What was sent, and was certainly not accepted.
  var mayRepeat: Set<String> = []
  /// The presses that the user has allowed, as `row/action`.
  private var consented: Set<String> = []
  /// The hosts that the user has ever allowed for good.
  private var hosts: Set<String> = ["door.example"]

  mutating func answered(_ question: ButtonQuestion, _ consent: ButtonConsent) {
    switch consent {
    case .always:
      hosts.insert(question.host)
      consented.insert("\(question.requestID)/\(question.action)")
    case .once: consented.insert("\(question.requestID)/\(question.action)")
    case .denied, .unasked: break
    }
  }

  fileprivate func allows(_ host: String, _ press: String) -> Bool {
    hosts.contains(host) || consented.contains(press)
  }
}

/// Rules for the requests of messages' buttons. (C5)
extension Watch {
  /// A request goes to an allowed host, within a minute of its press, and never again if it may have been
  /// accepted.
  func posting(_ button: ButtonRequest, _ key: String, _ life: Life) {
    let parts = key.split(separator: ":")
    guard parts.count == 3, let pressed = Int64(parts[2]) else {
      return fail("C5: \(key) is the key of no button")
    }
    if !buttons.allows(button.host, String(parts[1])) {
      fail("C5: \(key) was sent to \(button.host), which nobody has allowed")
    }
    if life.now.milliseconds - pressed > 60_000 {
      fail("C5: \(key) was sent more than a minute after its press")
    }
    if buttons.mayRepeat.remove(key) == nil, buttons.sent.contains(key) {
      fail("C5: \(key) was sent again, though it may have been accepted")
    }
    buttons.sent.insert(key)
  }
}

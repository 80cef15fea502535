package import CarillonLedger

/// Buttons of a topic's messages that send a request: to hosts that the user has allowed for that topic,
/// and to no other. (C5)
///
/// Whose hosts count is decided by the channel that the message was given when its carrier brought it.
package final class ButtonRequests: Room, Addressees {
  package let ledger: Ledger
  private let wording: (Command.Failure, _ host: String) -> String

  /// `wording`: what the user reads about a failure.
  package init(
    _ ledger: Ledger, wording: @escaping (Command.Failure, _ host: String) -> String
  ) {
    self.ledger = ledger
    self.wording = wording
  }

  /// A garage must not open an hour later.
  package static let life = Span.minutes(1)

  private static let addresses = "buttons/"

  /// A press of a button, and what it needs.
  struct Press {
    let delivery: Delivery
    let action: Action
    let request: ButtonRequest
    let subscription: TopicSubscription

    var isAllowed: Bool { subscription.hosts.contains(request.host) }
    var label: String { request.label ?? action.title }

    var question: ButtonQuestion {
      ButtonQuestion(
        requestID: String(delivery.id), action: action.id, label: label,
        sender: subscription.name, host: request.host, method: request.method.rawValue)
    }
  }

  /// Nil if the button sends nothing: it may be another one, or the message of somebody else.
  func press(_ id: String, on delivery: Delivery) throws(StoreFailure) -> Press? {
    guard delivery.isMessage, let channel = delivery.request?.channel,
      let action = delivery.request?.actions.first(where: { $0.id == id }),
      let request = action.request,
      let subscription = try settings.subscriptions.of(channel: channel),
      try rows.thread(delivery.tag) == nil
    else { return nil }
    return Press(
      delivery: delivery, action: action, request: request, subscription: subscription)
  }

  /// Why a press through a door sends nothing: only the window can ask. (C5)
  func objection(to id: String, on delivery: Delivery) throws(StoreFailure) -> Refusal? {
    guard let press = try press(id, on: delivery), !press.isAllowed else { return nil }
    return Refusal(.refused, advice(press))
  }

  private func advice(_ press: Press) -> String {
    words.say(
      "Carillon may not send to {host} for {name} yet. Press the button in a notification or in Carillon’s window, or add the host to “hosts” of this subscription with carillonctl config.",
      ["host": press.request.host, "name": press.subscription.name])
  }

  /// Sends the request, or asks the user whether it may be sent.
  func carryOut(_ press: Press, _ activation: String?) throws(StoreFailure) {
    guard press.isAllowed else { return emit(.ask(press.question, activation: activation)) }
    try send(press)
  }

  /// The user's answer to a question; `allow` adds the host to the topic's.
  package func settle(
    _ id: String, of requestID: String, _ consent: ButtonConsent,
    allow: (TopicSubscription) throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    guard let row = Int64(requestID), let delivery = try rows.delivery(row),
      try wasPressed(id, on: delivery), let press = try press(id, on: delivery)
    else {
      return .refused(Refusal(.notFound, words.say("This button is no longer there.")))
    }
    switch consent {
    case .denied: break
    case .unasked: try tell(press, words.say("{what} failed", ["what": press.label]), advice(press))
    case .once: try send(press)
    case .always:
      var subscription = press.subscription
      if !press.isAllowed {
        subscription.hosts.append(press.request.host)
        if case .refused(let refusal) = try allow(subscription) { return .refused(refusal) }
      }
      try send(press)
    }
    return .done(.nothing)
  }

  /// A press on a button of the replaced one was recorded for the one that has replaced it. (B11)
  private func wasPressed(_ id: String, on delivery: Delivery) throws(StoreFailure) -> Bool {
    if delivery.response == id { return true }
    guard delivery.replaced else { return false }
    return try rows.said(tag: delivery.tag, limit: 50).contains { $0.response == id }
  }

  private func send(_ press: Press) throws(StoreFailure) {
    // The press may be hours old if the store refused every commit since. (B17)
    guard now - pressedAt < ButtonRequests.life else { return try fail(press, .late) }
    let name = "\(press.delivery.id)/\(press.action.id)"
    try ledger.hear(
      .toPost(
        Posting(
          to: Address(ButtonRequests.addresses + name),
          key: "button:\(name):\(pressedAt.milliseconds)", body: "null",
          policy: .atMostOnce(within: ButtonRequests.life), createdAt: pressedAt)))
  }

  // MARK: Sending

  private func press(at address: Address) throws(StoreFailure) -> Press? {
    let parts = address.name.split(separator: "/")
    guard address.name.hasPrefix(ButtonRequests.addresses), parts.count == 3,
      let row = Int64(parts[1]), let delivery = try rows.delivery(row)
    else { return nil }
    return try press(String(parts[2]), on: delivery)
  }

  package func destination(of address: Address) throws(StoreFailure) -> FetchSpec? {
    try press(at: address)?.request.spec
  }

  package func button(of address: Address) throws(StoreFailure) -> ButtonRequest? {
    try press(at: address)?.request
  }

  package func isPatient(with address: Address) -> Bool {
    address.name.hasPrefix(ButtonRequests.addresses)
  }

  /// A posting has ended, which may have been a button's.
  package func posted(_ posting: Posting, _ end: Posting.End) throws(StoreFailure) {
    guard let press = try press(at: posting.address) else { return }
    switch end {
    case .taken, .read:
      if press.request.clears { try ledger.markRead(press.delivery) }
      try tell(press, words.say("{what}: done", ["what": press.label]), nil)
    case .refused(let status): try fail(press, .status(status))
    case .failed(let failure): try fail(press, .unsent(failure.code))
    case .unreachable: try fail(press, .offline)
    case .interrupted: try fail(press, .restarted)
    case .overdue: try fail(press, situation.online ? .timeout : .offline)
    }
  }

  private func fail(_ press: Press, _ failure: Command.Failure) throws(StoreFailure) {
    try report(.commandFailed)
    try tell(
      press, words.say("{what} failed", ["what": press.label]),
      wording(failure, press.request.host), canRetry: true)
  }

  /// Tells how it ended: in the history if it worked, on the screen if not. (B17)
  private func tell(
    _ press: Press, _ title: String, _ failure: String?, canRetry: Bool = false
  ) throws(StoreFailure) {
    var actions: [Action] = []
    if canRetry {
      var again = press.action
      again.title = words.say("Retry")
      var sent = press.request
      sent.label = press.label
      again.data = sent.document.serialized
      actions = [again]
    }
    try Confirmation.add(
      to: ledger, on: press.delivery.tag, channel: press.subscription.channel, title: title,
      body: failure ?? words.say("{host} confirmed it.", ["host": press.request.host]),
      isFailure: failure != nil, actions: actions)
  }
}

/// How the user is told of it. (B17)
extension Decision {
  /// A short word on how it ended, as asked for; a failure with its Retry. (B17)
  func confirm(_ command: Command, failure: String?) throws(StoreFailure) {
    guard let thread = try rows.thread(command.tag), let kind = Kinds.named(thread.kind),
      let channel = kind.channels.first
    else { return }
    let words = environment.words
    let what = ["what": try title(of: command)]
    var request = Request(
      channel: channel.id, category: failure == nil ? "transfer.complete" : "transfer.error")
    request.asked = true
    request.silent = failure == nil
    // What is over cannot be tried again.
    if failure != nil, !hasExpired(command, with: thread) {
      request.actions = [
        Action(id: Retry.key(of: command.id), title: words.say("Retry"))
      ]
    }
    var delivery = Delivery(
      kind: .message, slot: nil, date: nil, tag: Confirmation.tag(of: command.tag), at: now,
      now: now)
    delivery.did = try settings.did
    delivery.title = truncate(
      failure == nil ? words.say("Done: {what}", what) : words.say("Not done: {what}", what),
      to: Message.longestTitle)
    delivery.body = truncate(
      failure ?? words.say("Your machine has taken it."), to: Message.longestBody)
    delivery.request = request
    try add(&delivery)
    try trace(delivery, "asked")
  }

  /// What the button was called that it came from. (B26)
  private func title(of command: Command) throws(StoreFailure) -> String {
    let own = try rows.newest(tag: command.tag, limit: 16).lazy
      .compactMap { $0.request?.actions.first { $0.id == command.action } }.first
    return own?.title ?? Kinds.title(ofButton: command.action, environment.words)
  }
}

/// The button that sends a failed command again.
enum Retry {
  static func key(of command: Int64) -> String { "retry-\(command)" }

  static func command(of key: String) -> Int64? {
    key.hasPrefix("retry-") && key.utf8.count < 30 ? Int64(key.dropFirst(6)) : nil
  }
}

/// The notification that says how a command ended: one for each thread, with the thread's drawing.
enum Confirmation {
  private static let prefix = "command:"

  static func tag(of thread: String) -> String { prefix + thread }

  static func thread(of tag: String) -> String {
    tag.hasPrefix(prefix) ? String(tag.dropFirst(prefix.count)) : tag
  }
}

extension Words {
  /// Why a command to a machine failed.
  func commandFailure(_ code: String) -> String {
    switch code {
    case "timeout": say("The machine did not answer within 30 seconds.")
    case "restarted": say("Carillon was restarted before the machine answered.")
    case Command.over: say("It is over already.")
    case "late": say("It was asked for more than 30 seconds ago.")
    case "offline": say("There is no network.")
    case FetchFailure.Code.unreachable.rawValue: say("The machine could not be reached.")
    case FetchFailure.Code.timeout.rawValue: say("The machine did not answer in time.")
    case let code where code.hasPrefix("status-"):
      say("The machine refused it ({code}).", ["code": String(code.dropFirst(7))])
    default: say("The machine could not be reached, or refused it ({code}).", ["code": code])
    }
  }
}

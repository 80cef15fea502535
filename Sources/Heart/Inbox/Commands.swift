package import CarillonLedger

/// Commands to machines: sending, results, and how the user hears of them. (B17)
package final class Commands: Room, Addressees {
  package let ledger: Ledger
  private let kinds: Kinds
  private let wording: (Command.Failure) -> String

  /// `wording`: what the user reads about a failure.
  package init(
    _ ledger: Ledger, _ kinds: Kinds, wording: @escaping (Command.Failure) -> String
  ) {
    self.ledger = ledger
    self.kinds = kinds
    self.wording = wording
  }

  /// Where postings to the addressees of kinds go, such as `commands/brew`.
  package func destination(of address: Address) throws(StoreFailure) -> FetchSpec? {
    try kinds.all.lazy.compactMap { $0 as? any Commanding.Type }
      .first { Commands.address(of: $0) == address }?.addressee(settings)
  }

  private static func address(of kind: any Commanding.Type) -> Address {
    Address("commands/\(kind.name)")
  }

  /// The instants at which open commands time out.
  package func wakes() throws(StoreFailure) -> [Instant] {
    try rows.openCommands().map { $0.createdAt + Command.life }
  }

  /// Stores the command first, then sends it exactly once. (B17)
  package func send(_ command: Command, in thread: Subject) throws(StoreFailure) {
    var command = command
    command.id = try rows.insert(command)
    changed(.threads)
    guard !hasExpired(command, with: thread) else {
      try fail(&command, .over)
      return
    }
    // The press may be hours old if the store refused every commit since. (B17)
    guard now - command.createdAt < Command.life else {
      try fail(&command, .late)
      return
    }
    let body = document(of: command, in: thread).serialized
    guard let kind = kinds.commanding(thread), try kind.addressee(settings) != nil else {
      return emit(.tell(.command(body)))
    }
    try ledger.hear(
      .toPost(
        Posting(
          to: Commands.address(of: kind), key: command.key, body: body,
          policy: .atMostOnce(within: Command.life), createdAt: command.createdAt)))
  }

  private func document(of command: Command, in thread: Subject) -> JSONValue {
    var document: [String: JSONValue] = [
      "commandId": .text(command.key), "command": .text(command.name),
      "data": JSONValue(parsing: command.data) ?? .object([:]),
    ]
    if let kind = kinds.commanding(thread) {
      document[kind.subjectKey] = .text(thread.id)
    }
    return .object(document)
  }

  /// Sends a failed command again, as a new command. (B17)
  package func retry(_ id: Int64, from tag: String) throws(StoreFailure) -> Refusal? {
    guard let failed = try rows.command(id), failed.status == .failed,
      tag == "command:\(failed.tag)", let thread = try rows.thread(failed.tag)
    else {
      return Refusal(.refused, words.say("There is nothing to try again."))
    }
    try send(
      Command(
        tag: failed.tag, action: failed.action, name: failed.name, data: failed.data,
        createdAt: pressedAt), in: thread)
    return nil
  }

  // MARK: Results

  /// A posting has ended, which may have been a command.
  package func posted(_ posting: Posting, _ end: Posting.End) throws(StoreFailure) {
    guard let row = Command.row(of: posting.key), var command = try rows.command(row),
      command.status == .sent
    else { return }
    switch end {
    case .taken, .read: try succeed(&command)
    case .refused(let status): try fail(&command, .status(status))
    case .failed(let failure): try fail(&command, .unsent(failure.code))
    case .unreachable: try fail(&command, .offline)
    case .interrupted: try fail(&command, .restarted)
    case .overdue: try fail(&command, .timeout)
    }
  }

  /// `CommandDone`: a listener on the bus has carried out the command or reports why not. (B17)
  package func commandDone(_ key: String, _ error: String) throws(StoreFailure) -> Answer {
    guard let row = Command.row(of: key), var command = try rows.command(row) else {
      return .refused(Refusal(.notFound, "commandId: there is no command \(beginning(of: key))"))
    }
    guard command.status == .sent else {
      return .refused(
        Refusal(.refused, "commandId: \(key) has ended: \(command.failure?.rawValue ?? "done")"))
    }
    if error.isEmpty {
      try succeed(&command)
    } else {
      let said = truncate(clean(error, lines: false), to: 120)
      try fail(&command, .machine(saying: isBlank(said) ? nil : said))
    }
    return .done(.nothing)
  }

  /// Fails commands that have timed out; a late answer has no effect. (B17)
  package func endCommands() throws(StoreFailure) {
    for var command in try rows.openCommands() {
      if command.createdAt > now {
        // The clock has gone back; the timeout starts again now.
        command.createdAt = now
        try rows.update(command)
      } else if command.createdAt + Command.life <= now {
        try fail(&command, .timeout)
      }
    }
  }

  /// Fails the commands that only make sense while the subject runs: they must not act late. (B17)
  package func expireCommands(of thread: Subject) throws(StoreFailure) {
    for var command in try rows.openCommands() where hasExpired(command, with: thread) {
      try fail(&command, .over)
    }
  }

  func hasExpired(_ command: Command, with thread: Subject) -> Bool {
    command.tag == thread.tag && thread.silentAt == nil
      && kinds.commanding(thread)?.expires(command) == true
  }

  /// Fails commands that a crash interrupted; nobody knows whether they arrived. (B17)
  package func failHalfSent() throws(StoreFailure) {
    for var command in try rows.openCommands() { try fail(&command, .restarted) }
  }

  private func succeed(_ command: inout Command) throws(StoreFailure) {
    command.status = .done
    command.endedAt = now
    try rows.update(command)
    changed(.threads)
    if var thread = try rows.thread(command.tag), thread.silentAt != nil,
      kinds.commanding(thread)?.ends(with: command) == true
    {
      thread.silentAt = nil
      try ledger.putTimes(of: thread)
      try ledger.hear(.over(thread))
      changed(.threads)
      changed(.state)
    }
    if try !isTold(command) { try confirm(command, failure: nil) }
  }

  private func fail(
    _ command: inout Command, _ failure: Command.Failure
  ) throws(StoreFailure) {
    command.status = .failed
    command.failure = failure
    command.endedAt = now
    try rows.update(command)
    changed(.threads)
    try report(.commandFailed)
    try confirm(command, failure: wording(failure))
  }

  /// Whether the outcome has been told already, by what the machine has said since. (B17)
  ///
  /// Only what is shown tells anything. What a clock that was ahead has dated does not count.
  private func isTold(_ command: Command) throws(StoreFailure) -> Bool {
    if try hasNews(of: command.tag, since: command) { return true }
    guard let thread = try rows.thread(command.tag),
      let latest = try rows.latestThread(thread.kind), latest.tag != command.tag,
      // A topic's brew has nothing to do with it. (C4)
      latest.guest == thread.guest,
      latest.createdAt >= command.createdAt, latest.createdAt <= now
    else { return false }
    return try hasNews(of: latest.tag, since: command)
  }

  private func hasNews(of tag: String, since command: Command) throws(StoreFailure) -> Bool {
    try rows.said(tag: tag, limit: 8).contains { news in
      guard news.createdAt >= command.createdAt, news.createdAt <= now,
        news.request?.silent == false
      else { return false }
      return switch news.status {
      case .scheduled, .showing, .shown, .unconfirmed: true
      case .held, .snoozed, .skipped, .missed, .merged, .superseded, .failed, .cancelled: false
      }
    }
  }

  // MARK: Confirmation

  /// Shows how a command ended: a short confirmation, or the failure with a Retry button. (B17)
  private func confirm(_ command: Command, failure: String?) throws(StoreFailure) {
    guard let thread = try rows.thread(command.tag), let kind = kinds.named(thread.kind),
      let channel = kind.channels.first
    else { return }
    let words = words
    let what = ["what": try title(of: command)]
    // A command cannot be retried once its subject is over.
    let canRetry = failure != nil && !hasExpired(command, with: thread)
    let retry = Action(id: Retry.key(of: command.id), title: words.say("Retry"))
    try Confirmation.add(
      to: ledger, on: command.tag, channel: channel.id,
      title: failure == nil ? words.say("{what}: done", what) : words.say("{what} failed", what),
      body: failure ?? note(on: command, in: thread), isFailure: failure != nil,
      actions: canRetry ? [retry] : [])
  }

  private func note(on command: Command, in thread: Subject) -> String {
    kinds.commanding(thread)?.note(on: command, isOver: thread.isOver, words)
      ?? words.say("Your machine confirmed it.")
  }

  /// The title of the button that sent the command. (B26)
  private func title(of command: Command) throws(StoreFailure) -> String {
    let own = try rows.said(tag: command.tag, limit: 16).lazy
      .compactMap { $0.request?.actions.first { $0.id == command.action } }.first
    return own?.title ?? kinds.title(ofButton: command.action, words)
  }
}

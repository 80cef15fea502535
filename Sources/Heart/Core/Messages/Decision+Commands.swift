/// What is sent to machines, and how it ends. (B17)
extension Decision {
  /// A row first; then it is let out, once. (B17)
  func send(_ command: Command, in thread: MessageThread) throws(StoreFailure) {
    var command = command
    command.id = try rows.insert(command)
    changed(.threads)
    guard !hasExpired(command, with: thread) else {
      try fail(&command, Command.over)
      return
    }
    // Pressed while the store refused everything, perhaps hours ago. (B17)
    guard now - command.createdAt < Command.life else {
      try fail(&command, "late")
      return
    }
    guard let machine = try settings.machine else {
      effects.append(.tell(.command(document(of: command, in: thread).serialized)))
      return
    }
    guard reachable(machine) else {
      try fail(&command, "offline")
      return
    }
    try contact(machine, for: .callback)
    effects.append(
      .post(
        PostJob(
          spec: machine, body: document(of: command, in: thread).serialized, key: command.key),
        Ticket(kind: .command, row: command.id, attempt: 1)))
  }

  private func document(of command: Command, in thread: MessageThread) -> JSONValue {
    var document: [String: JSONValue] = [
      "commandId": .text(command.key), "command": .text(command.name),
      "data": JSONValue(parsing: command.data) ?? .object([:]),
    ]
    if let kind = Kinds.named(thread.kind) {
      document[kind.subject] = .text(String(thread.tag.dropFirst(kind.name.count + 1)))
    }
    return .object(document)
  }

  /// The user asks again, where that was told of or in the thread's window: a command of its own. (B17)
  func retry(_ id: Int64, from tag: String) throws(StoreFailure) -> Refusal? {
    guard let failed = try rows.command(id), failed.status == .failed,
      tag == "command:\(failed.tag)", let thread = try rows.thread(failed.tag)
    else {
      return Refusal(.refused, environment.words.say("There is nothing to try again."))
    }
    try send(
      Command(
        tag: failed.tag, action: failed.action, name: failed.name, data: failed.data,
        createdAt: pressedAt), in: thread)
    return nil
  }

  // MARK: Ends

  func finish(command ticket: Ticket, _ result: PostResult) throws(StoreFailure) {
    guard var command = try rows.command(ticket.row), command.status == .sent else { return }
    switch result {
    case .answered(200..<300, _): try succeed(&command)
    case .answered(let status, _): try fail(&command, "status-\(status)")
    case .failed(let failure): try fail(&command, failure.code.rawValue)
    }
  }

  /// `CommandDone`: who listens on the bus has carried it out, or says why not. (B17)
  func commandDone(_ key: String, _ error: String) throws(StoreFailure) -> Answer {
    guard let row = Command.row(of: key), var command = try rows.command(row) else {
      return .refused(Refusal(.notFound, "commandId: there is no command \(key.prefix(40))"))
    }
    guard command.status == .sent else {
      return .refused(
        Refusal(.refused, "commandId: \(key) has ended: \(command.failure ?? "done")"))
    }
    if error.isEmpty {
      try succeed(&command)
    } else {
      let said = truncate(clean(error, lines: false), to: 120)
      try fail(&command, "machine", saying: isBlank(said) ? nil : said)
    }
    return .done("")
  }

  /// Late is failed: it never acts by itself afterwards. (B17)
  func endCommands() throws(StoreFailure) {
    for var command in try rows.openCommands() {
      if command.createdAt > now {
        // Its wait began by a clock that has gone back: it begins now.
        command.createdAt = now
        try rows.update(command)
      } else if command.createdAt + Command.life <= now {
        try fail(&command, "timeout")
      }
    }
  }

  /// What is only for a brew under way ends with it: it never acts late. (B17)
  func expireCommands(of thread: MessageThread) throws(StoreFailure) {
    for var command in try rows.openCommands() where hasExpired(command, with: thread) {
      try fail(&command, Command.over)
    }
  }

  func hasExpired(_ command: Command, with thread: MessageThread) -> Bool {
    command.tag == thread.tag && thread.silentAt == nil
      && Kinds.named(thread.kind)?.expires(command) == true
  }

  /// Found half-sent after a crash: whether it arrived, nobody knows. (B17)
  func failHalfSent() throws(StoreFailure) {
    for var command in try rows.openCommands() { try fail(&command, "restarted") }
  }

  private func succeed(_ command: inout Command) throws(StoreFailure) {
    command.status = .done
    command.endedAt = now
    try rows.update(command)
    changed(.threads)
    if var thread = try rows.thread(command.tag), thread.silentAt != nil,
      Kinds.named(thread.kind)?.ends(with: command) == true
    {
      try end(&thread)
    }
    try confirm(command, failure: nil)
  }

  private func fail(
    _ command: inout Command, _ code: String, saying text: String? = nil
  ) throws(StoreFailure) {
    command.status = .failed
    command.failure = code
    command.endedAt = now
    try rows.update(command)
    changed(.threads)
    try report("COMMAND_FAILED")
    try confirm(command, failure: text ?? environment.words.commandFailure(code))
  }
}

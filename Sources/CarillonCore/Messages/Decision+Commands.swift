/// Buttons of messages, and what they do. (B17)
extension Decision {
  /// A button of a message's notification, or its body.
  func act(
    _ key: String, on delivery: inout Delivery, activation: String?
  ) throws(StoreFailure) -> Refusal? {
    let thread = try rows.thread(delivery.tag)
    if key == SlotAction.open.rawValue {
      try record(ResponseCode.open, &delivery)
      try openPage(of: delivery, activation: activation)
      return nil
    }
    if key == SlotAction.dismiss.rawValue {
      try dismiss(&delivery)
      return nil
    }
    if let id = Retry.command(of: key) {
      try record(key, &delivery)
      return try retry(id, from: delivery.tag)
    }
    let origin = try origin(ofButton: key, on: delivery)
    guard let action = origin.request?.actions.first(where: { $0.id == key }) else {
      return Decision.noSuchButton
    }
    try record(key, &delivery)
    guard let thread else {
      try follow(action.link, from: delivery, activation)
      return nil
    }
    return try carryOut(action, in: thread, data: [:], activation: activation)
  }

  static let noSuchButton = Refusal(
    .invalidArgument, "action: this notification has no such button")

  /// Whose button it is: of what was to be replaced, where its server kept that; its own, if nobody's.
  private func origin(
    ofButton key: String, on delivery: Delivery
  ) throws(StoreFailure) -> Delivery {
    guard !delivery.hasButton(key), let screen = delivery.onScreen else { return delivery }
    return try rows.replaced(on: screen).first { $0.tag == delivery.tag && $0.hasButton(key) }
      ?? delivery
  }

  /// Dismissing does not stop what it is about; only what insists pops up again. (B22)
  func dismiss(_ delivery: inout Delivery) throws(StoreFailure) {
    try record(ResponseCode.dismiss, &delivery)
    guard var thread = try rows.thread(delivery.tag), !thread.dismissed else { return }
    thread.dismissed = true
    try rows.put(thread)
  }

  /// The window of what it is about; what tells how a command ended leads there too. (D4)
  func openPage(of delivery: Delivery, activation: String?) throws(StoreFailure) {
    guard let thread = try rows.thread(Confirmation.thread(of: delivery.tag)) else {
      return try follow(delivery.request?.link, from: delivery, activation)
    }
    effects.append(
      .open(.thread(LinkTarget(tag: thread.tag, kind: thread.kind)), activation: activation))
  }

  /// Where a link of a message without a thread leads; to its line in the history, if nowhere. (D4)
  private func follow(
    _ link: String?, from delivery: Delivery, _ activation: String?
  ) throws(StoreFailure) {
    if let link, case .done = try open(link, activation) { return }
    effects.append(.open(.history(delivery.id), activation: activation))
  }

  /// A button of a thread's window. (B17)
  func act(
    on tag: String, _ name: String, _ text: String
  ) throws(StoreFailure) -> Answer {
    guard let thread = try rows.thread(tag), Kinds.named(thread.kind) != nil else {
      return .refused(Refusal(.notFound, "tag: nothing is known of \(tag.prefix(140))"))
    }
    var data: [String: JSONValue] = [:]
    do throws(Refusal) {
      if !text.isEmpty { data = try Field.document(text, named: "data").object() }
      guard Action.isID(name) else {
        throw Refusal(.invalidArgument, "action: is no name of a button")
      }
    } catch {
      return .refused(error)
    }
    if let id = Retry.command(of: name) {
      return try retry(id, from: "command:\(tag)").map { .refused($0) } ?? .done("")
    }
    if !data.isEmpty, let sent = Kinds.named(thread.kind)?.command(ofForm: name, data) {
      try send(
        Command(
          tag: tag, action: name, name: sent.name, data: JSONValue.object(sent.data).serialized,
          createdAt: pressedAt), in: thread)
      return .done("")
    }
    // A button of the message's own has its data and its link in the window too.
    let button = Kinds.named(thread.kind)?.button(name, of: thread)
    let refusal = try carryOut(
      button ?? Action(id: name, title: ""), in: thread, data: data, activation: nil)
    return refusal.map { .refused($0) } ?? .done("")
  }

  private func carryOut(
    _ action: Action, in thread: MessageThread, data: [String: JSONValue], activation: String?
  ) throws(StoreFailure) -> Refusal? {
    guard let kind = Kinds.named(thread.kind) else { return nil }
    switch kind.deed(of: action, in: thread) {
    case .navigate(let target): effects.append(.open(.thread(target), activation: activation))
    case .follow(let link):
      let page = try page(of: link, in: thread)
      effects.append(.open(page, activation: activation))
    case .command(let name, let own, let foreground):
      if foreground {
        effects.append(
          .open(.thread(LinkTarget(tag: thread.tag, kind: thread.kind)), activation: activation))
      }
      let all = own.merging(data) { $1 }
      try send(
        Command(
          tag: thread.tag, action: action.id, name: name, data: JSONValue.object(all).serialized,
          createdAt: pressedAt), in: thread)
    }
    return nil
  }

  /// Where a button's link leads: one that names no brew means its own, one that is not opened leads
  /// to its window. (D5, B16)
  private func page(of link: String, in thread: MessageThread) throws(StoreFailure) -> Page {
    let own = Page.thread(LinkTarget(tag: thread.tag, kind: thread.kind))
    guard let page = DeepLink.page(link) else {
      try report("LINK_REFUSED")
      return own
    }
    guard case .thread(var target) = page else { return page }
    guard let tag = target.tag else {
      target.tag = thread.tag
      return target.kind == thread.kind ? .thread(target) : own
    }
    return try rows.thread(tag) == nil ? own : page
  }

  // MARK: Sending

  /// A row first; then it is let out, once. (B17)
  private func send(_ command: Command, in thread: MessageThread) throws(StoreFailure) {
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
  private func retry(_ id: Int64, from tag: String) throws(StoreFailure) -> Refusal? {
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

  private func hasExpired(_ command: Command, with thread: MessageThread) -> Bool {
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

  /// A short word on how it ended, as asked for; a failure with its Retry. (B17)
  private func confirm(_ command: Command, failure: String?) throws(StoreFailure) {
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

extension Delivery {
  fileprivate func hasButton(_ key: String) -> Bool {
    request?.actions.contains { $0.id == key } == true
  }
}

import CarillonFeatures
import CarillonStore

/// Rules for commands to machines. (B17)
extension Watch {
  /// Actions that only open a window.
  private static let navigation: Set = [
    "default", "open", "dismiss", "view_live", "view_details", "share", "unknown",
  ]

  /// Whether a button immediately sends a command to the machine.
  func isCommand(_ action: String) -> Bool {
    !Watch.navigation.contains(action) && !action.hasPrefix("adjust")
  }

  /// Notes a press on a notification's button that may be a command.
  func wanted(_ key: String, of popup: Popup, _ life: Life) {
    guard let brew = popup.tag.split(separator: ":").last, popup.tag.contains("brew:") else {
      return
    }
    wanted(key, of: "brew:\(brew)", life)
  }

  /// Notes a press on a button in a subject's window that may be a command.
  func wanted(_ key: String, of tag: String, _ life: Life) {
    guard !Watch.navigation.contains(key) else { return }
    messages.wanted[tag, default: []].append(life.now)
  }

  /// Checks that a command reaches a machine only once, and in time.
  ///
  /// Returns the command's key, if it has one.
  @discardableResult
  func commanded(_ text: String, _ life: Life) -> String? {
    guard case .object(let document) = JSONValue(parsing: text),
      case .text(let key) = document["commandId"], case .text(let brew) = document["brewId"],
      case .text(let name) = document["command"], let row = Command.row(of: key)
    else {
      fail("B17: a command is no document: \(text)")
      return nil
    }
    if !messages.sent.insert(key).inserted { fail("B17: \(key) is sent twice") }
    do {
      let command = try life.store.read { rows throws(StoreFailure) in try rows.command(row) }
      guard let command, command.status == .sent else {
        throw Broken("B17: \(key) is sent, and is \(String(describing: command))")
      }
      // A command's life begins with the press, however long the store refused it. If the clock has
      // gone back since the press, only that it lies before now is known.
      var asked = messages.wanted["brew:\(brew)", default: []]
      guard
        let index = asked.lastIndex(of: command.createdAt)
          ?? (command.createdAt == life.now ? asked.indices.last : nil)
      else { throw Broken("B17: \(name) is sent, and nobody wanted it: \(command)") }
      let late = life.now - asked.remove(at: index)
      messages.wanted["brew:\(brew)"] = asked
      if late > Command.life { throw Broken("B17: \(name) is sent \(late) after it was wanted") }
    } catch { fail("\(error)") }
    return key
  }

  /// Notes a machine's report.
  func machineSays(_ key: String, isDone: Bool) {
    if isDone { messages.done.insert(key) }
  }

  /// Checks that a command ends once, as the machine reported, and in time.
  func checkCommand(_ id: Int64, _ command: Command?, _ life: Life) throws {
    let old = messages.commands.updateValue(command ?? Watch.none, forKey: id)
    guard let command else {
      messages.commands[id] = nil
      return
    }
    if let old, old.status != .sent, old.status != command.status {
      throw Broken("B17: \(command.key) was \(old.status), and is \(command.status)")
    }
    if command.status != .sent, old?.status ?? .sent == .sent {
      messages.ended += 1
      let thread = try life.store.read { rows throws(StoreFailure) in
        try rows.thread(command.tag)
      }
      // If its subject was deleted with the identity, nobody hears of the end. (T29)
      if thread.map({ $0.createdAt > command.createdAt }) ?? true {
        messages.forgotten += 1
      } else if command.status == .done, hasNews(since: command) {
        messages.told += 1
      }
    }
    if command.status == .done, !messages.done.contains(command.key) {
      throw Broken("B17: \(command.key) is done, and no machine said so")
    }
  }

  /// Whether a machine's message came after the command was wanted; it may have told the success. (B17)
  private func hasNews(since command: Command) -> Bool {
    before.values.contains { news in
      news.tag.hasPrefix("brew:") && news.createdAt >= command.createdAt
        && news.request?.silent == false
    }
  }

  private static let none = Command(
    tag: "", action: "", name: "", data: "", createdAt: .distantPast)

  /// Checks that the engine wakes when a command times out.
  func checkCommandWakes(_ wake: Instant, _ life: Life) throws {
    for command in messages.commands.values where command.status == .sent {
      let end = command.createdAt + Command.life
      if life.now < end, end < wake {
        throw Broken("B17: the wake at \(wake.isoUTC) is after the end of \(command.key)")
      }
      if end <= life.now, command.createdAt <= life.now {
        throw Broken("B17: \(command.key) of \(command.createdAt.isoUTC) is still open")
      }
    }
  }

  /// Notes a reported event; in calm periods it must also be posted, unless too many wait. (T23, T24)
  func told(_ event: ErrorEvent, _ life: Life) {
    let code = event.code.rawValue
    messages.lastError = code
    guard calmSince != nil, settings.callbacks?.reportError != nil, event.code.isError,
      !event.code.isOfCallbacks
    else { return }
    let waiting = read(life, or: 0) { rows throws(StoreFailure) in
      try rows.postings(to: Address("callbacks/reportError"), limit: 100).count
    }
    if waiting == 100 { return }
    let slot = event.slotId.isEmpty ? "-" : event.slotId
    messages.owedErrors.append(("error:\(code):\(slot):\(event.timestamp):", life.now))
  }

  // MARK: The end of a calm period

  /// Checks that every message has a verdict, and that no finished brew is on screen. (§5, B13)
  func checkMessagesAreDone(since: Instant, _ life: Life) throws {
    defer {
      messages.mustShow = []
      messages.owedErrors = []
    }
    for id in messages.live.sorted() {
      guard let row = before[id], life.now - row.createdAt > .hours(1) else { continue }
      // Calm weather comes to channels of topics, too, whose messages wait for their hour. (§5)
      if row.reason == .held(.at), let hour = row.heldUntil, hour > life.now { continue }
      throw Broken("§5: message \(id) has no verdict since \(row.createdAt.isoUTC): \(row)")
    }
    for id in messages.mustShow {
      guard let row = before[id] else { continue }
      guard row.status == .shown || row.status == .merged || row.status.isLive else {
        throw Broken(
          "§5: message \(id) of \(row.tag) was not shown in calm weather: \(row.reason?.rawValue ?? ""): \(row)"
        )
      }
    }
    for owed in messages.owedErrors where life.now - owed.at > .minutes(10) {
      guard settings.callbacks?.reportError != nil else { break }
      guard calls.posted.keys.contains(where: { $0.hasPrefix(owed.key) }) else {
        throw Broken("T24: \(owed.key) was not posted")
      }
    }
    try checkPlantIsTidy(life)
    for popup in life.popups where popup.isKnown && popup.tag.hasPrefix("brew:") {
      let thread = try life.store.read { rows throws(StoreFailure) in
        try rows.thread(popup.tag)
      }
      // A completed brew's notification stays until it is answered, possibly longer than the
      // retention. (T8)
      guard let thread, before[popup.row] != nil else { continue }
      // An alert that was held until then also stays.
      let insists = before[popup.row]?.request?.insists == true && !popup.resident
      guard thread.rank == 4 || insists || thread.silentAt.map({ $0 > life.now }) == true else {
        throw Broken("B13: \(popup.tag) is over, and still on the screen")
      }
    }
  }

  /// Whether the reason for which a message was skipped is true. (J23)
  func explains(
    messageSkipped delivery: Delivery, _ reason: Reason?, at: Instant, _ life: Life
  ) -> Bool {
    guard let request = delivery.request else { return false }
    switch reason {
    // One that shows nothing has no such instant.
    // One about a journey has the end of its vehicle beside its own.
    case .expired:
      return request.expiresAt.map { $0 <= at } ?? request.category.isEmpty
        || Watch.isOfTrip(delivery.tag)
    case .duplicate, .earlierStage, .silent: return true
    case .takenBack: return request.sentAt != nil
    case .settled, .snoozed: return true
    case .elsewhere: return !request.insists && trips.touched.contains(delivery.tag)
    case .dismissed: return !request.insists
    case .quiet: return request.silent
    case .keepsButtons: return request.silent && life.desktop == .gnome
    default: return false
    }
  }

  var latestBrew: String? { messages.lastBrew }
  var latestMessage: Int64? { messages.lastRow?.id }
  var tagOfLatestMessage: String? { messages.lastRow?.tag }
}

package import CarillonLedger

/// What pressing on a message does: on its body, its buttons and those of its subject's window. (B17)
package final class Pressing: Room {
  package let ledger: Ledger
  private let subjects: Subjects
  private let commands: Commands
  private let buttons: ButtonRequests
  private let services: Services
  private let kinds: Kinds

  package init(
    _ ledger: Ledger, _ subjects: Subjects, _ commands: Commands, _ buttons: ButtonRequests,
    _ services: Services, _ kinds: Kinds
  ) {
    self.ledger = ledger
    self.subjects = subjects
    self.commands = commands
    self.buttons = buttons
    self.services = services
    self.kinds = kinds
  }

  /// Handles a press on a button of a message's notification, or on its body.
  package func press(
    _ key: String, on delivery: inout Delivery, activation: String?
  ) throws(StoreFailure) -> Refusal? {
    let thread = try rows.thread(delivery.tag)
    if key == SlotAction.open.rawValue {
      try ledger.record(ResponseCode.open, &delivery)
      try openPage(of: delivery, activation: activation)
      return nil
    }
    if key == SlotAction.dismiss.rawValue {
      try dismiss(&delivery)
      return nil
    }
    if let id = Retry.command(of: key) {
      try ledger.record(key, &delivery)
      return try commands.retry(id, from: delivery.tag)
    }
    let origin = try origin(ofButton: key, on: delivery)
    guard let action = origin.request?.actions.first(where: { $0.id == key }) else {
      return Pressing.noSuchButton
    }
    try ledger.record(key, &delivery)
    guard let thread else {
      if let press = try buttons.press(key, on: origin) {
        try buttons.carryOut(press, activation)
      } else if let text = action.textToCopy {
        emit(.copy(text, activation: activation))
      } else {
        try follow(action.link, from: delivery, activation)
      }
      return nil
    }
    return try carryOut(action, in: thread, data: [:], activation: activation)
  }

  /// Why a press through a door, where nobody can be asked, does nothing. (C5)
  package func objection(to key: String, on delivery: Delivery) throws(StoreFailure) -> Refusal? {
    guard key != SlotAction.open.rawValue, key != SlotAction.dismiss.rawValue else { return nil }
    let origin = try origin(ofButton: key, on: delivery)
    // A sandbox keeps its programs from the clipboard.
    if origin.request?.actions.first(where: { $0.id == key })?.textToCopy != nil {
      return Refusal(
        .refused,
        words.say(
          "This button copies a text. Press it in the notification or in Carillon’s window."))
    }
    return try buttons.objection(to: key, on: origin)
  }

  package static let noSuchButton = Refusal(
    .invalidArgument, "action: this notification has no such button")

  /// The delivery that the button belongs to.
  ///
  /// Some servers keep the buttons of the replaced notification.
  private func origin(
    ofButton key: String, on delivery: Delivery
  ) throws(StoreFailure) -> Delivery {
    guard !delivery.hasButton(key), let screen = delivery.onScreen else { return delivery }
    return try rows.replaced(on: screen, limit: 50).first {
      $0.tag == delivery.tag && $0.hasButton(key)
    } ?? delivery
  }

  /// Records a dismissal. (B22)
  ///
  /// The subject goes on, but only alerts pop up from now on. If it has begun anew since, which the user has
  /// not seen yet, nothing changes.
  package func dismiss(_ delivery: inout Delivery) throws(StoreFailure) {
    try ledger.record(ResponseCode.dismiss, &delivery)
    try subjects.answered(.dismissed, delivery)
    guard var thread = try rows.thread(delivery.tag), !thread.dismissed,
      try !ledger.recent(of: delivery.tag, limit: 8).contains(where: {
        $0.id > delivery.id && $0.request?.beginsAnew == true
      })
    else { return }
    thread.dismissed = true
    // Its state may not be readable now. (T28)
    try ledger.putTimes(of: thread)
  }

  /// Opens the window of the delivery's subject; for a command's confirmation, too. (D4)
  package func openPage(of delivery: Delivery, activation: String?) throws(StoreFailure) {
    guard let thread = try rows.thread(Confirmation.thread(of: delivery.tag)) else {
      return try follow(delivery.request?.link, from: delivery, activation)
    }
    try subjects.seen(thread.tag)
    var page = Page.thread(LinkTarget(tag: thread.tag, kind: thread.kind))
    // An article is no page of Carillon's; the history leads to it. (T34)
    if kinds.windowed(thread)?.followsLinks == true, let link = delivery.request?.link,
      WebLink(link) == nil
    {
      page = try self.page(of: link, in: thread)
    }
    emit(.open(page, activation: activation))
  }

  /// Follows the link of a message without a subject; without a valid link, opens its history
  /// entry. (D4)
  private func follow(
    _ link: String?, from delivery: Delivery, _ activation: String?
  ) throws(StoreFailure) {
    if let article = link.flatMap({ WebLink($0) }) {
      return emit(
        .open(.article(url: article.url, delivery: delivery.id), activation: activation))
    }
    if let link, case .done = try open(link, activation) { return }
    emit(.open(.history(delivery.id), activation: activation))
  }

  /// How many commands may be under way when another is sent from a window or through a door: each turn looks at all
  /// of them.
  private static let mostOpen = 100

  /// Handles a press on a button in a subject's window. (B17)
  package func press(
    on tag: String, _ name: String, _ form: Document
  ) throws(StoreFailure) -> Answer {
    guard let thread = try rows.thread(tag), kinds.windowed(thread) != nil else {
      return .refused(Refusal(.notFound, "tag: nothing is known of \(beginning(of: tag, 140))"))
    }
    var data: [String: JSONValue] = [:]
    do throws(Refusal) {
      data = try Field(path: "data", value: form.value).object()
      guard Action.isID(name) else {
        throw Refusal(.invalidArgument, "action: is no name of a button")
      }
    } catch {
      return .refused(error)
    }
    // The message's own button keeps its data and its link in the window.
    let button = kinds.windowed(thread)?.button(name, of: thread) ?? Action(id: name, title: "")
    let form = data.isEmpty ? nil : kinds.commanding(thread)?.command(ofForm: name, data)
    let isCommand =
      Retry.command(of: name) != nil || form != nil || sendsCommand(button, in: thread)
    if isCommand, try rows.openCommands().count >= Pressing.mostOpen {
      return .refused(
        Refusal(
          .refused, words.say("Too many commands are under way. Try again in half a minute.")))
    }
    if let id = Retry.command(of: name) {
      return try commands.retry(id, from: "command:\(tag)").map { .refused($0) } ?? .done(.nothing)
    }
    if let sent = form {
      try commands.send(
        Command(
          tag: tag, action: name, name: sent.name, data: JSONValue.object(sent.data).serialized,
          createdAt: pressedAt), in: thread)
      return .done(.nothing)
    }
    let refusal = try carryOut(button, in: thread, data: data, activation: nil)
    return refusal.map { .refused($0) } ?? .done(.nothing)
  }

  private func carryOut(
    _ action: Action, in thread: Subject, data: [String: JSONValue], activation: String?
  ) throws(StoreFailure) -> Refusal? {
    guard let kind = kinds.windowed(thread) else { return nil }
    switch kind.deed(of: action, in: thread) {
    case .history:
      emit(.open(.history(try rows.lastShown(tag: thread.tag)?.id), activation: activation))
    case .silence: try services.reminders.end(thread.tag)
    case .snooze:
      try services.reminders.snooze(thread)
      try subjects.answered(.snoozed, thread)
    case .act(let name): try subjects.act(name, on: thread, activation)
    case .navigate(let target):
      try subjects.seen(thread.tag)
      emit(.open(.thread(target), activation: activation))
    case .follow(let link):
      emit(.open(try page(of: link, in: thread), activation: activation))
    case .view(let link):
      try subjects.seen(thread.tag)
      emit(.open(try page(of: link, in: thread), activation: activation))
    case .report(let name): try services.report(name, on: thread, try subjects.kindContext())
    case .command(let name, let own, let foreground):
      if foreground {
        emit(
          .open(.thread(LinkTarget(tag: thread.tag, kind: thread.kind)), activation: activation))
      }
      let all = own.merging(data) { $1 }
      try commands.send(
        Command(
          tag: thread.tag, action: action.id, name: name, data: JSONValue.object(all).serialized,
          createdAt: pressedAt), in: thread)
    }
    return nil
  }

  /// The page that a button's link opens. (D5, B16)
  ///
  /// A link without a brew id means this subject; an invalid link leads to its window.
  private func page(of link: String, in thread: Subject) throws(StoreFailure) -> Page {
    let own = Page.thread(LinkTarget(tag: thread.tag, kind: thread.kind))
    guard let page = kinds.page(link) else {
      try report(.linkRefused)
      return own
    }
    try ledger.hear(.linkOpened)
    guard case .thread(var target) = page else { return page }
    guard let tag = target.tag else {
      target.tag = thread.tag
      return target.kind == thread.kind ? .thread(target) : own
    }
    // The link names an id as its sender knows it; the user's own service may have another subject of that
    // id, which is not meant. (C4)
    if thread.tag.hasPrefix("\(tag)/") { return own }
    return try rows.thread(tag) == nil ? own : page
  }

  /// Opens the window of a subject, as its notification does: the user has seen it. (D15)
  package func openWindow(of tag: String) throws(StoreFailure) -> Answer {
    guard let subject = try rows.thread(tag), kinds.windowed(subject) != nil else {
      return .refused(Refusal(.notFound, "tag: nothing is known of \(beginning(of: tag, 140))"))
    }
    try subjects.seen(tag)
    emit(.open(.thread(LinkTarget(tag: tag, kind: subject.kind)), activation: nil))
    return .done(.nothing)
  }

  /// Whether a button of a subject sends a command. (B13)
  package func sendsCommand(_ action: Action, in thread: Subject) -> Bool {
    if case .command? = kinds.windowed(thread)?.deed(of: action, in: thread) { return true }
    return false
  }

  /// Opens the page that a link names; refuses links that Carillon does not know. (D5, B16)
  package func open(_ link: String, _ activation: String?) throws(StoreFailure) -> Answer {
    guard let page = kinds.page(link) else {
      try report(.linkRefused)
      return .refused(Refusal(.invalidArgument, "deepLink: is no link that Carillon opens"))
    }
    guard case .thread(var target) = page else {
      try ledger.hear(.linkOpened)
      emit(.open(page, activation: activation))
      return .done(.nothing)
    }
    // Without an id, the link means the latest subject. (B16)
    if target.tag == nil { target.tag = try rows.latestThread(target.kind)?.tag }
    guard let tag = target.tag, try rows.thread(tag) != nil else {
      return .refused(Refusal(.notFound, words.say("Carillon knows nothing about that yet.")))
    }
    // Any process may open a link; nobody sees the window while the screen is locked. (D15)
    if !situation.locked { try subjects.seen(tag) }
    try ledger.hear(.linkOpened)
    emit(.open(.thread(target), activation: activation))
    return .done(.nothing)
  }
}

extension Delivery {
  fileprivate func hasButton(_ key: String) -> Bool {
    request?.actions.contains { $0.id == key } == true
  }
}

/// What a user's answer is called in the history, on the bus and in callbacks. (T30)
enum ResponseCode {
  static let open = "OPEN"
  static let snooze = "SNOOZE"
  static let skip = "SKIP_NEXT"
  static let dismiss = "DISMISS"
  static let expired = "EXPIRED"
}

extension Decision {
  /// The user did something to a notification, or it went by itself.
  func take(_ response: Response, on screen: OnScreen) throws(StoreFailure) {
    guard var delivery = try rows.delivery(on: screen), delivery.status == .shown else { return }
    // After an action servers close, some with a reason of their own: the first answer holds.
    let final = delivery.response.map { $0 != ResponseCode.expired } ?? false
    guard !final else { return }
    switch response {
    case .dismissed where delivery.kind == .message: try dismiss(&delivery)
    case .dismissed: try record(ResponseCode.dismiss, &delivery)
    case .expired:
      if delivery.response == nil { try record(ResponseCode.expired, &delivery) }
    case .action(let key, let activation) where delivery.kind == .message:
      if try act(key, on: &delivery, activation: activation) != nil {
        try trace(delivery, "unknown-action")
      } else {
        try takeOff(delivery, from: screen)
      }
    case .action(let key, let activation):
      guard let action = SlotAction(rawValue: key) else {
        try trace(delivery, "unknown-action")
        return
      }
      if try act(action, on: &delivery, activation: activation) != nil, action == .skip {
        // A button that was pressed is an answer, even where there is nothing to skip.
        try record(ResponseCode.skip, &delivery)
      }
      try takeOff(delivery, from: screen)
    }
  }

  /// Carries out a button of a slot's notification; says why not, if it cannot.
  func act(
    _ action: SlotAction, on delivery: inout Delivery, activation: String?
  ) throws(StoreFailure) -> Refusal? {
    if let refusal = objection(to: action, on: delivery) { return refusal }
    switch action {
    case .open:
      try record(ResponseCode.open, &delivery)
      effects.append(.open(.history(delivery.id), activation: activation))
    case .snooze:
      try record(ResponseCode.snooze, &delivery)
      delivery.snoozedAt = pressedAt
      delivery.onScreen = nil
      try move(
        &delivery, to: .snoozed, nil, ["until": String((pressedAt + Delivery.snooze).milliseconds)])
    case .skip:
      guard let slot = delivery.slot else { break }
      if case .refused(let refusal) = try skipNext(slot) { return refusal }
      try record(ResponseCode.skip, &delivery)
    case .dismiss: try record(ResponseCode.dismiss, &delivery)
    }
    return nil
  }

  /// Why a notification of this kind does not know that button.
  private func objection(to action: SlotAction, on delivery: Delivery) -> Refusal? {
    switch action {
    case .snooze where delivery.kind != .slot && delivery.kind != .ringNow:
      Refusal(.refused, environment.words.say("This notification cannot be snoozed."))
    case .skip where delivery.slot == nil:
      Refusal(.refused, environment.words.say("This notification has no next hour."))
    default: nil
    }
  }

  func record(_ code: String, _ delivery: inout Delivery) throws(StoreFailure) {
    delivery.response = code
    delivery.respondedAt = pressedAt
    try save(delivery)
    try trace(delivery, "response", ["response": code])
    effects.append(.tell(.responded(serialize(try entry(of: delivery)))))
    changed(.history)
  }

  /// `Respond` of a door: to what is on the screen, or to what waits in a banner. (T21)
  func respond(_ requestID: String, _ name: String) throws(StoreFailure) -> Answer {
    guard let id = Int64(requestID), var delivery = try rows.delivery(id) else {
      return .refused(Refusal(.notFound, "requestId: there is no delivery \(requestID.prefix(40))"))
    }
    if delivery.kind == .message { return try respond(toMessage: &delivery, name) }
    guard let action = SlotAction(named: name) else {
      return .refused(
        Refusal(.invalidArgument, "action: must be open, snooze, skip or dismiss"))
    }
    let answered = delivery.response.map { $0 != ResponseCode.expired } ?? false
    switch delivery.status {
    case .shown where answered && action != .open:
      return .refused(Refusal(.refused, environment.words.say("It has been answered already.")))
    case .shown where answered:
      effects.append(.open(.history(delivery.id), activation: nil))
      return .done(serialize(try entry(of: delivery)))
    case .shown:
      let screen = delivery.onScreen
      if let refusal = try act(action, on: &delivery, activation: nil) {
        return .refused(refusal)
      }
      if let screen { try takeOff(delivery, from: screen) }
      return .done(serialize(try entry(of: delivery)))
    case .scheduled, .held:
      guard delivery.waiting == Waiting.noServer, delivery.title != nil else { break }
      if let refusal = objection(to: action, on: delivery) { return .refused(refusal) }
      // Shown in the window, in place of a popup, and answered there.
      delivery.shownAt = now
      try move(&delivery, to: .shown, "banner")
      try acknowledge(delivery)
      try settleIdentity(of: delivery)
      if let refusal = try act(action, on: &delivery, activation: nil) {
        return .refused(refusal)
      }
      return .done(serialize(try entry(of: delivery)))
    case .snoozed where action == .dismiss:
      try move(&delivery, to: .shown, "snooze-ended")
      return .done(serialize(try entry(of: delivery)))
    default: break
    }
    return nothingToAnswer
  }

  private var nothingToAnswer: Answer {
    .refused(
      Refusal(.refused, environment.words.say("There is nothing to answer: it is not shown now.")))
  }
}

extension Decision {
  /// `Respond` to a message: to one on the screen, or to one that waits in a banner. (B17)
  private func respond(
    toMessage delivery: inout Delivery, _ name: String
  ) throws(StoreFailure) -> Answer {
    // Its own button may be called as one of an hour's.
    let isOwn = delivery.request?.actions.contains { $0.id == name } == true
    let key = isOwn ? name : SlotAction(named: name)?.rawValue ?? name
    switch delivery.status {
    case .shown:
      // Its window can be opened; what else it asked is what its successor asks now. (B11)
      if key != SlotAction.open.rawValue, try isReplaced(delivery) { return nothingToAnswer }
    case .scheduled where delivery.waiting == Waiting.noServer,
      .held where delivery.waiting == Waiting.noServer:
      // No answer: it is shown when it can be.
      guard isOwn || key == SlotAction.open.rawValue || key == SlotAction.dismiss.rawValue else {
        return .refused(Decision.noSuchButton)
      }
      delivery.shownAt = now
      try move(&delivery, to: .shown, "banner")
    default: return nothingToAnswer
    }
    if let answered = delivery.response, answered != ResponseCode.expired {
      guard key == SlotAction.open.rawValue else {
        return .refused(Refusal(.refused, environment.words.say("It has been answered already.")))
      }
      // The first answer holds. (B29)
      try openPage(of: delivery, activation: nil)
      return .done(serialize(try entry(of: delivery)))
    }
    let screen = delivery.onScreen
    if let refusal = try act(key, on: &delivery, activation: nil) { return .refused(refusal) }
    // An answer takes it off the screen, as a click there does: it would stand beside what comes
    // next of its thread. (B11)
    if let screen { try takeOff(delivery, from: screen) }
    return .done(serialize(try entry(of: delivery)))
  }

  /// Whether something newer of its thread was shown in its place.
  private func isReplaced(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    if delivery.replaced { return true }
    guard delivery.onScreen == nil, let last = try rows.lastShown(tag: delivery.tag) else {
      return false
    }
    return last.id > delivery.id
  }
}

/// The buttons of a slot's notification, by their keys.
enum SlotAction: String {
  case open = "default"
  case snooze
  case skip
  case dismiss

  /// A key, or what the history calls it.
  init?(named name: String) {
    switch name.lowercased() {
    case "open", "default": self = .open
    case "snooze": self = .snooze
    case "skip", "skip_next": self = .skip
    case "dismiss": self = .dismiss
    default: return nil
    }
  }
}

package import CarillonEngine

/// Messages from an espresso machine: the five stages of a brew. (000, 001)
package enum Brews: Commanding, Linked, Configured {
  package static let name = "brew"
  /// The id never changes; the name is shown to the user.
  package static let channel = Channel("brew_notifications") {
    $0.term("kind of notification", "Brews")
  }
  package static let channels = [channel]
  package static let schemes = ["firstcrack"]
  package static let subjectKey = "brewId"

  package static func takes(_ message: Message) -> Bool {
    types.contains(message.type) || message.data["brewId"] != nil
  }

  private static let types: Set = ["brew_stage", "brew_alert", "brew_complete"]

  package static func tag(of message: Message) throws(Refusal) -> String {
    tag(try message.subjectID(in: subjectKey))
  }

  package static func tag(_ id: String) -> String { "brew:\(id)" }

  static func known(_ thread: Subject) -> Brew? {
    thread.state.read(as: Brew.self).flatMap { $0.isSound ? $0 : nil }
  }

  package static func take(
    _ message: Message, after thread: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    let before = thread.flatMap { known($0) }
    // The state may be encrypted and unreadable; the rank never is. (T28)
    let current = before?.stage ?? thread.flatMap { BrewStage(rank: $0.rank) }
    let isAlert = message.type == "brew_alert"
    var stage = message["stage"].flatMap { BrewStage(named: $0) }
    if stage == nil, message.type == "brew_complete" { stage = .complete }
    // An alert is about the current stage. (B1)
    if isAlert, let current { stage = current }
    let said = stage ?? current ?? .heating
    var brew = before ?? Brew(stage: said, heardAt: context.now)
    // A message for an earlier stage changes no state: the gate drops it. (B11)
    let isEarlier = current.map { said < $0 } ?? false
    if !isEarlier {
      if said != brew.stage {
        // A photo is valid only for its stage. The video of the shot is also shown when complete.
        brew.image = nil
        if said != .complete { brew.video = nil }
      }
      brew.stage = said
      if isAlert, before != nil {
        brew.take(alert: message, at: context.now)
      } else {
        brew.take(message, at: context.now)
      }
    }
    let presenter = BrewPresenter(brew, stage: said, context)
    if !isEarlier {
      // An alert keeps the buttons of its stage. (B1)
      if !(isAlert && before != nil) {
        let own = message["actions"].flatMap { Action.list($0) }
        brew.actions = own.map { ownTitles(of: $0, context) } ?? presenter.categoryActions
      }
    }
    var request = Request(channel: channel.id, category: said.category)
    request.actions = brew.actions
    request.passing = presenter.passingLines(message)
    // News without a photo keeps the photo of the stage.
    request.image = isEarlier ? message.image : brew.image
    request.video = message.video
    request.link = message.link
    request.progress = brew.progress.map { Int($0) }
    request.urgency = message.priority == .low ? .low : .normal
    let isUnderWay = said != .complete
    // What can be stopped must not vanish while it can. (B13)
    request.resident = isUnderWay && (message.requiresInteraction || !request.actions.isEmpty)
    if message.requiresInteraction, said == .complete { request.lasts = true }
    request.expiresAt = message.expiresAt
    let isNewStage = current.map { said > $0 } ?? true
    // Other buttons are news: those that stand there do what no longer applies. (B11)
    let offersOther =
      isUnderWay && !isEarlier
      && before.map { $0.actions.map(\.id) != brew.actions.map(\.id) } ?? false
    request.silent = !(isAlert || isNewStage || offersOther)
    request.insists = isAlert || said == .complete
    let learned = Taken.Known(
      rank: said.rank, state: StoredValue(brew),
      silentAt: said == .complete
        ? nil : context.now + .milliseconds(Int64((brew.remaining ?? 0) * 1000)) + silence)
    // A machine that is switched off takes its buttons back, which is no news. (B17)
    if message["quiet"] == "true", !isEarlier { return .update(learned) }
    return .show(
      Taken.Shown(
        known: learned, title: presenter.title(message), body: presenter.body(message),
        request: request))
  }

  /// How long after its announced end a silent brew counts as over. (B13)
  package static let silence = Span.minutes(15)
}

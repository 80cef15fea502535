package import CarillonEngine

/// What the user can do about a trip. (J16–J18)
extension Trips {
  static let start = "start"
  static let snooze = "snooze"
  static let cancel = "cancel"
  static let alternatives = "alternatives"
  static let adjust = "adjust"
  static let history = "history"

  /// How long a departure is put off. (J16)
  private static let snoozeMinutes: Int64 = 5

  static func buttons(of trip: Trip, _ context: KindContext) -> [Action] {
    let words = context.words
    switch context.isReturn ? .departure : trip.news {
    case .delay, .cancellation, .running:
      return [alternatives, adjust, cancel].map { button($0, words, isChanged: true) }
    case .update: return [alternatives, cancel].map { button($0, words, isChanged: true) }
    case nil, .early, .departure:
      var ids = [start, cancel]
      // After that, its vehicle is gone.
      if let ride = trip.ride, ride.departure - context.now > .minutes(snoozeMinutes) {
        ids.insert(snooze, at: 1)
      }
      return ids.map { button($0, words, isChanged: false) }
    }
  }

  package static func buttons(of subject: Subject, _ context: KindContext) -> [Action] {
    known(subject).map { buttons(of: $0, context) } ?? []
  }

  private static func button(_ id: String, _ words: Words, isChanged: Bool) -> Action {
    if id == cancel, isChanged { return Action(id: id, title: words.say("Cancel Journey")) }
    return Action(id: id, title: title(ofButton: id, words) ?? id)
  }

  package static func title(ofButton id: String, _ words: Words) -> String? {
    switch id {
    case start: words.say("Start Journey")
    case snooze: words.snooze(for: .minutes(snoozeMinutes))
    case cancel: words.term("journey", "Cancel")
    case alternatives: words.say("View Alternatives")
    case adjust: words.say("Adjust Journey")
    default: nil
    }
  }

  package static func name(ofCategory category: String, _ words: Words) -> String? {
    category == Self.category ? words.term("kind of message", "Journey") : nil
  }

  package static func button(_ id: String, of subject: Subject) -> Action? { nil }

  package static func deed(of action: Action, in subject: Subject) -> Deed {
    let isOpen = known(subject).map { $0.stage < .cancelled } ?? false
    switch action.id {
    case snooze where isOpen: return .snooze
    case start where isOpen, cancel where isOpen, adjust where isOpen: return .act(action.id)
    case history: return .history
    default:
      if let choice = choice(action.id), isOpen { return .act("\(choosing)\(choice)") }
      return .navigate(LinkTarget(tag: subject.tag, kind: name))
    }
  }

  /// The prefix of the buttons that choose one of the alternatives.
  static let choosing = "choose-"

  private static func choice(_ id: String) -> Int? {
    id.hasPrefix(choosing) ? Int(id.dropFirst(choosing.count)) : nil
  }

  package static func act(
    _ name: String, on subject: Subject, _ context: KindContext
  ) -> Act? {
    guard var trip = known(subject), trip.stage < .cancelled else { return nil }
    if let index = choice(name) {
      guard trip.alternatives.indices.contains(index) else { return nil }
      trip.instead = trip.alternatives[index]
      trip.isChosen = true
      return adjusted(trip, context)
    }
    switch name {
    case start:
      trip.stage = .active
      trip.actedAt = context.now
      var act = Act(state(of: trip, context))
      act.isSettled = true
      act.opens = true
      return act
    case cancel:
      trip.stage = .cancelled
      trip.actedAt = context.now
      var act = Act(state(of: trip, context))
      act.isSettled = true
      let day = day(of: trip, context)
      act.confirmation = Act.Confirmation(
        title: day == nil
          ? context.words.say("Journey canceled for today")
          : context.words.say("Journey canceled"),
        body: listed([day, trip.destination]))
      return act
    case adjust: return adjusted(trip, context)
    default: return nil
    }
  }

  /// The user goes by the new time: it is told once more when it is time to leave. (J17)
  private static func adjusted(_ trip: Trip, _ context: KindContext) -> Act? {
    var trip = trip
    guard let ride = trip.ride, ride.goneAt > context.now else { return nil }
    trip.toldDeparture = ride.departure
    let wasAnnounced = trip.stage == .announced
    trip.news = wasAnnounced ? .departure : trip.news
    var act = Act(state(of: trip, context))
    act.isSettled = true
    // An occasion rings once: what was told already comes back as after a snooze. (T16)
    if wasAnnounced, ride.leaveAt > context.now { act.again = ride.leaveAt - context.now }
    act.confirmation = Act.Confirmation(
      title: context.words.say(
        "You leave for {destination} at {time}",
        ["destination": trip.destination, "time": clock(ride.leaveAt, context)]),
      body: listed([
        day(of: trip, context),
        ride.arrival.map { context.words.say("Arrival {time}", ["time": clock($0, context)]) },
      ]))
    return act
  }

  // MARK: Shown again

  package static func snoozeLength(of subject: Subject, _ context: KindContext) -> Span? {
    staysPutOff(subject, context) ?? .minutes(snoozeMinutes)
  }

  /// Nothing else tells that it is time to leave after a long delay. (T16)
  package static func staysPutOff(_ subject: Subject, _ context: KindContext) -> Span? {
    guard let trip = known(subject), trip.stage == .announced, let ride = trip.ride,
      !trip.isTimely(at: context.now)
    else { return nil }
    return ride.leaveAt - context.now
  }

  /// As a departure, also after a delay. (J17)
  package static func returning(
    _ last: Request, _ subject: Subject, _ context: KindContext
  ) -> Request {
    var request = last
    request.sound = known(subject)?.sound
    request.urgency = .normal
    request.resident = false
    if context.settings.channel(departures.id).enabled { request.channel = departures.id }
    return request
  }

  /// When it is time to leave: a snooze follows it if the vehicle is late or early. (J16)
  package static func moment(of subject: Subject) -> Instant? { known(subject)?.ride?.leaveAt }

  package static func urgency(of subject: Subject) -> NotifyCall.Urgency? { nil }

  /// Not once the user is on the way or does not go, nor once the vehicle has left. (J11)
  package static func returns(_ subject: Subject, _ context: KindContext) -> Bool {
    guard let trip = known(subject) else { return true }
    guard trip.stage < .active, let ride = trip.ride else { return false }
    return ride.goneAt > context.now
  }

  package static func stands(_ subject: Subject) -> Bool {
    known(subject).map { $0.stage < .active } ?? true
  }

  /// What the user does not go to, or what has left; that a vehicle does not run stays true. (J11)
  package static func isPast(_ subject: Subject, _ context: KindContext) -> Bool {
    guard let trip = known(subject) else { return false }
    if trip.stage >= .cancelled { return true }
    switch trip.news {
    case .cancellation: return false
    case .early, .departure, .update, nil: if trip.stage == .active { return true }
    case .delay, .running: break
    }
    return trip.ride.map { $0.goneAt <= context.now } ?? true
  }

  // MARK: Settings

  package static let settings = [lead, urgentSound]

  /// Differs from the sound of departures, so that the user can tell them apart without looking. (J13)
  package static let urgentSound = OwnSetting.sound(
    "urgentJourneySound", fallback: "dialog-warning"
  ) {
    $0.say("Sound of _urgent journey news")
  }

  /// How long before it is time to leave the user is told of it. (J12)
  package static let lead = OwnSetting(
    "journeyLeadMinutes", fallback: .integer(0),
    row: OwnSetting.Row(title: { $0.say("Tell me to _leave") }) { words in
      Journey.leads.map { minutes in
        let text =
          minutes == 0
          ? words.say("When it is time")
          : words.count("{n} minute before, too", "{n} minutes before, too", minutes)
        return (.integer(Int64(minutes)), text)
      }
    }
  ) { field throws(Refusal) in .integer(Int64(try field.leadMinutes())) }

  static func leadMinutes(_ settings: Settings) -> Int {
    guard case .integer(let minutes) = settings.value(of: lead) else { return 0 }
    return Int(minutes)
  }
}

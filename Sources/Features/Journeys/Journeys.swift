package import CarillonEngine

/// The user's journeys: when it is time to leave, and what changed. (004)
///
/// The planner sees them as a source of occasions. Each that is due is told by a message about its trip, by the
/// same rules as what the service says.
package final class Journeys: Feature {
  package let ledger: Ledger
  let list: JourneyList

  package static let source = "journey"

  /// Its line in `Features`.
  package static let plug = Plug(source, canRead: { Journey($0) != nil }) {
    ledger, planning, keepsake in
    Journeys(JourneyList(ledger, planning, keepsake as? JourneyList.Memory ?? .init()))
  }

  package var keepsake: any Sendable { list.memory }

  private init(_ list: JourneyList) {
    ledger = list.ledger
    self.list = list
  }

  // MARK: What the planner asks

  package var name: String { Journeys.source }

  package func items() throws(StoreFailure) -> [PlanItem] { try list.items() }

  package func setConsidered(_ item: PlanItem.ID, _ date: LocalDate) throws(StoreFailure) {
    try list.setConsidered(item, date)
  }

  package func tag(of occasion: Occasion) -> String {
    Trips.tag(of: Journey.id(of: occasion.item), on: occasion.date)
  }

  package func message(of occasion: Occasion) throws(StoreFailure) -> [String: String]? {
    guard try obstacle(to: occasion) == nil else { return nil }
    return [
      "type": Trips.type, Trips.idKey: Journey.id(of: occasion.item),
      "date": occasion.date.description,
      "event": Journey.isEarly(occasion.item) ? "early" : "departure",
    ]
  }

  package func caption(of item: PlanItem.ID) -> String { Journey.id(of: item) }

  package var lead: Span { .zero }

  package var grace: Span { get throws(StoreFailure) { try settings.grace } }

  package func armed(_ delivery: inout Delivery) throws(StoreFailure) { try write(&delivery) }
  package func rearmed(_ delivery: inout Delivery) throws(StoreFailure) { try write(&delivery) }

  /// The text for lists of coming notifications; the notification itself is worded when it is shown.
  private func write(_ delivery: inout Delivery) throws(StoreFailure) {
    guard let item = delivery.item, let journey = try list.journey(Journey.id(of: item)) else {
      return
    }
    let lead = try Trips.leadMinutes(settings)
    delivery.title =
      Journey.isEarly(item)
      ? Trips.earlyNotice(journey.leadMinutes ?? lead, words)
      : words.say("Time to leave for {destination}", ["destination": journey.destination])
    delivery.body = [journey.route, journey.stop].filter { !$0.isEmpty }.joined(separator: ", ")
    delivery.did = try settings.did
    try save(delivery)
  }

  /// Why nothing is told of an occasion that is due; nil if something is.
  private func obstacle(to occasion: Occasion) throws(StoreFailure) -> Reason? {
    let id = Journey.id(of: occasion.item)
    guard let journey = try list.journey(id) else { return .itemRemoved }
    let subject = try rows.thread(Trips.tag(of: id, on: occasion.date))
    let known =
      subject.flatMap { Trips.known($0) }
      ?? Trip(journey, on: occasion.date, in: zone)
    guard var trip = known else { return nil }
    trip.follow(journey, on: occasion.date, in: zone)
    if case .off(let reason) = trip.change { return reason }
    if Journey.isEarly(occasion.item),
      let departure = try rows.delivery(of: Occasion(Journey.item(id), on: occasion.date)),
      departure.status == .skipped, departure.reason == .user
    {
      return .user
    }
    guard let ride = trip.ride else { return .own(Trip.Code.cancelled) }
    let end = Journey.isEarly(occasion.item) ? ride.leaveAt : ride.goneAt
    return end > now ? nil : .own(Trip.Code.departed)
  }

  package func problem(
    with delivery: Delivery
  ) throws(StoreFailure) -> (reason: Reason, evidence: GateCheck.Evidence)? {
    guard let occasion = delivery.occasion else { return nil }
    // What could be told was told by its message.
    return (try obstacle(to: occasion) ?? .own(Trip.Code.told), .none)
  }

  package func sentence(for code: String, _ words: Words) -> String? {
    switch code {
    case Trip.Code.notGoing: words.say("Not shown: you canceled the journey")
    case Trip.Code.told: words.say("Not shown: you had been told before")
    case Trip.Code.cancelled: words.say("Not shown: the ride is canceled")
    case Trip.Code.departed: words.say("Not shown: the vehicle had left")
    default: nil
    }
  }

  package func buttons(of delivery: Delivery, _ words: Words) -> [NotifyCall.Button] { [] }

  package func item(named text: String) throws(StoreFailure) -> Result<PlanItem.ID, Refusal> {
    // The notice before it goes by the same name. (J6)
    let name =
      text.hasSuffix(Journey.earlySuffix) ? String(text.dropLast(Journey.earlySuffix.count)) : text
    guard Subject.isID(name) else {
      return .failure(Refusal(.invalidArgument, "slotId: is no name of a journey"))
    }
    guard try list.journey(name) != nil else {
      return .failure(
        Refusal(.notFound, "slotId: there is no journey \(beginning(of: name))"))
    }
    return .success(Journey.item(name))
  }

  // MARK: What messages say

  /// What is known of a trip moves its occasions, or takes them away. (J9, J11)
  package func learned(of subject: Subject) throws(StoreFailure) -> Bool {
    guard subject.kind == Trips.name, let (id, date) = Trips.occasion(of: subject.tag),
      let trip = Trips.known(subject)
    else { return false }
    return try list.setChange(id, on: date, trip.change)
  }

  /// In another zone a date's occurrence is another one, of which nothing was said. (T16)
  package func zoneMoved() throws(StoreFailure) {
    for journey in try list.journeys {
      for date in journey.changes.keys.sorted() {
        guard var subject = try rows.thread(Trips.tag(of: journey.id, on: date)), !subject.isOver,
          var trip = Trips.known(subject)
        else { continue }
        let before = trip
        trip.follow(journey, on: date, in: zone)
        guard trip != before else { continue }
        subject.state = StoredValue(trip)
        subject.silentAt = trip.end
        try ledger.put(subject)
      }
    }
  }

  /// The journeys go as planned again. (T29)
  package func subjectsForgotten() throws(StoreFailure) { try list.forgetChanges() }

  /// A trip of which nothing is known any more goes as planned: a clock that is set back may reach it
  /// again. (J9, T8)
  package func subjectsPruned() throws(StoreFailure) {
    for journey in try list.journeys {
      for case (let date, .moved) in journey.changes
      where try rows.thread(Trips.tag(of: journey.id, on: date)) == nil {
        _ = try list.setChange(journey.id, on: date, nil)
      }
    }
  }

  // MARK: Configuration

  package var key: String { "journeys" }

  package var document: JSONValue {
    get throws(StoreFailure) { .array(try list.journeys.map(\.document)) }
  }

  package func stage(_ field: Field) throws(Refusal) { try list.stage(field) }

  package var stagedDocument: JSONValue? { list.staged.map { .array($0.map(\.document)) } }

  package func adoptStaged() throws(StoreFailure) -> Bool { try list.adoptStaged() }
}

package import CarillonEngine

/// The journeys as the page lists them. (J29)
extension Journeys {
  package func read(_ query: Query) throws(StoreFailure) -> Answer? {
    guard query == .plan(name) else { return nil }
    return .done(Reply(PlanReport(rows: try planRows())))
  }

  private func planRows() throws(StoreFailure) -> [PlanReport.Row] {
    var trips: [String: [(date: LocalDate, trip: Trip)]] = [:]
    for subject in try rows.ownOpenThreads(of: Trips.name, limit: Journeys.mostRead) {
      guard let (id, date) = Trips.occasion(of: subject.tag), let trip = Trips.known(subject),
        trip.end > now, trip.stage < .cancelled
      else { continue }
      trips[id, default: []].append((date, trip))
    }
    let skipped = try rows.skippedByUser(after: now).compactMap(\.occasion)
    // As the planner sees it: what was told is not told again, also if its journey was moved. (T16)
    var coming: [PlanItem.ID: (at: Instant, date: LocalDate)] = [:]
    for want in try list.planning.wanted() where coming[want.occasion.item] == nil {
      coming[want.occasion.item] = (want.at, want.occasion.date)
    }
    var listed: [(at: Instant?, row: PlanReport.Row)] = []
    for journey in try list.journeys {
      let leave = Journey.item(journey.id)
      let next = coming[leave]
      var row = PlanReport.Row(
        id: journey.id, title: journey.destination,
        caption: Trips.way(journey.route, journey.stop, words), isOn: journey.enabled,
        next: next?.at.iso(in: zone), date: next?.date.description)
      if journey.enabled {
        let notes =
          (trips[journey.id] ?? []).compactMap { note(on: $0.trip, on: $0.date, of: journey) }
          + journey.changes.keys.compactMap { note(onCanceled: $0, of: journey) }
          + skipped.filter { $0.item == leave }.map { note(onSkipped: $0.date) }
        row.note = notes.min { $0.date < $1.date }
      }
      listed.append((next?.at, row))
    }
    return listed.sorted { one, other in
      let (first, second) = (one.at ?? .distantFuture, other.at ?? .distantFuture)
      return (first, one.row.title, one.row.id) < (second, other.row.title, other.row.id)
    }.map(\.row)
  }

  /// No journey is known ahead for more than two weeks.
  private static let mostRead = 1000

  private func note(
    on known: Trip, on date: LocalDate, of journey: Journey
  ) -> PlanReport.Note? {
    var trip = known
    trip.follow(journey, on: date, in: zone)
    // The user may have taken that day away since.
    guard trip.stage != .planned || journey.weekdays.contains(weekday: date.weekday) else {
      return nil
    }
    var note = PlanReport.Note(
      date: date.description, text: words.say("On time"), tone: .green,
      tag: Trips.tag(of: journey.id, on: date))
    let late = (trip.departure - trip.scheduled).roundedMinutes
    if trip.isCancelled {
      note.tone = .red
      note.text = words.say("The ride is canceled.")
      if let instead = trip.instead {
        note.text = words.say(
          "The ride is canceled. Instead: {route} at {time}",
          ["route": instead.route, "time": clock(instead.departure)])
      }
    } else if trip.stage == .active {
      (note.tone, note.text) = (.violet, words.term("journey", "In progress"))
    } else if late != 0 {
      note.tone = .amber
      note.text =
        late > 0
        ? words.count("{n} minute late", "{n} minutes late", late)
        : words.count("{n} minute early", "{n} minutes early", -late)
    } else if trip.departure <= now {
      (note.tone, note.text) = (
        .blue, words.say("Departed at {time}", ["time": clock(trip.departure)])
      )
    } else if trip.stage == .announced {
      (note.tone, note.text) = (.amber, Trips.departures.name(words))
    }
    return note
  }

  private func note(onCanceled date: LocalDate, of journey: Journey) -> PlanReport.Note? {
    guard case .off(.own(Trip.Code.notGoing)) = journey.changes[date],
      let trip = Trip(journey, on: date, in: zone), trip.departure > now
    else { return nil }
    return PlanReport.Note(
      date: date.description, text: words.say("You canceled it."), tone: .blue,
      tag: Trips.tag(of: journey.id, on: date))
  }

  private func note(onSkipped date: LocalDate) -> PlanReport.Note {
    PlanReport.Note(date: date.description, text: words.say("You skipped it."), tone: .blue)
  }

  private func clock(_ instant: Instant) -> String {
    words.clock(zone.wallClock(at: instant).time)
  }
}

extension Trips {
  /// `Bus 7 from Market`; empty if neither is known.
  package static func way(_ route: String, _ stop: String, _ words: Words) -> String {
    guard !route.isEmpty, !stop.isEmpty else { return route + stop }
    return words.say("{route} from {stop}", ["route": route, "stop": stop])
  }
}

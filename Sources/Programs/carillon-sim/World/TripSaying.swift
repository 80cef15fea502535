import CarillonFeatures

/// What a message says about a journey on one date, as its service means it. (J5–J11)
struct TripSaying {
  enum Event: String, CaseIterable {
    case departure, delay, cancellation, crowding, eta, alternatives, ended
  }

  /// Another way to get there.
  struct Way: Hashable {
    var route: String
    var departure: Instant
    var arrival: Instant
    var walk: Span

    var leave: Instant { departure - walk }
  }

  var journey: String
  /// Nil if the message leaves it out: the next occurrence is meant.
  var date: LocalDate?
  /// The date that its service means.
  let meant: LocalDate
  var event: Event
  /// When the vehicle departs, if the message says so by a time.
  var departure: Instant?
  /// The same by minutes from the timetable.
  var delay: Int64?
  var arrival: Instant?
  var ways: [Way]?
  /// By the service's clock; nil if the message does not say.
  var sentAt: Instant?
  var body: String?
  /// How long it is valid; nil if the message does not say.
  var life: Span?

  /// Whether it says when the vehicle departs or arrives.
  var saysWhen: Bool { departure != nil || delay != nil || arrival != nil }

  /// As the message's fields.
  var data: [String: String] {
    var data = ["type": "journey", "journeyId": journey, "event": event.rawValue]
    data["date"] = date?.description
    data["departure"] = departure?.isoUTC
    data["delayMinutes"] = delay.map(String.init)
    data["arrival"] = arrival?.isoUTC
    data["timestamp"] = sentAt?.isoUTC
    data["body"] = body
    data["alternatives"] = ways.map { ways in
      JSONValue.array(
        ways.map { way in
          .object([
            "route": .text(way.route), "stop": .text("Market"),
            "departure": .text(way.departure.isoUTC), "arrival": .text(way.arrival.isoUTC),
            "walkMinutes": .integer(way.walk.milliseconds / 60_000),
          ])
        }
      ).serialized
    }
    return data
  }
}

package import CarillonEngine

/// Journeys that the user deals with on several devices. (J27, J28)
extension Trips {
  package static func isTag(_ text: String) -> Bool { occasion(of: text) != nil }

  package static func operation(ofAct name: String) -> DeviceStatus.Operation? {
    switch name {
    case start: .started
    case cancel: .cancelled
    default: nil
    }
  }

  package static func outcome(
    of status: DeviceStatus, _ tag: String, _ subject: Subject?, _ context: KindContext
  ) -> DeviceOutcome {
    let before = subject.flatMap { known($0) }
    guard var trip = before ?? planned(tag, context) else { return .closed }
    if let (_, date) = occasion(of: tag), let journey = context.item.flatMap({ Journey($0) }) {
      trip.follow(journey, on: date, in: context.zone)
    }
    guard trip.stage != .done, trip.end > context.now else { return .closed }
    switch status.operation {
    case .started, .cancelled:
      // Of what was done here and there, the latest counts.
      if let actedAt = trip.actedAt, status.at < min(actedAt, context.now) { return .outdated }
      trip.stage = status.operation == .started ? .active : .cancelled
      trip.actedAt = status.at
    case .dismissed, .snoozed, .acknowledged:
      // The notice before it may have been meant, as long as it is not time to leave. (J6)
      guard trip.stage == .planned, let ride = trip.ride,
        hasEarlyNotice(context) ? ride.leaveAt <= status.at : trip.isTimely(at: status.at)
      else { return .closed }
      trip.stage = .announced
      trip.toldDeparture = ride.departure
    }
    return .known(state(of: trip, context))
  }

  /// Whether the user is told so shortly before it is time to leave that nobody can tell which of the two was meant.
  private static func hasEarlyNotice(_ context: KindContext) -> Bool {
    let journey = context.item.flatMap { Journey($0) }
    let lead = journey?.leadMinutes ?? leadMinutes(context.settings)
    return lead > 0 && Span.minutes(Int64(lead)) <= Trip.timely
  }

  /// One of which nothing was heard so far; nil if it is not the user's.
  private static func planned(_ tag: String, _ context: KindContext) -> Trip? {
    guard let journey = context.item.flatMap({ Journey($0) }),
      let (_, date) = occasion(of: tag), journey.weekdays.contains(weekday: date.weekday)
    else { return nil }
    return Trip(journey, on: date, in: context.zone)
  }
}

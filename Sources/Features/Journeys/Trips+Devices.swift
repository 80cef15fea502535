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
    let planned = planned(tag, context)
    var found = subject.flatMap { known($0) }
    if found == nil, let planned, isNear(planned.date, context),
      planned.journey.weekdays.contains(weekday: planned.date.weekday)
    {
      found = Trip(planned.journey, on: planned.date, in: context.zone)
    }
    guard var trip = found else { return .closed }
    if let planned { trip.follow(planned.journey, on: planned.date, in: context.zone) }
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

  /// Whether the early notice comes within the time in which a departure counts as told: then nobody knows which of
  /// the two was dismissed.
  private static func hasEarlyNotice(_ context: KindContext) -> Bool {
    let journey = context.item.flatMap { Journey($0) }
    let lead = journey?.leadMinutes ?? leadMinutes(context.settings)
    return lead > 0 && Span.minutes(Int64(lead)) <= Trip.timely
  }
}

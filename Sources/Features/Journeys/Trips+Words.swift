package import CarillonEngine

/// What the user reads of trips in more than one place.
extension Trips {
  package static func text(
    of subject: Subject, _ context: KindContext
  ) -> (title: String, body: String)? {
    known(subject).map { TripText($0, context).told }
  }

  static func earlyNotice(_ minutes: Int, _ words: Words) -> String {
    words.count(
      "Optimal departure in {n} minute", "Optimal departure in {n} minutes", minutes)
  }

  static func word(for crowding: Trip.Crowding, _ words: Words) -> String {
    switch crowding {
    case .low: words.say("Plenty of seats")
    case .medium: words.say("Some seats")
    case .high: words.say("Crowded")
    case .full: words.say("Full")
    }
  }

  /// `Tomorrow`, of a trip that is not made today; nil of one that is.
  static func day(of trip: Trip, _ context: KindContext) -> String? {
    let today = context.zone.wallClock(at: context.now).date
    let date = context.zone.wallClock(at: trip.usualLeave).date
    return date == today ? nil : context.words.heading(date, today: today)
  }

  static func listed(_ texts: [String?]) -> String {
    texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " • ")
  }

  static func clock(_ instant: Instant, _ context: KindContext) -> String {
    context.words.clock(context.zone.wallClock(at: instant).time)
  }
}

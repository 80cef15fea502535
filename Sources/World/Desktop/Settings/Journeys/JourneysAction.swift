import CarillonEngine
import CarillonJourneys

/// An action on the page of journeys.
enum JourneysAction: Hashable {
  case change(_ id: String, JourneyChange)
  case add(Journey)
  case remove(_ id: String)
  /// Opens the window of a subject.
  case open(tag: String)
  case play(_ sound: String)
  /// The user tried to remove the last day of a journey.
  case lastDay
  /// Adding a journey has ended, saved or canceled.
  case endedNew
}

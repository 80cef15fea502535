import CarillonEngine
import CarillonJourneys

/// A change that the user makes to a journey. (J29)
enum JourneyChange: Hashable {
  case destination(String)
  case route(String)
  case stop(String)
  case enabled(Bool)
  case weekdays(Weekdays)
  /// With the ride, without which nobody knows when to leave to arrive by a time.
  case timing(Journey.Timing, rideMinutes: Int?)
  case walkMinutes(Int)
  case leadMinutes(Int?)
  case thresholdMinutes(Int)
  case sound(OwnSound?)

  func apply(to journey: inout Journey) {
    switch self {
    case .destination(let name): journey.destination = name
    case .route(let name): journey.route = name
    case .stop(let name): journey.stop = name
    case .enabled(let isOn): journey.enabled = isOn
    case .weekdays(let days): journey.weekdays = days
    case .timing(let timing, let ride): (journey.timing, journey.rideMinutes) = (timing, ride)
    case .walkMinutes(let minutes): journey.walkMinutes = minutes
    case .leadMinutes(let minutes): journey.leadMinutes = minutes
    case .thresholdMinutes(let minutes): journey.thresholdMinutes = minutes
    case .sound(let sound): journey.sound = sound
    }
  }

  /// Applies the change to the journey with this id, if it still exists.
  func apply(to journeys: inout [Journey], of id: String) {
    guard let index = journeys.firstIndex(where: { $0.id == id }) else { return }
    apply(to: &journeys[index])
  }
}

import CarillonEngine
import CarillonJourneys

/// What is typed in the editor of a journey: what is wrong with it, and when it is time to leave. (J29)
struct JourneyForm: Hashable {
  enum Field: Hashable, CaseIterable {
    case destination, time, walk, ride, threshold
  }

  var destination: String
  var route: String
  var stop: String
  /// Whether the time is that of the arrival.
  var arrives: Bool
  var time: String
  var walk: String
  var ride: String
  var threshold: String

  init(_ journey: Journey, _ words: Words) {
    destination = journey.destination
    route = journey.route
    stop = journey.stop
    arrives = if case .arriveBy = journey.timing { true } else { false }
    time = words.clock(journey.time)
    walk = String(journey.walkMinutes)
    ride = journey.rideMinutes.map { String($0) } ?? ""
    threshold = String(journey.thresholdMinutes)
  }

  /// Why a field cannot be saved; nil if it can.
  func problem(with field: Field, _ words: Words) -> String? {
    switch field {
    case .destination:
      return isBlank(destination) ? words.say("Type where you want to go.") : nil
    case .time:
      return wallTime(words) == nil ? words.say("Type a time such as 7:30.") : nil
    case .walk: return words.problem(with: walk, Journey.walks)
    case .threshold: return words.problem(with: threshold, Journey.thresholds)
    case .ride:
      guard isBlank(ride) else { return words.problem(with: ride, Journey.rides) }
      return arrives
        ? words.say("Type how long the ride takes, so that Carillon knows when to leave.") : nil
    }
  }

  /// The time, with the ride that it depends on; nil if one of them cannot be saved.
  func timing(_ words: Words) -> JourneyChange? {
    guard let time = wallTime(words), problem(with: .ride, words) == nil else { return nil }
    return .timing(
      arrives ? .arriveBy(time) : .departAt(time),
      rideMinutes: JourneyForm.minutes(ride, Journey.rides))
  }

  /// “Leave at 07:38 to catch Bus 7 at 07:42.”; empty if what is typed does not say.
  func sentence(_ words: Words) -> String {
    guard let time = wallTime(words), let walk = JourneyForm.minutes(walk, Journey.walks) else {
      return ""
    }
    let ride = JourneyForm.minutes(ride, Journey.rides)
    guard ride != nil || isBlank(self.ride) && !arrives else { return "" }
    let departure = time.minuteOfDay - (arrives ? ride ?? 0 : 0)
    func clock(_ minute: Int) -> String { words.clock(WallTime(ofDay: minute)) }
    let values = ["leave": clock(departure - walk), "time": clock(departure), "route": route]
    var sentences = [
      isBlank(route)
        ? words.say("Leave at {leave} to catch the vehicle at {time}.", values)
        : words.say("Leave at {leave} to catch {route} at {time}.", values)
    ]
    if let ride {
      sentences.append(words.say("You arrive at {time}.", ["time": clock(departure + ride)]))
    }
    if departure - walk < 0 { sentences.append(words.say("You leave the day before.")) }
    return sentences.joined(separator: " ")
  }

  /// The number typed; nil if it is none, or out of range.
  static func minutes(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    let digits = text.filter { !$0.isWhitespace }
    guard digits.utf8.count <= 4, digits.allSatisfy({ $0.isASCII && $0.isWholeNumber }),
      let number = Int(digits), range.contains(number)
    else { return nil }
    return number
  }

  private func wallTime(_ words: Words) -> WallTime? { WallTime(typed: time, in: words.region) }
}

extension Words {
  fileprivate func problem(with text: String, _ range: ClosedRange<Int>) -> String? {
    guard JourneyForm.minutes(text, range) == nil else { return nil }
    return say(
      "Type a number from {least} to {most}.",
      ["least": String(range.lowerBound), "most": String(range.upperBound)])
  }
}

import CarillonFeatures
import CarillonStore
import Testing

/// Another way to work, as a service names it: it is time to leave for it at 06:56 UTC.
let busSeven =
  #"[{"route":"Bus 7","stop":"Market","departure":"2026-11-23T07:00:00Z","arrival":"2026-11-23T07:20:00Z","walkMinutes":4}]"#

extension Device {
  /// A Monday at 7 in Berlin, with a journey to work by the tram of 7:42, eight minutes on foot from here.
  static func forJourneys(
    at now: Instant = at("2026-11-23T06:00:00Z"), _ more: String = "", settings: String = "",
    _ prepare: (Device) -> Void = { _ in }
  ) throws -> Device {
    let device = try Device(at: now, prepare)
    device.callbackAnswers = nil
    device.set(
      #"""
      {"slots":[],"journeys":[{"id":"office","destination":"Work","route":"Tram 12","stop":"Main Street",
      "departAt":"07:42","walkMinutes":8,"rideMinutes":20\#(more)}]\#(settings)}
      """#)
    return device
  }

  /// What the service says of the journey to work.
  @discardableResult
  func say(
    _ event: String, _ more: [String: String] = [:], at location: SourceLocation = #_sourceLocation
  ) -> JSONValue? {
    let message = document(
      ["type": "journey", "journeyId": "office", "event": event].merging(more) { $1 })
    guard let answer = ask(.push(message: message))?.text else {
      Issue.record("the message was refused", sourceLocation: location)
      return nil
    }
    return JSONValue(parsing: answer)
  }

  var shown: [String] { calls.map(\.call.summary) }
}

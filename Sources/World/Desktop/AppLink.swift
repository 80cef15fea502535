package import CarillonEngine
package import CarillonRehearsal
package import CarillonSlots
import Foundation

/// The connection of tray and windows to the engine.
///
/// They ask the same as other processes do, but everything is a value.
package struct AppLink {
  package typealias Ask = (Order, _ answer: @escaping (Answer) -> Void) -> Void
  package typealias Read = (Query) -> Answer

  let ask: Ask
  private let answer: Read
  /// 003's six calls.
  let daily: any MultiDailyNotification
  let now: () -> Instant
  let zone: (String) -> (any ZoneRules)?
  let words: Words
  /// What there is besides hours, for their names.
  let features: Features

  /// Rehearses the coming days, with a change of the settings that is not stored.
  ///
  /// `done` is called once, later; whoever does not want the answer any more cancels it.
  package typealias Rehearse = (
    _ patch: Patch?, Cancellation,
    _ done: @escaping (Result<WeekAhead, WeekQuestion.Failure>) -> Void
  ) -> Void
  package var rehearse: Rehearse = { $2(.failure(.canceled)) }

  package init(
    ask: @escaping Ask, read: @escaping Read,
    daily: (any MultiDailyNotification)? = nil, now: @escaping () -> Instant,
    zone: @escaping (String) -> (any ZoneRules)?, words: Words,
    features: Features = Features(plugs: [], kinds: [])
  ) {
    self.ask = ask
    answer = read
    self.daily = daily ?? DailyNotifications(ask: ask, read: read)
    self.now = now
    self.zone = zone
    self.words = words
    self.features = features
  }

  /// Answers at once; throws a refusal for the user.
  func read<Value>(_ reading: TypedQuery<Value>) throws(Refusal) -> Value {
    try answer(reading.query).value(of: reading)
  }

  /// The same by callback; `refused` receives a sentence for the user.
  ///
  /// One of both is called before it returns.
  func read<Value>(
    _ reading: TypedQuery<Value>, refused: (String) -> Void = { _ in }, then: (Value) -> Void
  ) {
    do throws(Refusal) {
      then(try read(reading))
    } catch {
      refused(error.message)
    }
  }

  /// Asks for something to be done; `refused` receives the reason if it is not.
  func act(_ order: Order, refused: @escaping (String) -> Void) {
    ask(order) { answer in
      if case .refused(let refusal) = answer { refused(refusal.message) }
    }
  }

  /// The time zone of a report's hours.
  func zone(of report: StateReport) -> any ZoneRules {
    zone(report.timezone) ?? WithoutRules()
  }
}

/// Stands in for a zone that this system does not know: UTC.
private struct WithoutRules: ZoneRules {
  var identifier: String { "UTC" }
  func offset(at instant: Instant) -> Int { 0 }
  func transition(after instant: Instant) -> Instant? { nil }
}

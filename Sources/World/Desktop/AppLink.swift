package import CarillonEngine
import Foundation

/// The connection of tray and windows to the engine.
///
/// They ask the same questions as other processes, and read the same documents.
package struct AppLink {
  package typealias Ask = (Question, _ answer: @escaping (Answer) -> Void) -> Void

  let ask: Ask
  let now: () -> Instant
  let zone: (String) -> (any ZoneRules)?
  let words: Words
  /// What there is besides hours, for their names.
  let features: Features

  package init(
    ask: @escaping Ask, now: @escaping () -> Instant,
    zone: @escaping (String) -> (any ZoneRules)?, words: Words,
    features: Features = Features(plugs: [], kinds: [])
  ) {
    self.ask = ask
    self.now = now
    self.zone = zone
    self.words = words
    self.features = features
  }

  /// Asks, and decodes the answer as a `Document`; `refused` receives a sentence for the user.
  func read<Document: Decodable>(
    _ question: Question, as type: Document.Type, refused: @escaping (String) -> Void = { _ in },
    then: @escaping (Document) -> Void
  ) {
    ask(question) { [words] answer in
      switch answer {
      case .done(let reply):
        guard let document = reply.read(as: type) else {
          return refused(words.say("Carillon’s answer could not be read."))
        }
        then(document)
      case .refused(let refusal): refused(refusal.message)
      }
    }
  }

  /// Asks for something to be done; `refused` receives the reason if it is not.
  func act(_ question: Question, refused: @escaping (String) -> Void) {
    ask(question) { answer in
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

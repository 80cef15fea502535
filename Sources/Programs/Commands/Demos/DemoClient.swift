import CarillonBus
import CarillonEngine
import CarillonGLib

/// Asks Carillon for a demo.
struct DemoClient {
  private let client: BusClient
  /// Whether refusals are for programs.
  private let json: Bool

  init(on bus: Bus, startsApp: Bool, json: Bool) {
    client = BusClient(on: bus, startsApp: startsApp)
    self.json = json
  }

  @discardableResult
  func ask(_ question: DoorCall) throws(Failure) -> String {
    do throws(CallFailure) {
      return try client.ask(question)
    } catch {
      guard case .refused(let refusal) = error, !json else { throw Failure(error) }
      throw .refused(Text().refused(refusal))
    }
  }

  /// The members of the document that answers `question`.
  func members(of question: DoorCall) throws(Failure) -> [String: JSONValue] {
    guard case .object(let members) = JSONValue(parsing: try ask(question)) else {
      throw .unreadable
    }
    return members
  }
}

extension DemoClient {
  /// A name that no former demo has had.
  static func randomName(_ length: Int) -> String {
    let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    return String((0..<length).map { _ in letters[Int.random(in: letters.indices)] })
  }
}

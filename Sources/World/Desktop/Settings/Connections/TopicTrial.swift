import CarillonEngine

/// A trial of a topic; answers that come after it was abandoned are ignored.
struct TopicTrial {
  enum Stage {
    case none
    case asking(JSONValue)
    case done(JSONValue, TopicReport)
    /// The engine has refused the document.
    case refused(JSONValue, String)
  }

  private(set) var stage = Stage.none
  private var number = 0

  /// Starts a trial of a document; its number identifies the answer.
  mutating func begin(_ document: JSONValue) -> Int {
    number += 1
    stage = .asking(document)
    return number
  }

  /// Takes the answer to the trial of this number; false if it is no longer expected.
  mutating func end(_ number: Int, _ report: TopicReport) -> Bool {
    guard number == self.number, case .asking(let document) = stage else { return false }
    stage = .done(document, report)
    return true
  }

  mutating func refuse(_ number: Int, _ message: String) -> Bool {
    guard number == self.number, case .asking(let document) = stage else { return false }
    stage = .refused(document, message)
    return true
  }

  /// Abandons the trial, or discards its result.
  mutating func drop() {
    number += 1
    stage = .none
  }

  var isAsking: Bool { if case .asking = stage { true } else { false } }

  /// Whether what was tried last asks the server in the same way as `document` would.
  func covers(_ document: JSONValue) -> Bool {
    switch stage {
    case .none: false
    case .asking(let tried), .done(let tried, _), .refused(let tried, _):
      TopicTrial.asked(tried) == TopicTrial.asked(document)
    }
  }

  /// Whether `document` was tried, and would work.
  func approves(_ document: JSONValue) -> Bool {
    if case .done(_, let report) = stage { report.ok && covers(document) } else { false }
  }

  /// Whether `document` was tried and has failed.
  func rejects(_ document: JSONValue) -> Bool {
    switch stage {
    case .done(_, let report): !report.ok && covers(document)
    case .refused: covers(document)
    default: false
    }
  }

  /// What the server is asked: a name or an hour is none of its business.
  private static func asked(_ document: JSONValue) -> [JSONValue?] {
    guard case .object(let members) = document else { return [] }
    return ["server", "topic", "token"].map { members[$0] }
  }

  func model(saves: Bool, words: Words) -> TopicTrialModel? {
    switch stage {
    case .none: nil
    case .asking(let document): TopicTrialModel(asking: TopicTrial.server(document), words: words)
    case .done(_, let report): TopicTrialModel(report, saves: saves, words: words)
    case .refused(_, let message): TopicTrialModel(refused: message)
    }
  }

  private static func server(_ document: JSONValue) -> String {
    guard case .object(let members) = document, case .text(let server)? = members["server"] else {
      return ""
    }
    return TopicSubscription(server: server, topic: "").authority
  }
}

import CarillonDetail
import CarillonText
import CarillonTime

/// What a test of the whole way has shown: all of it, or only what has just happened. (C7)
package struct TestReport: Hashable, Codable, Sendable {
  package struct Step: Hashable, Codable, Sendable {
    /// A raw value of ``SelfTest/Step``.
    package var step: String
    /// The same for people.
    package var name: String
    /// Milliseconds since the test began.
    package var afterMs: Int64
    /// Why it failed, and what helps; absent if it did not.
    package var problem: String?

    package init(
      _ step: SelfTest.Step, named name: String, afterMs: Int64, problem: String? = nil
    ) {
      self.step = step.rawValue
      self.name = name
      self.afterMs = afterMs
      self.problem = problem
    }
  }

  package var carrier: String
  package var steps: [Step]

  package init(_ carrier: String, _ steps: [Step]) {
    self.carrier = carrier
    self.steps = steps
  }

  /// Whether the message came all the way.
  package var succeeded: Bool {
    steps.last?.step == SelfTest.Step.onScreen.rawValue && steps.allSatisfy { $0.problem == nil }
  }
}

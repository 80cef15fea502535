import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// How many tests are shown. (T22)
extension Turn {
  /// Counts a test; refuses it if there have been 5 in a minute.
  ///
  /// Tests skip the throttle, and any process may ask for them.
  func countTest() -> Refusal? {
    let now = ledger.now
    // Those of a clock that was ahead do not count.
    let recent = memory.tests.filter { $0 <= now && now - $0 < Turn.testWindow }
    guard recent.count >= Turn.mostTests, let first = recent.first else {
      remember { $0.tests = recent + [now] }
      return nil
    }
    return Refusal(
      .refused,
      ledger.environment.words.count(
        "That is enough for now. The next test is possible in {n} second.",
        "That is enough for now. The next test is possible in {n} seconds.",
        Int((first + Turn.testWindow - now).secondsRoundedUp)))
  }

  private static let mostTests = 5
  private static let testWindow = Span.minutes(1)
}

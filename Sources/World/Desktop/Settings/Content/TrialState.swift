import CarillonEngine
import CarillonSlots

/// A trial of a source: nothing is stored by it, and what comes after it was given up is ignored.
struct TrialState {
  enum Stage {
    case none
    case asking(SourceForm)
    case done(TrialReport, of: SourceForm, took: Span)
  }

  private(set) var stage = Stage.none
  private var number = 0
  private var since = Instant.distantPast

  /// Begins to ask; the number comes back with the answer.
  mutating func begin(_ form: SourceForm, at now: Instant) -> Int {
    number += 1
    since = now
    stage = .asking(form)
    return number
  }

  /// The answer to the trial of this number; false if that is not waited for any more.
  mutating func end(_ number: Int, _ report: TrialReport, at now: Instant) -> Bool {
    guard isAsking(number), case .asking(let form) = stage else { return false }
    stage = .done(report, of: form, took: max(.zero, now - since))
    return true
  }

  /// Gives up, or puts the result away.
  mutating func drop() {
    number += 1
    stage = .none
  }

  var isAsking: Bool { if case .asking = stage { true } else { false } }

  /// Whether the trial of this number is still waited for.
  func isAsking(_ number: Int) -> Bool { isAsking && number == self.number }

  var hasResult: Bool { if case .done = stage { true } else { false } }

  /// Puts away what came of a source that is asked otherwise now; pointers are only read otherwise.
  mutating func changed(from before: SourceForm, to form: SourceForm) {
    if before.asked != form.asked { drop() }
  }
}

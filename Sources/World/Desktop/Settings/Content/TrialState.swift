import CarillonEngine
import CarillonSlots

/// A trial of a source; it stores nothing, and ignores answers that come after it was abandoned.
struct TrialState {
  enum Stage {
    case none
    case asking(SourceForm)
    case done(TrialReport, of: SourceForm, took: Span)
  }

  private(set) var stage = Stage.none
  private var number = 0
  /// The result before the one that is being asked for.
  private var former = Stage.none
  private var since = Instant.distantPast

  /// Starts a trial; its number identifies the answer.
  mutating func begin(_ form: SourceForm, at now: Instant) -> Int {
    number += 1
    since = now
    former = hasResult ? stage : .none
    stage = .asking(form)
    return number
  }

  /// Takes the answer to the trial of this number; false if it is no longer expected.
  mutating func end(_ number: Int, _ report: TrialReport, at now: Instant) -> Bool {
    guard isAsking(number), case .asking(let form) = stage else { return false }
    stage = .done(report, of: form, took: max(.zero, now - since))
    return true
  }

  /// The trial was refused, for what the user can correct: the result before it is shown again.
  mutating func refused() {
    number += 1
    stage = former
  }

  /// Abandons the trial, or discards its result.
  mutating func drop() {
    number += 1
    stage = .none
  }

  var isAsking: Bool { if case .asking = stage { true } else { false } }

  /// Whether the trial of this number is still running.
  func isAsking(_ number: Int) -> Bool { isAsking && number == self.number }

  var hasResult: Bool { if case .done = stage { true } else { false } }

  /// Whether the source of `form` is being tried, or was tried last.
  func covers(_ form: SourceForm) -> Bool {
    switch stage {
    case .none: false
    case .asking(let tried), .done(_, of: let tried, took: _): tried.isSameSource(as: form)
    }
  }

  /// Discards the result if the request has changed; changed pointers keep it.
  mutating func changed(from before: SourceForm, to form: SourceForm) {
    if before.asked != form.asked { drop() }
  }
}

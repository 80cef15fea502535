import CarillonEngine
import CarillonGLib

/// Passes on a state once all signals that have come are read: other processes can send thousands.
final class Latest<Value> {
  private let report: (Value) -> Void
  /// Nil if all was reported.
  private var value: Value?

  init(_ report: @escaping (Value) -> Void) {
    self.report = report
  }

  /// Reports `value` soon, unless another one comes before.
  func take(_ value: Value) {
    let isDue = self.value != nil
    self.value = value
    guard !isDue else { return }
    // Holds `self` until then, for the caller may keep only ``take``.
    MainLoop.after(.zero) { self.flush() }
  }

  /// Reports what has come until now.
  func flush() {
    guard let value else { return }
    self.value = nil
    report(value)
  }
}

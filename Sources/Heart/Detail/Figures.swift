import CarillonText
import CarillonTime

/// The number format of a value: decimals, separator, and rounding.
package struct Figures: Codable, Hashable, Sendable {
  package enum Rounding: String, Codable, Hashable, Sendable {
    case nearest
    /// For elapsed time: a second counts once it is over.
    case down
    /// For remaining time: it must not reach zero too early.
    case up
  }

  package var decimals = 0
  /// The decimal separator of the user's locale.
  package var separator = "."
  package var rounding = Rounding.nearest

  package init(decimals: Int = 0, separator: String = ".", rounding: Rounding = .nearest) {
    self.decimals = decimals
    self.separator = separator
    self.rounding = rounding
  }

  /// The value as displayed, converted back to a number.
  package func rounded(_ value: Double) -> Double {
    Double(units(value)) / scale
  }

  package func text(_ value: Double) -> String {
    let units = units(value)
    let (whole, rest) = abs(units).quotientAndRemainder(dividingBy: Int64(scale))
    let sign = units < 0 ? "−" : ""
    guard places > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    let zeros = String(repeating: "0", count: places - digits.count)
    return "\(sign)\(whole)\(separator)\(zeros)\(digits)"
  }

  /// The nearest value above or below `value` at which the text changes.
  func change(from value: Double, up: Bool) -> Double {
    let unit = Double(units(value))
    let border =
      switch rounding {
      case .nearest: unit + (up ? 0.5 : -0.5)
      case .down: up ? unit + 1 : unit
      case .up: up ? unit : unit - 1
      }
    return border / scale
  }

  private var places: Int { min(max(decimals, 0), 3) }

  private var scale: Double { [1, 10, 100, 1000][places] }

  private func units(_ value: Double) -> Int64 {
    guard value.isFinite else { return 0 }
    let scaled = min(max(value * scale, -1e15), 1e15)
    // As a double, 2.3 is slightly less than 2.3; without the margin it would be written as 2.29.
    let rounded =
      switch rounding {
      case .nearest: scaled.rounded(.toNearestOrAwayFromZero)
      case .down: (scaled + 1e-6).rounded(.down)
      case .up: (scaled - 1e-6).rounded(.up)
      }
    return Int64(rounded)
  }
}

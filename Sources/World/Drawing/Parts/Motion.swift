package import CarillonEngine
import Glibc

/// Computes when a moving part next moves visibly.
///
/// Redrawing sixty times a second would wake the machine for nothing: a line that moves by 400
/// pixels in a minute changes seven times a second.
struct Motion {
  /// Device pixels as a function of the value, nearly linear.
  private let position: (Double) -> Double
  private let value: (Double) -> Double

  /// For a value drawn as a length.
  static func length(pixelsPerUnit: Double) -> Motion {
    let factor = max(pixelsPerUnit, 1e-9)
    return Motion(position: { $0 * factor }, value: { $0 / factor })
  }

  /// For a value from 0 to 1 drawn as an area.
  static func area(radius: Double) -> Motion {
    let radius = max(radius, 1e-9)
    return Motion(
      position: { sqrt(max($0, 0)) * radius },
      value: { $0 <= 0 ? 0 : ($0 / radius) * ($0 / radius) })
  }

  /// The first visible change after `now`; nil if nothing moves any more.
  func next(_ ramp: Ramp, after now: Instant) -> Instant? {
    guard ramp.isMoving(at: now) else { return nil }
    let moment = max(now, ramp.start)
    let here = position(ramp.value(at: moment))
    let there = ramp.to > ramp.from ? here.rounded(.down) + 1 : here.rounded(.up) - 1
    guard let reached = ramp.instant(of: value(there)), reached < ramp.end else { return ramp.end }
    return max(reached, moment + .milliseconds(1))
  }
}

extension Look {
  /// When `ramp`, drawn with `motion`, next moves visibly.
  func next(_ ramp: Ramp, _ motion: Motion, after now: Instant) -> Instant? {
    guard isStill else { return motion.next(ramp, after: now) }
    return nextStep(of: ramp, after: now)
  }

  /// When the displayed text of `reading` changes next.
  package func next(_ reading: Reading, after now: Instant) -> Instant? {
    guard isStill else { return reading.nextChange(after: now) }
    return nextStep(of: reading.ramp, after: now)
  }

  private func nextStep(of ramp: Ramp, after now: Instant) -> Instant? {
    guard ramp.isMoving(at: now), ramp.end - ramp.start > .seconds(1) else { return nil }
    let since = max(now - ramp.start, .zero).milliseconds
    return min(ramp.start + .milliseconds((since / 1000 + 1) * 1000), ramp.end)
  }
}

/// The earliest of several instants.
func earliest(_ instants: Instant?...) -> Instant? {
  instants.compactMap(\.self).min()
}

import Glibc

// C's own functions, to avoid linking Foundation.

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

let fullTurn = 2 * Double.pi

/// How far `value` is on the way from `low` to `high`: from 0 to 1.
///
/// 0 if the ends are too far apart to be told, or equal: after anything that is no number, cairo draws nothing
/// more, or ends the program.
func share(of value: Double, from low: Double, to high: Double) -> Double {
  let share = (value - low) / (high - low)
  return share.isFinite ? min(max(share, 0), 1) : 0
}

/// A position in layout pixels.
struct Point: Hashable {
  var x: Double
  var y: Double

  /// The point at an angle and a distance, clockwise from the right.
  func away(_ distance: Double, at angle: Double) -> Point {
    Point(x: x + distance * cos(angle), y: y + distance * sin(angle))
  }
}

struct Box: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
  var right: Double { x + width }
  var bottom: Double { y + height }

  func inset(by distance: Double) -> Box {
    Box(
      x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
  }

  /// The largest square in the middle.
  var square: Box {
    let side = min(width, height)
    return Box(x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
  }
}

/// The size of a drawing, in layout pixels.
package struct Size: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

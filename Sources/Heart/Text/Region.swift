package import CarillonTime

/// Formatting conventions of the user's region, independent of their language.
package struct Region: Hashable, Sendable {
  /// 1 is Monday, 7 is Sunday.
  package var firstWeekday = 1
  package var twelveHours = false
  package var beforeNoon = "AM"
  package var afternoon = "PM"
  package var decimalSeparator = "."
  /// Whether temperatures are in °F. (B25)
  package var fahrenheit = false

  package init() {}
}

extension Words {
  /// A time of day in the region's format: `18:00`, `6:00 PM`.
  package func clock(_ time: WallTime) -> String {
    guard region.twelveHours else { return time.description }
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    let half = time.hour < 12 ? region.beforeNoon : region.afternoon
    // The no-break space keeps the time on one line.
    return "\(hour):\(padded(time.minute, to: 2))\u{A0}\(half)"
  }

  /// Formats a time that a report gives as `18:00`.
  package func clock(reported text: String) -> String {
    WallTime(text).map { clock($0) } ?? text
  }

  /// Formats a measured number with at most `decimals` decimals; trailing zeros are dropped unless
  /// `fixed`.
  package func number(_ value: Double, decimals: Int = 1, fixed: Bool = false) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    let scaled = Int64((value * scale).rounded())
    let whole = scaled.magnitude / UInt64(scale)
    var text = (scaled < 0 ? "−" : "") + String(whole)
    var digits = decimals == 0 ? "" : padded(Int(scaled.magnitude % UInt64(scale)), to: decimals)
    if !fixed { while digits.hasSuffix("0") { digits.removeLast() } }
    if !digits.isEmpty { text += region.decimalSeparator + digits }
    return text
  }
}

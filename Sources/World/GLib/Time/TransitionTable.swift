import CGio
package import CarillonEngine

/// The rules of one zone, as the system's zone data has them.
///
/// A value: it does not change when the data does. It reaches from 1900 to 2038; before and after
/// holds what held at that end, as it does in GLib.
package struct TransitionTable: ZoneRules {
  package let identifier: String
  /// The seconds since 1970 at which another offset begins, ascending.
  private let transitions: [Int64]
  /// `offsets[i]` is in force before `transitions[i]`; the last one after all.
  private let offsets: [Int]

  /// Nil if the system has no such zone.
  init?(identifier: String) {
    guard let zone = g_time_zone_new_identifier(identifier) else { return nil }
    defer { g_time_zone_unref(zone) }
    self.identifier = identifier
    func interval(_ second: Int64) -> Int32 {
      g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(second))
    }
    func offset(_ second: Int64) -> Int {
      Int(g_time_zone_get_offset(zone, interval(second)))
    }
    var position: Int64 = -2_208_988_800  // 1900-01-01
    let end: Int64 = 2_145_916_800  // 2038-01-01
    var transitions: [Int64] = []
    var offsets = [offset(position)]
    // GLib tells the interval that an instant lies in, not where it ends: look ever further ahead
    // until it is another, then bisect.
    while position < end {
      let current = interval(position)
      var step: Int64 = 86_400 * 16
      var high = position + step
      while high < end, interval(high) == current {
        step *= 2
        high += step
      }
      high = min(high, end)
      guard interval(high) != current else { break }
      var low = position
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if interval(middle) == current { low = middle } else { high = middle }
      }
      position = high
      let next = offset(position)
      if next != offsets.last {
        transitions.append(position)
        offsets.append(next)
      }
    }
    self.transitions = transitions
    self.offsets = offsets
  }

  package func offset(at instant: Instant) -> Int {
    offsets[begun(by: instant)]
  }

  package func transition(after instant: Instant) -> Instant? {
    let begun = begun(by: instant)
    return begun < transitions.count ? Instant(seconds: transitions[begun]) : nil
  }

  /// How many transitions lie at or before `instant`.
  private func begun(by instant: Instant) -> Int {
    let second = instant.wholeSeconds
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

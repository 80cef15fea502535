import CGio
package import CarillonEngine

/// The rules of one zone, from the system's zone data.
///
/// An immutable value, even if the data changes. It covers 1900 to 2038; outside that range the
/// rules at its ends apply, as in GLib.
package struct TransitionTable: ZoneRules {
  package let identifier: String
  /// The seconds since 1970 at which the offset changes, ascending.
  private let transitions: [Int64]
  /// `offsets[i]` applies before `transitions[i]`; the last one applies after all of them.
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
    // GLib gives the interval of an instant but not its end: look ahead in growing steps until the
    // interval changes, then bisect.
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

  /// The number of transitions at or before `instant`.
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

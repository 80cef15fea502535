import CGtk

/// Whether a window can be seen.
struct Visibility {
  var isMapped = false
  var isMinimised = false
  /// Whether other windows cover it completely; compositors do not report that.
  var isCovered = false

  var isVisible: Bool { isMapped && !isMinimised && !isCovered }

  /// The event passed by a signal.
  static func event<Event>(
    _ arguments: UnsafeBufferPointer<GValue>, _ type: Event.Type
  ) -> Event? {
    guard var value = arguments.first else { return nil }
    return g_value_get_boxed(&value)?.assumingMemoryBound(to: type).pointee
  }
}

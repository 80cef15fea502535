import CGtk

/// Whether anybody can see a window.
struct Visibility {
  var isMapped = false
  var isMinimised = false
  /// All of it is behind other windows, as far as is known: compositors do not tell.
  var isCovered = false

  var isVisible: Bool { isMapped && !isMinimised && !isCovered }

  /// The event that a signal hands over.
  static func event<Event>(
    _ arguments: UnsafeBufferPointer<GValue>, _ type: Event.Type
  ) -> Event? {
    guard var value = arguments.first else { return nil }
    return g_value_get_boxed(&value)?.assumingMemoryBound(to: type).pointee
  }
}

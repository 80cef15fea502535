import CGtk
import CarillonGLib

/// A pressed key with its relevant modifiers; Num Lock is ignored.
struct Key {
  let value: Int32
  let control: Bool
  let alt: Bool
  let shift: Bool

  init(_ event: GdkEventKey) {
    value = Int32(bitPattern: gdk_keyval_to_lower(event.keyval))
    control = event.state & GDK_CONTROL_MASK.rawValue != 0
    alt = event.state & GDK_MOD1_MASK.rawValue != 0
    shift = event.state & GDK_SHIFT_MASK.rawValue != 0
  }

  var isPlain: Bool { !control && !alt && !shift }
  var isWithControl: Bool { control && !alt && !shift }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// Calls `handler` for each key pressed while this widget or a descendant has the focus.
  ///
  /// Descendants may consume the key first, except that a window comes before its content. The
  /// handler returns whether it has handled the key.
  func onKey(_ handler: @escaping (Key) -> Bool) -> Subscription {
    let callback:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<GdkEventKey>?, UnsafeMutableRawPointer?
      ) -> gboolean = { _, event, data in
        guard let event else { return 0 }
        return Box<(Key) -> Bool>.value(at: data)(Key(event.pointee)) ? 1 : 0
      }
    let held: gpointer = g_object_ref(self)
    let id = g_signal_connect_data(
      held, "key-press-event", unsafeBitCast(callback, to: GCallback.self),
      Box<(Key) -> Bool>.retained(handler), { data, _ in releaseBox(data) }, GConnectFlags(0))
    return Subscription {
      if g_signal_handler_is_connected(held, id) != 0 { g_signal_handler_disconnect(held, id) }
      g_object_unref(held)
    }
  }
}

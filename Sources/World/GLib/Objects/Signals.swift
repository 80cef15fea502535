package import CGio

/// Calls `handler` whenever `object` emits `signal`, until the subscription ends.
///
/// The handler is given the arguments without the object itself. The object is kept alive
/// meanwhile. It is main-loop business: connect, emit and cancel on one thread.
package func onSignal(
  _ signal: String, of object: UnsafeMutableRawPointer,
  do handler: @escaping (UnsafeBufferPointer<GValue>) -> Void
) -> Subscription {
  let data = Box<(UnsafeBufferPointer<GValue>) -> Void>.retained(handler)
  let closure: UnsafeMutablePointer<GClosure> = g_closure_new_simple(
    guint(MemoryLayout<GClosure>.size), data)
  g_closure_add_finalize_notifier(closure, data, releaseBoxOfClosure)
  // The general form of a callback: whatever the signal's arguments, they come as an array.
  g_closure_set_marshal(closure) { closure, _, count, values, _, _ in
    guard let closure, let values else { return }
    let handler = Box<(UnsafeBufferPointer<GValue>) -> Void>.value(at: closure.pointee.data)
    handler(UnsafeBufferPointer(start: values + 1, count: Int(count) - 1))
  }
  let held: gpointer = g_object_ref(object)
  let id = g_signal_connect_closure(held, signal, closure, 0)
  precondition(id != 0, "the object has a signal named \(signal)")
  return Subscription {
    // An object that was disposed of has no handlers any more: a widget that was destroyed.
    if g_signal_handler_is_connected(held, id) != 0 { g_signal_handler_disconnect(held, id) }
    g_object_unref(held)
  }
}

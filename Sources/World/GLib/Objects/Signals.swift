package import CGio

/// Calls `handler` whenever `object` emits `signal`, until the subscription ends.
///
/// The handler receives the arguments without the object, which is kept alive meanwhile. Connect,
/// emit and cancel on one thread.
package func onSignal(
  _ signal: String, of object: UnsafeMutableRawPointer,
  do handler: @escaping (UnsafeBufferPointer<GValue>) -> Void
) -> Subscription {
  let data = Box<(UnsafeBufferPointer<GValue>) -> Void>.retained(handler)
  let closure: UnsafeMutablePointer<GClosure> = g_closure_new_simple(
    guint(MemoryLayout<GClosure>.size), data)
  g_closure_add_finalize_notifier(closure, data, releaseBoxOfClosure)
  // A marshaller receives the arguments of any signal as an array.
  g_closure_set_marshal(closure) { closure, _, count, values, _, _ in
    guard let closure, let values else { return }
    let handler = Box<(UnsafeBufferPointer<GValue>) -> Void>.value(at: closure.pointee.data)
    handler(UnsafeBufferPointer(start: values + 1, count: Int(count) - 1))
  }
  let held: gpointer = g_object_ref(object)
  let id = g_signal_connect_closure(held, signal, closure, 0)
  precondition(id != 0, "the object has a signal named \(signal)")
  return Subscription {
    // A disposed object, such as a destroyed widget, has no handlers any more.
    if g_signal_handler_is_connected(held, id) != 0 { g_signal_handler_disconnect(held, id) }
    g_object_unref(held)
  }
}

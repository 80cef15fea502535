import CGtk
import CarillonGLib

/// A widget of GTK, owned by the container it is in.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
  /// Casts the object to another of its classes, like `GTK_BOX(widget)` in C.
  func of<Class>(_ class: Class.Type) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
  }

  /// Calls `handler` when this object emits `signal`, ignoring the arguments.
  func on(_ signal: String, _ handler: @escaping () -> Void) -> Subscription {
    onSignal(signal, of: UnsafeMutableRawPointer(self)) { _ in handler() }
  }
}

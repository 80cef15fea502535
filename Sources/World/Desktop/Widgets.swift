import CGtk
import CarillonGLib

/// A widget of GTK, owned by the container it is in.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
  /// The same object as another of its classes: what `GTK_BOX(widget)` is in C.
  func of<Class>(_ class: Class.Type) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
  }

  /// Calls `handler` when this object emits `signal`; the arguments are of no interest.
  func on(_ signal: String, _ handler: @escaping () -> Void) -> Subscription {
    onSignal(signal, of: UnsafeMutableRawPointer(self)) { _ in handler() }
  }
}

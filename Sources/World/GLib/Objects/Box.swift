import CGio

/// A Swift value that C keeps as its `user_data`.
///
/// Retained when it is handed over and released in the destroy notify of the same call, so that it
/// lives exactly as long as C may call back with it.
package final class Box<Value> {
  package let value: Value

  private init(_ value: Value) {
    self.value = value
  }

  package static func retained(_ value: Value) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(Box(value)).toOpaque()
  }

  /// Reads the value without releasing the box.
  package static func value(at data: UnsafeMutableRawPointer?) -> Value {
    guard let data else { preconditionFailure("C hands back the box it was given") }
    return Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().value
  }

  /// Reads the value and releases the box, for callbacks that come once and have no destroy notify.
  package static func taken(from data: UnsafeMutableRawPointer?) -> Value {
    guard let data else { preconditionFailure("C hands back the box it was given") }
    return Unmanaged<Box>.fromOpaque(data).takeRetainedValue().value
  }
}

/// The `GDestroyNotify` of every box.
package func releaseBox(_ data: UnsafeMutableRawPointer?) {
  guard let data else { return }
  Unmanaged<AnyObject>.fromOpaque(data).release()
}

/// The `GClosureNotify` of every box.
func releaseBoxOfClosure(
  _ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<GClosure>?
) {
  releaseBox(data)
}

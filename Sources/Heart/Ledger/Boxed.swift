import CarillonDetail
import CarillonText
import CarillonTime

/// A value on the heap, so that copying what holds it costs one reference.
///
/// For what is large and more often copied than looked at. It behaves as a value: a change makes a new
/// box, and leaves the copies as they are.
@propertyWrapper
package struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// To look at a part of the value without copying the rest.
  private(set) var box: Box

  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  package var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  package static func == (left: Boxed, right: Boxed) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

import CarillonDetail
import CarillonText
import CarillonTime

/// An optional value on the heap, so that copying what holds it costs one reference.
///
/// For what is large, and mostly absent or not looked at. It behaves as a value: a change makes a new
/// box.
@propertyWrapper
package struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  package init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  package var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  package static func == (left: Boxed, right: Boxed) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

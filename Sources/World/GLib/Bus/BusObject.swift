/// One interface of an object on the bus.
package struct BusObject: Hashable, Sendable {
  /// The bus name of its owner, well-known or unique; empty where there is no bus.
  package let name: String
  package let path: String
  package let interface: String

  package init(_ name: String, _ path: String, _ interface: String) {
    self.name = name
    self.path = path
    self.interface = interface
  }

  /// As GLib wants it.
  var owner: String? { name.isEmpty ? nil : name }

  /// The bus itself.
  package static let daemon = BusObject(
    "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")

  /// The interface for reading this object's properties and following their changes.
  package var properties: BusObject {
    BusObject(name, path, "org.freedesktop.DBus.Properties")
  }
}

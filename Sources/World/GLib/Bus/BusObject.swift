/// One interface of an object that somebody on the bus offers.
package struct BusObject: Hashable, Sendable {
  /// The bus name of its owner, well-known or unique.
  package let name: String
  package let path: String
  package let interface: String

  package init(_ name: String, _ path: String, _ interface: String) {
    self.name = name
    self.path = path
    self.interface = interface
  }

  /// The bus itself.
  package static let daemon = BusObject(
    "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")

  /// Where this object's properties are read and their changes announced.
  package var properties: BusObject {
    BusObject(name, path, "org.freedesktop.DBus.Properties")
  }
}

import CarillonDetail
import CarillonText
import CarillonTime

/// The program that shows notifications: what it said of itself.
package struct NotificationServer: Hashable, Codable, Sendable {
  package var name: String
  package var vendor: String
  package var version: String
  package var capabilities: [String]
  /// The unique bus name of the process, such as `:1.42`; another owner is another server.
  package var owner: String
  /// The GUID of the bus it was met on.
  package var bus: String

  package init(
    name: String, vendor: String, version: String, capabilities: [String], owner: String,
    bus: String
  ) {
    self.name = name
    self.vendor = vendor
    self.version = version
    self.capabilities = capabilities
    self.owner = owner
    self.bus = bus
  }

  /// Whether there is somebody to show a notification. (T21)
  package enum Presence: Hashable, Codable, Sendable {
    /// Nobody owns the name, and the bus knows no service for it.
    case absent
    /// Nobody owns the name, and the bus can start a service for it.
    case startable
    /// Somebody owns the name and has not answered what it is, or has let a call run into the
    /// watchdog. Counts as no server until it answers.
    case silent(owner: String)
    case present(NotificationServer)
  }
}

/// A notification that a server was given: this id means it to this owner on this bus only.
package struct OnScreen: Hashable, Codable, Sendable {
  package var bus: String
  package var owner: String
  package var id: UInt32

  package init(bus: String, owner: String, id: UInt32) {
    self.bus = bus
    self.owner = owner
    self.id = id
  }
}

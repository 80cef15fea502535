import CarillonDetail
import CarillonText
import CarillonTime

/// The program that shows notifications, as it describes itself.
package struct NotificationServer: Hashable, Codable, Sendable {
  package var name: String
  package var vendor: String
  package var version: String
  package var capabilities: [String]
  /// The process's unique bus name, such as `:1.42`; a different owner is a different server.
  package var owner: String
  /// The GUID of its bus.
  package var bus: String

  /// Bounds what the server says of itself, because state and messages quote it.
  package init(
    name: String, vendor: String, version: String, capabilities: [String], owner: String,
    bus: String
  ) {
    self.name = NotificationServer.bounded(name)
    self.vendor = NotificationServer.bounded(vendor)
    self.version = NotificationServer.bounded(version)
    self.capabilities = capabilities.prefix(NotificationServer.mostCapabilities).map {
      NotificationServer.bounded($0)
    }
    self.owner = owner
    self.bus = bus
  }

  private static func bounded(_ text: String) -> String {
    truncate(clean(String(text.unicodeScalars.prefix(200)), lines: false), to: 80)
  }

  /// More than any server lists.
  private static let mostCapabilities = 64

  /// Whether a server can show notifications. (T21)
  package enum Presence: Hashable, Codable, Sendable {
    /// The name has no owner, and the bus has no service for it.
    case absent
    /// The name has no owner, but the bus can start a service.
    case startable
    /// The owner has not answered, or has let a call time out. Counts as no server until it
    /// answers.
    case silent(owner: String)
    case present(NotificationServer)
  }
}

/// A notification on a server; its id is valid only for this owner on this bus.
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

import CarillonDetail
import CarillonText
package import CarillonTime

/// What the world around the process is like, as far as a decision depends on it.
///
/// Every source of it may be absent on a given machine; the defaults are what Carillon assumes
/// where nobody can tell.
package struct Situation: Hashable, Codable, Sendable {
  /// The IANA name of the system's zone.
  package var zone: String
  package var online = true
  package var server = NotificationServer.Presence.absent
  package var keyring = Keyring.none
  /// Whether the session is locked.
  package var locked = false
  /// Whether one of our windows has the keyboard focus.
  package var focused = false
  /// The desktop's own switch; nil where it cannot be read.
  package var doNotDisturb: Bool?
  /// Whether the desktop lets this application show notifications.
  package var permitted = true
  /// Whether a panel shows tray icons.
  package var trayHost = false
  /// Whether the session starts Carillon, read back from the disk.
  package var autostart = false
  /// Whether wake-ups to the second can be had. (T15)
  package var exact = true
  /// Where the former database lies, if it could not be used and a new one was begun.
  package var databaseSetAside: String?

  package init(zone: String) {
    self.zone = zone
  }

  package enum Keyring: String, Codable, Sendable {
    case none, locked, open
  }

  /// One thing that became different, or happened to the machine.
  package enum Change: Hashable, Codable, Sendable {
    case zone(String)
    /// The wall clock was set: by this much, positive forwards, as far as that is known.
    case clockSet(Span)
    /// The machine slept for this long and is awake again.
    case resumed(Span)
    case online(Bool)
    case server(NotificationServer.Presence)
    case keyring(Keyring)
    case locked(Bool)
    case focused(Bool)
    case doNotDisturb(Bool?)
    case permitted(Bool)
    case trayHost(Bool)
    case autostart(Bool)
    case exact(Bool)
    /// The store could not commit for this long and now does. (T23 `STORAGE_BUSY`)
    case storeWasBusy(Span)
    /// An event could not be decided: the schema refused what it led to, a defect of ours. The detail
    /// names codes and constraints, never a value.
    case eventRefused(String)
    /// A redirect led a request for content to another host. (T29)
    case redirected(to: String)
  }
}

extension Situation {
  /// Takes what became different; what only happened, such as a resume, leaves nothing behind.
  package mutating func apply(_ change: Change) {
    switch change {
    case .zone(let name): zone = name
    case .online(let online): self.online = online
    case .server(let presence): server = presence
    case .keyring(let keyring): self.keyring = keyring
    case .locked(let locked): self.locked = locked
    case .focused(let focused): self.focused = focused
    case .doNotDisturb(let on): doNotDisturb = on
    case .permitted(let permitted): self.permitted = permitted
    case .trayHost(let host): trayHost = host
    case .autostart(let enabled): autostart = enabled
    case .exact(let exact): self.exact = exact
    case .clockSet, .resumed, .storeWasBusy, .eventRefused, .redirected: break
    }
  }
}

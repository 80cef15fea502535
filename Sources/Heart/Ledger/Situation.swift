import CarillonDetail
import CarillonText
package import CarillonTime

/// The state of the world around the process, as far as decisions depend on it.
///
/// Any of these sources may be missing on a machine; the defaults are Carillon's assumptions then.
package struct Situation: Hashable, Codable, Sendable {
  /// The IANA name of the system's zone.
  package var zone: String
  package var online = true
  package var server = NotificationServer.Presence.absent
  package var keyring = Keyring.none
  /// Whether the session is locked.
  package var locked = false
  /// Whether one of Carillon's windows has the keyboard focus.
  package var focused = false
  /// The desktop's Do Not Disturb switch; nil if it cannot be read.
  package var doNotDisturb: Bool?
  /// Whether the desktop allows this application to show notifications.
  package var permitted = true
  /// Whether a panel shows tray icons.
  package var trayHost = false
  /// Whether the session's start entry starts Carillon, as read back from disk.
  package var autostart = false
  /// Whether the user's systemd starts Carillon: its unit is enabled. (T39)
  package var systemdUnit = false
  /// The timer of the user's systemd that starts Carillon while it is closed.
  package var closedTimer = ClosedTimer.off
  /// Whether exact wakes are available. (T15)
  package var exact = true
  /// The connections that bring messages, by name. (C6)
  package var carriers: [String: Carrier] = [:]
  /// The path of the old database if it was unusable and had to be set aside.
  package var databaseSetAside: String?

  package init(zone: String) {
    self.zone = zone
  }

  package enum Keyring: String, Codable, Sendable {
    case none, locked, open
  }

  package enum ClosedTimer: String, Codable, Sendable {
    /// There is none, because none is wanted.
    case off
    /// It is wanted, and not known to work yet.
    case setting
    case set
    /// systemd, or the disk, did not take it.
    case failed
    /// No systemd runs for this user.
    case absent

    /// Whether it rings, or is about to.
    package var rings: Bool { self == .set || self == .setting }
  }

  /// A change in the world, or an event on the machine.
  package enum Change: Hashable, Codable, Sendable {
    case zone(String)
    /// The wall clock was set by this much (positive is forward), as far as is known.
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
    case systemdUnit(Bool)
    case closedTimer(ClosedTimer)
    case exact(Bool)
    /// Nil: the connection is no more.
    case carrier(String, Carrier?)
    /// Another distributor is in use, or none. (C3)
    case distributor(String?)
    /// Senders have to use this endpoint from now on; nil if they cannot reach us. (C3)
    case endpoint(String?)
    /// A connection is open again after it was not. (C6)
    case outage(Outage)
    /// A carrier brought something that no message can be made of; the code says why. (C1)
    case dropped(carrier: String, code: String)
    /// The store could not commit for this long, and now can. (T23 `STORAGE_BUSY`)
    case storeWasBusy(Span)
    /// An event was dropped because the schema refused its result, which is a bug. The detail names
    /// codes and constraints, never a value.
    case eventRefused(String)
    /// A redirect led a request for content or a picture to another host. (T29)
    case redirected(to: String)
  }
}

extension Situation.Change {
  /// Whether it is about a connection that brings messages.
  var isOfCarrier: Bool {
    switch self {
    case .carrier, .outage, .dropped, .distributor, .endpoint: true
    default: false
    }
  }

  /// Whether nothing is decided by it.
  var isOnlyNoted: Bool {
    switch self {
    case .doNotDisturb, .trayHost, .closedTimer, .redirected: true
    default: false
    }
  }
}

extension Situation {
  /// Applies a change of state.
  ///
  /// Events, such as a resume, leave no state behind.
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
    case .systemdUnit(let enabled): systemdUnit = enabled
    case .closedTimer(let timer): closedTimer = timer
    case .exact(let exact): self.exact = exact
    case .carrier(let name, let carrier): carriers[name] = carrier
    case .clockSet, .resumed, .storeWasBusy, .eventRefused, .redirected, .outage, .dropped,
      .distributor,
      .endpoint:
      break
    }
  }

  /// Whether the next login starts Carillon, by the entry or by systemd. (T19, T39)
  package var startsOnLogin: Bool { autostart || systemdUnit }

  /// How many days after today are planned. (T2)
  ///
  /// The user may have disabled the unit that allowed tomorrow's. (T39)
  package func depth(of settings: Settings) -> Int {
    settings.autostart || systemdUnit ? settings.depth : 0
  }

  /// Whether `spec` can be requested now: it needs no network or there is one, and its secrets can
  /// be read.
  package func reaches(_ spec: FetchSpec?) -> Bool { obstacle(to: spec) == nil }

  /// Why `spec` cannot be requested now, as its failure would say; nil if it can.
  package func obstacle(to spec: FetchSpec?) -> FetchFailure.Code? {
    guard let spec else { return nil }
    if keyring == .locked, !spec.secrets.isEmpty { return .secret }
    return online || spec.worksOffline ? nil : .offline
  }
}

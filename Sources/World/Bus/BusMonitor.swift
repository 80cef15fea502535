import CarillonEngine
package import CarillonGLib

/// Receives the running app's signals.
package final class BusMonitor {
  private var subscriptions: [Subscription] = []

  /// Calls `heard` with the document of each signal, and `ended` when the app is not on the bus, or
  /// leaves it.
  package init(
    on bus: Bus, heard: @escaping (_ signal: String, _ document: String) -> Void,
    ended: @escaping () -> Void
  ) {
    let signals = bus.onSignal(nil, from: Door.name, at: Door.path, interface: Door.interface) {
      guard let document = $0.arguments[at: 0]?.stringValue else { return }
      heard($0.name, document)
    }
    let owner = bus.onOwner(of: Door.name) { owner in
      if owner == nil { ended() }
    }
    subscriptions = [signals, owner]
  }
}

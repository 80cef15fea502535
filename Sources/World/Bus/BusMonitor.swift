import CarillonEngine
package import CarillonGLib

/// Listens to what the running app announces.
package final class BusMonitor {
  private var subscriptions: [Subscription] = []

  /// Calls `heard` for each signal with its document, and `ended` when the app is not or no longer
  /// on the bus.
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

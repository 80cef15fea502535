import CarillonEngine

/// Collects the events of all adapters, so that none is sent before the engine starts.
final class Funnel {
  private var situation = Situation(zone: "UTC")
  /// Called for every change that passes through, even one that changes nothing.
  var onChange: (Situation.Change) -> Void = { _ in }

  private let send: (Event) -> Void
  /// The events to send once it is open; nil afterwards.
  private var held: [Event]? = []

  init(send: @escaping (Event) -> Void) {
    self.send = send
  }

  func take(_ event: Event) {
    guard case .situation(let change) = event else { return pass(event) }
    let before = situation
    situation.apply(change)
    switch change {
    // The engine tracks a failed server itself, so even a repeated state is news.
    case .server: if held == nil { pass(event) }
    // The rules of the same zone may have changed.
    case .zone: if held == nil { pass(event) }
    // Carillon's own changes do not pass through here, so even a repeated state is news.
    case .autostart: if held == nil { pass(event) }
    // These are events, not states, so each one is news.
    case .clockSet, .resumed, .storeWasBusy, .eventRefused, .redirected, .outage, .dropped,
      .distributor, .endpoint:
      pass(event)
    case .online, .keyring, .locked, .focused, .doNotDisturb, .permitted, .trayHost, .systemdUnit,
      .closedTimer, .exact, .carrier:
      if held == nil, situation != before { pass(event) }
    }
    onChange(change)
  }

  /// Passes on the gathered situation, then the events that must follow it.
  func open(_ gathered: (Situation) -> Void) {
    guard let held else { return }
    self.held = nil
    gathered(situation)
    for event in held { send(event) }
  }

  private func pass(_ event: Event) {
    if held != nil { held?.append(event) } else { send(event) }
  }
}

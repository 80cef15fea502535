import CarillonEngine

/// Where all that adapters tell comes through, so that nothing is sent before the beginning.
final class Funnel {
  private var situation = Situation(zone: "UTC")
  /// Told of every change that comes through, also of one that changes nothing.
  var onChange: (Situation.Change) -> Void = { _ in }

  private let send: (Event) -> Void
  /// What is to be sent once it is open; nil from then on.
  private var held: [Event]? = []

  init(send: @escaping (Event) -> Void) {
    self.send = send
  }

  func take(_ event: Event) {
    guard case .situation(let change) = event else { return pass(event) }
    let before = situation
    situation.apply(change)
    switch change {
    // The engine has its own opinion of a server that failed it; these are never old news.
    case .server: if held == nil { pass(event) }
    // What we switched ourselves did not come through here.
    case .autostart: if held == nil { pass(event) }
    case .clockSet, .resumed, .storeWasBusy, .eventRefused: pass(event)
    default: if held == nil, situation != before { pass(event) }
    }
    onChange(change)
  }

  /// Gives away what was gathered, then what has to come after it.
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

import CarillonBus
import CarillonCore
import CarillonGLib

/// What the engine's effects mean in the tray app: icon, windows, start entry, bus signals.
final class AppShell: Shell {
  private let service: BusService
  private let checkpoints: Checkpoints
  private weak var host: Host?
  private var idle: Source?
  private var retrying: Source?

  init(service: BusService, checkpoints: Checkpoints, host: Host) {
    self.service = service
    self.checkpoints = checkpoints
    self.host = host
  }

  func attention(_ wanted: Bool) {}

  func open(_ page: Page, activation: String?) {}

  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {}

  func tell(_ signal: Signal) { service.tell(signal) }

  func changed(_ topic: Topic) {
    service.changed(topic)
    checkpoints.soon()
  }

  func wantIdle() {
    guard idle == nil else { return }
    idle = MainLoop.onIdle { [weak self] in
      self?.idle = nil
      self?.host?.send(.idle)
    }
  }

  func retry(after delay: Span) {
    retrying?.cancel()
    retrying = MainLoop.after(delay) { [weak self] in
      self?.retrying = nil
      self?.host?.resume()
    }
  }
}

import CarillonEngine
package import CarillonGLib

/// Tells which distributors there are, once soon and again when that may have changed. (C3)
@MainActor package final class DistributorWatch {
  private let bus: Bus
  private let found: (Distributors) -> Void
  private var subscriptions: [Subscription] = []
  private var isLooking = false
  private var isStale = false
  private var timer: Source?

  /// Between two looks, so that names that come and go all the time cost little.
  private static let pause = Span.milliseconds(200)
  /// After a look that has failed.
  private static let longPause = Span.seconds(30)

  package init(on bus: Bus, found: @escaping (Distributors) -> Void) {
    self.bus = bus
    self.found = found
    let daemon = BusObject.daemon
    subscriptions = [
      bus.onNames(in: Distributors.namespace) { [weak self] in self?.look() },
      bus.onSignal(
        "ActivatableServicesChanged", from: daemon.name, at: daemon.path,
        interface: daemon.interface
      ) { [weak self] _ in self?.look() },
    ]
    look()
  }

  isolated deinit {
    timer?.cancel()
  }

  func look() {
    isStale = true
    guard !isLooking else { return }
    isLooking = true
    isStale = false
    names("ListNames") { [weak self] running in
      self?.names("ListActivatableNames") { startable in
        guard let self else { return }
        if let running, let startable {
          self.found(Distributors(running: running, startable: startable))
        } else {
          self.isStale = true
        }
        self.rest(running == nil || startable == nil ? Self.longPause : Self.pause)
      }
    }
  }

  private func rest(_ pause: Span) {
    timer = MainLoop.after(pause) { [weak self] in
      guard let self else { return }
      isLooking = false
      if isStale { look() }
    }
  }

  /// Nil without an answer that can be read, such as one of very many names.
  private func names(_ method: String, then: @escaping ([String]?) -> Void) {
    bus.call(.daemon, method, timeout: .seconds(5)) { result in
      then((try? result.get())?[at: 0]?.stringsValue)
    }
  }
}

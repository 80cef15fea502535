package import CarillonEngine

/// The real engine and Host over a copy of what is stored, in virtual time and without faults.
///
/// The adapters perform nothing: sources say what they said last time, the desktop shows everything
/// at once, and callbacks arrive. It belongs to one thread, which may be any.
package final class Rehearsal {
  private let store: any DataStore
  private let adapters: RehearsedWorld
  private(set) var now: Instant
  package let host: Host

  /// Starts a process in `situation`, whose network decides which sources can be reached.
  ///
  /// `store` must be a copy: everything that is decided is written to it.
  package init(
    of store: any DataStore, environment: Environment, features: Features,
    situation: Situation, at start: Instant
  ) throws(StoreFailure) {
    self.store = store
    now = start
    adapters = try RehearsedWorld(store, situation)
    var current: () -> Instant = { .distantPast }
    host = Host(
      engine: Engine(store: store, environment: environment, features: features),
      now: { current() })
    current = { [unowned self] in self.now }
    host.connect(
      Host.World(
        scheduler: adapters, content: adapters, callbacks: adapters, media: adapters,
        secrets: adapters, notifier: adapters, shell: adapters))
    host.send(.started(situation))
  }

  /// Whether a source was asked that an offline computer cannot reach.
  package var usedNetwork: Bool { adapters.usedNetwork }

  /// Carries out an order at the current instant, such as a change of the settings.
  package func ask(_ order: Order) throws(Refusal) {
    var answer: Answer?
    host.ask(order) { answer = $0 }
    if case .refused(let refusal)? = answer { throw refusal }
  }

  /// Lets time pass until `end`; calls `settled` whenever nothing is left to do at an instant.
  ///
  /// Ends early once `settled` returns false.
  package func run(until end: Instant, settled: () -> Bool = { true }) {
    guard settle(), settled() else { return }
    while let next = adapters.wakes.map(\.at).min(), next <= end {
      now = max(now, next)
      adapters.wakes.removeAll { $0.at <= now }
      host.send(.woke)
      guard settle(), settled() else { return }
    }
  }

  /// Reports all results; false if there is no end to them.
  private func settle() -> Bool {
    for _ in 0..<Rehearsal.mostResults {
      guard let result = adapters.takeResult() else { return true }
      host.send(result)
    }
    return false
  }

  /// More than follow from one instant: a few for each hour, and steps of pruning.
  private static let mostResults = 10_000
}

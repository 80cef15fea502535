package import CarillonEngine
import Crypto
import FoundationEssentials

/// All that brings messages: ntfy's servers, and a distributor. (C3, C4)
@MainActor package final class PushCarriers: @MainActor CarrierConnections {
  private let ntfy: NtfyCarriers
  private let connector: UnifiedPushConnector
  private let clock: () -> Instant
  private let send: (Event, (() -> Void)?) -> Void
  private var isStarted = false

  /// `connector` is exported already; `send` is `Host.send`, whose second argument is called once the event is
  /// committed.
  package init(
    ntfy: NtfyCarriers, connector: UnifiedPushConnector, clock: @escaping () -> Instant,
    send: @escaping (Event, (() -> Void)?) -> Void
  ) {
    self.ntfy = ntfy
    self.connector = connector
    self.clock = clock
    self.send = send
  }

  package func listen(_ connections: [Connection]) { ntfy.listen(connections) }
  package func probe(_ topic: TopicSubscription, _ ticket: Ticket) { ntfy.probe(topic, ticket) }

  package func register(_ wish: RegistrationWish) {
    guard let setting = DistributorSetting(wish.setting) else { return }
    let wanted = UnifiedPushRegistration.Wish(setting)
    if isStarted { return connector.configure(wanted) }
    isStarted = true
    connector.start(
      wanted, token: wish.former.token,
      after: UnifiedPushRegistration.Memory(
        distributor: wish.former.distributor, endpoint: wish.former.endpoint,
        deafSince: wish.deafSince)
    ) { [weak self] in self?.take($0) }
  }

  /// Refuses what distributors have to say if none is wanted; call it once the engine has started.
  package func begin() {
    guard !isStarted else { return }
    connector.start(.init(.off), token: UUID().uuidString, after: .init()) { _ in }
  }

  package func reconnect(_ why: Reconnect) {
    ntfy.reconnect(why)
    switch why {
    case .resumed: connector.resumed()
    case .online: connector.networkIsBack()
    case .unlocked: break
    }
  }

  package func leave() {
    ntfy.stop()
    if isStarted { connector.configure(UnifiedPushRegistration.Wish(.off)) }
  }

  /// Ends before the program does.
  package func stop() {
    ntfy.stop()
    connector.stop()
  }

  /// Tells copies of a message that has no id: no two are sealed to the same bytes. (C1)
  nonisolated static func identity(of bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).prefix(16).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  private func take(_ news: UnifiedPushConnector.News) {
    switch news {
    case .message(let bytes, let id, let receipt):
      // Over UnifiedPush, whatever comes has to be sealed. (C2)
      let parcel = Parcel(
        .sealed(bytes), carrier: Carrier.unifiedPush, id: id ?? PushCarriers.identity(of: bytes))
      send(.received(parcel)) {
        receipt.committed()
      }
    case .endpoint(let endpoint): send(.situation(.endpoint(endpoint)), nil)
    case .distributor(let name): send(.situation(.distributor(name)), nil)
    case .changed:
      send(
        .situation(
          .carrier(Carrier.unifiedPush, Carrier(connector.registration, at: clock()))), nil)
    case .outage(let outage):
      send(
        .situation(
          .outage(
            Outage(
              carrier: Carrier.unifiedPush, from: outage.from, to: outage.to,
              why: outage.why.map(Carrier.Trouble.registration), lostBefore: nil))), nil)
    }
  }
}

extension Carrier {
  /// What a registration says of itself; nil if it is off.
  init?(_ registration: UnifiedPushRegistration, at now: Instant) {
    var since = now
    let phase: Phase
    switch registration.state {
    case .off: return nil
    case .absent: phase = .absent
    case .registering, .accepted: phase = .connecting
    case .registered(let registered):
      // Before that, nobody can be given an address.
      (phase, since) = (registration.hasReported ? .open : .connecting, registered)
    case .waiting: phase = .waiting
    case .blocked: phase = .refused
    }
    self.init(
      phase, since: since, deafSince: registration.deafSince,
      trouble: registration.trouble.map(Trouble.registration), nextTry: registration.nextTry)
  }
}

package import CarillonEngine
package import CarillonGLib

/// Receives messages from a UnifiedPush distributor, as ``UnifiedPushRegistration`` says. (C3)
///
/// Create it before the program takes its bus name, because a distributor calls in the same moment; what
/// it says waits for ``start(_:token:after:tell:)``. While registered, nothing happens by itself.
@MainActor package final class UnifiedPushConnector {
  /// What a connector has to tell.
  package enum News {
    /// A message, and the distributor's id for it, if there is one.
    ///
    /// The distributor keeps it until the receipt says that it is committed. Of the old protocol, it
    /// keeps none.
    case message([UInt8], id: String?, PushReceipt)
    /// Senders have to use this endpoint from now on; nil if they cannot reach us. Store it, and hand it in
    /// at the next start.
    case endpoint(String?)
    /// Another distributor is in use, or none. Store it, and hand it in at the next start.
    case distributor(String?)
    /// The registration has another state.
    case changed
    case outage(UnifiedPushRegistration.Outage)
  }

  package private(set) var registration = UnifiedPushRegistration()
  private let bus: Bus
  private let service: String
  private let label: String
  private let clock: () -> Instant
  private var token = ""
  private var tell: (News) -> Void = { _ in }
  private var entrance: ConnectorEntrance?
  private var distributors: DistributorWatch?
  private var ownerWatch: Subscription?
  private var watched: String?
  /// The distributor that was told last.
  private var used: String?
  private var call: PendingCall?
  private lazy var deadline = Deadline(clock: clock) { [weak self] in self?.handle(.woke) }

  package static let longestToken = 100

  /// Exports the object.
  ///
  /// `service` is the bus name by which we are called and started, and `label` what a distributor may
  /// show for us, in at most 100 bytes.
  package init(
    on bus: Bus, service: String, label: String, clock: @escaping () -> Instant = WallClock.now
  ) throws(GLibError) {
    self.bus = bus
    self.service = service
    self.label = label
    self.clock = clock
    entrance = try ConnectorEntrance(on: bus) { [weak self] arrival in self?.arrived(arrival) }
  }

  isolated deinit {
    call?.cancel()
  }

  /// The calls that led to nothing.
  package var counts: UnifiedPushCounts { entrance?.counts ?? UnifiedPushCounts() }

  /// Registers, with the same token in every process; call it when the bus name is ours, and again only while
  /// it is off.
  ///
  /// Without that name, a distributor would start another process of ours. The token is a UUID or another
  /// random text of at most 100 bytes, stored before: whoever knows it can pretend to be us. `tell` is
  /// called on the main loop, perhaps before this has returned.
  package func start(
    _ wish: UnifiedPushRegistration.Wish, token: String,
    after memory: UnifiedPushRegistration.Memory, tell: @escaping (News) -> Void
  ) {
    precondition((1...Self.longestToken).contains(token.utf8.count), "the token fits")
    self.token = token
    self.tell = tell
    used = memory.distributor
    handle(.started(wish, after: memory))
    entrance?.token = token
  }

  /// Takes another setting; with the same one, tries again at once.
  package func configure(_ wish: UnifiedPushRegistration.Wish) { handle(.configured(wish)) }
  package func resumed() { handle(.resumed) }
  package func networkIsBack() { handle(.networkBack) }

  /// Ends before the program does; the registration stays, and calls are refused from now on.
  package func stop() {
    // What is stored stays true.
    tell = { _ in }
    handle(.stopped)
    entrance?.close()
    entrance = nil
  }
}

extension UnifiedPushConnector {
  private func arrived(_ arrival: ConnectorEntrance.Arrival) {
    switch arrival {
    case .message(let bytes, let id, let receipt): tell(.message(bytes, id: id, receipt))
    case .endpoint(let endpoint): handle(.endpoint(endpoint))
    case .unregistered: handle(.unregistered)
    }
  }

  private func handle(_ event: UnifiedPushRegistration.Event) {
    let before = (registration.state, registration.hasReported)
    let step = registration.handle(event, at: clock(), jitter: .random(in: 0..<1))
    if registration.state != .registering {
      call?.cancel()
      call = nil
    }
    for command in step.commands { perform(command) }
    watch()
    deadline.set(registration.deadline)
    if registration.distributor != used {
      used = registration.distributor
      tell(.distributor(used))
    }
    switch step.endpoint {
    case .new(let endpoint): tell(.endpoint(endpoint))
    case .lost: tell(.endpoint(nil))
    case nil: break
    }
    if let over = step.over { tell(.outage(over)) }
    if (registration.state, registration.hasReported) != before { tell(.changed) }
  }

  /// Follows the distributor in use, and the others; when it is off, nobody.
  private func watch() {
    if registration.state == .off {
      distributors = nil
    } else if distributors == nil {
      distributors = DistributorWatch(on: bus) { [weak self] in self?.handle(.found($0)) }
    }
    guard registration.distributor != watched else { return }
    watched = registration.distributor
    entrance?.distributor = watched
    ownerWatch = watched.map { name in
      bus.onOwner(of: name) { [weak self] owner in
        self?.handle(.owner(owner))
        self?.entrance?.owner = owner
      }
    }
  }

  private func perform(_ command: UnifiedPushRegistration.Command) {
    switch command {
    case .register(let distributor, let version, let vapid):
      call?.cancel()
      call = DistributorCalls.register(
        .init(service: service, token: token, label: label, vapid: vapid), at: distributor, version,
        on: bus
      ) { [weak self] answer in
        self?.call = nil
        self?.handle(.answered(answer))
      }
    case .unregister(let distributor, let version):
      DistributorCalls.unregister(token, at: distributor, version, on: bus)
    }
  }
}

package import CarillonEngine
package import CarillonGLib

/// The desktop's notification server, called through libnotify.
///
/// A server that does not answer blocks libnotify's thread, never this one. Until that call ends
/// (with an answer, the server's exit, or libnotify's timeout of 25 s) no server counts as present,
/// because another call would only wait behind it. (T21)
package final class LibnotifyNotifier: Notifier {
  /// The call in progress on libnotify's thread.
  private struct Flight {
    let ticket: Ticket
    let owner: String
    let keys: [String]
    let expireTimeout: Int32
    let replaces: OnScreen?
    let job: LibnotifyCall
    var watchdog: Source
    var isOverdue = false
    /// The second try of a replacement that was too similar.
    var repetition: Source?
  }

  private static let patience = Span.seconds(5)
  /// Plasma takes no notification with the texts of the last one for a second, even one that replaces it
  /// by another picture.
  private static let similarity = Span.milliseconds(1050)

  private let bus: Bus?
  private let send: (Event) -> Void
  private let worker: Worker<LibnotifyCall, LibnotifyReply>
  private let limit: SignalLimit?
  /// Device pixels per layout pixel, asked for before each image is drawn.
  package var scale: () -> Double = { 1 }
  private var watch: ServerWatch?
  private var signals: ServerSignals?
  private var flight: Flight?
  /// The owner for which the last call came back as if there were none.
  private var disowned: String?
  private var reported: NotificationServer.Presence?
  private var isWaiting = false

  /// Without a bus there is never a server.
  ///
  /// Sends the server's presence as a change of situation, for the first time as soon as it is
  /// known.
  package convenience init(
    bus: Bus?, applicationName: String, send: @escaping (Event) -> Void
  ) {
    // A user who clears everything causes hundreds; keys and tokens are short.
    let limit = SignalLimit(of: NotificationService.signalTypes, longest: 4096, most: 5000)
    bus?.limitSignals(of: NotificationService.name, to: limit)
    let worker = Libnotify.worker(applicationName: applicationName, limit: limit)
    self.init(bus: bus, worker: worker, limit: limit, send: send)
  }

  init(
    bus: Bus?, worker: Worker<LibnotifyCall, LibnotifyReply>, limit: SignalLimit? = nil,
    send: @escaping (Event) -> Void
  ) {
    self.bus = bus
    self.limit = limit
    self.send = send
    self.worker = worker
    guard let bus else { return }
    let watch = ServerWatch(bus: bus) { [weak self] in self?.serverChanged() }
    let signals = ServerSignals(bus: bus, watch: watch) { [weak self] notification, response in
      self?.send(.responded(notification, response))
    }
    // Signals wait until it is known which server's count.
    signals.hold()
    watch.whenSettled { [weak self] in self?.release() }
    self.watch = watch
    self.signals = signals
  }

  /// Holds all signals back until ``begin()``; only a few hundred are kept.
  package func wait() { isWaiting = true }

  /// Reports the signals held back, and all later ones, as soon as the server is known.
  package func begin() {
    isWaiting = false
    watch?.whenSettled { [weak self] in self?.release() }
  }

  private func release() {
    guard !isWaiting else { return }
    signals?.release(isCalling: flight != nil)
  }

  package func show(_ call: NotifyCall, _ ticket: Ticket) {
    guard let bus, let watch, let owner = watch.owner, flight == nil else {
      return send(.finished(ticket, .notified(.unowned)))
    }
    limit?.expect(owner)
    let replaces = call.replaces.flatMap { $0.owner == owner && $0.bus == bus.guid ? $0 : nil }
    signals?.hold(replacing: replaces)
    let job = LibnotifyCall(
      call: call, replaces: replaces?.id ?? 0,
      scale: call.picture == nil ? 1 : scale())
    flight = Flight(
      ticket: ticket, owner: owner, keys: call.actions.map(\.key),
      expireTimeout: call.expireTimeout, replaces: replaces, job: job,
      watchdog: watchdog())
    worker.submit(job) { [weak self] in self?.answered($0) }
  }

  package func close(_ notification: OnScreen) {
    guard let bus, notification.bus == bus.guid else { return }
    // Addressed to the server that knows the id, by its unique name. Libnotify would ask the
    // current server, and would block. It does not matter whether the notification was still open.
    bus.call(
      NotificationService.object(of: notification.owner), "CloseNotification",
      [.uint32(notification.id)], mayStart: false
    ) { _ in }
  }

  package func startServer(_ ticket: Ticket) {
    guard let bus, let watch else {
      return send(.finished(ticket, .startedServer(false)))
    }
    bus.call(
      .daemon, "StartServiceByName", [.string(NotificationService.name), .uint32(0)],
      timeout: .minutes(2)
    ) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success:
        watch.whenSettled { [weak self] in
          self?.send(.finished(ticket, .startedServer(true)))
        }
      case .failure:
        watch.listStartable()
        send(.finished(ticket, .startedServer(false)))
      }
    }
  }

  private func watchdog() -> Source {
    MainLoop.after(LibnotifyNotifier.patience) { [weak self] in self?.overdue() }
  }

  private func overdue() {
    guard let ticket = flight?.ticket else { return }
    flight?.isOverdue = true
    // Its signals may be about the old notification or the new one.
    signals?.hold()
    watch?.distrust()
    send(.finished(ticket, .notified(.overdue)))
  }

  private func answered(_ reply: LibnotifyReply) {
    signals?.catchUp()
    guard let flight else { return }
    if isTooSimilar(reply, flight) {
      flight.watchdog.cancel()
      self.flight?.repetition = MainLoop.after(LibnotifyNotifier.similarity) { [weak self] in
        self?.tryAgain(orElse: reply)
      }
      return
    }
    conclude(reply, flight)
  }

  /// Whether the server refused a replacement that it will take in a moment.
  private func isTooSimilar(_ reply: LibnotifyReply, _ flight: Flight) -> Bool {
    guard case .failed(let error) = reply, flight.replaces != nil, flight.repetition == nil,
      !flight.isOverdue
    else { return false }
    return NotifyResult(error, isOverdue: false) == .excess
  }

  /// Sends the replacement once more, unless what it was to replace has been answered or is gone.
  ///
  /// It would come back then.
  private func tryAgain(orElse reply: LibnotifyReply) {
    signals?.catchUp()
    guard let flight else { return }
    guard watch?.owner == flight.owner, signals?.isReplacedUnanswered == true, !flight.isOverdue
    else {
      return conclude(reply, flight)
    }
    self.flight?.watchdog = watchdog()
    worker.submit(flight.job) { [weak self] in self?.answered($0) }
  }

  private func conclude(_ reply: LibnotifyReply, _ flight: Flight) {
    flight.watchdog.cancel()
    self.flight = nil
    if let result = result(of: reply, flight) {
      send(.finished(flight.ticket, .notified(result)))
      // The server is running but was not reached: wait before trying again, to avoid a loop.
      if result == .unowned { watch?.distrust(askAfter: LibnotifyNotifier.patience) }
    }
    // Handling the result may have started the next call already.
    signals?.release(isCalling: self.flight != nil)
    serverChanged()
  }

  private func result(of reply: LibnotifyReply, _ flight: Flight) -> NotifyResult? {
    switch reply {
    case .shown(0):
      // No notification has it, so nothing can be closed or replaced by it, and no click names it.
      let error = "org.carillon.Error.InvalidID"
      return flight.isOverdue ? nil : .refused(name: error, message: "the server answered 0")
    case .shown(let id):
      disowned = nil
      let notification = OnScreen(bus: bus?.guid ?? "", owner: flight.owner, id: id)
      // It stands beside the old one, or the old one had gone.
      if let old = flight.replaces, old.id != id { close(old) }
      signals?.shown(notification, keys: flight.keys, expireTimeout: flight.expireTimeout)
      return .shown(notification)
    case .unreached: return flight.isOverdue ? nil : .unowned
    case .failed(let error):
      let result = NotifyResult(error, isOverdue: flight.isOverdue)
      guard result == .unowned, watch?.owner == flight.owner, let name = error.remoteName else {
        return result
      }
      // We may learn of its exit later than libnotify does. One that says so and stays does not want
      // this notification, and must not keep the next one waiting.
      guard disowned == flight.owner else {
        disowned = flight.owner
        return result
      }
      return .refused(name: name, message: error.message)
    }
  }

  private func serverChanged() {
    signals?.serverChanged()
    guard var presence = watch?.presence else { return }
    if case .present(let server) = presence, flight?.isOverdue == true {
      presence = .silent(owner: server.owner)
    }
    guard presence != reported else { return }
    reported = presence
    send(.situation(.server(presence)))
  }
}

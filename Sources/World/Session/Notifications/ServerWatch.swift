import CarillonEngine
import CarillonGLib

/// Follows which server shows notifications, and what it supports. (T21)
///
/// Each owner of the name is asked what it is. Until it answers, it counts as silent after a short
/// grace period. A question that gets lost is asked again, after a minute at first and an hour in the
/// end: one that is frozen may stay so for days, and has every question waiting when it thaws.
final class ServerWatch {
  /// Nil until the bus has reported the owner of the name.
  private(set) var presence: NotificationServer.Presence?
  /// The unique name of the current owner, whether it answers or not.
  private(set) var owner: String?
  /// The last answer of the current owner.
  private(set) var server: NotificationServer?

  private let bus: Bus
  private let changed: () -> Void
  private var names: Subscription?
  /// Of an owner that changes all the time, only the last is asked.
  private lazy var owners = Latest<String?> { [weak self] in self?.owned(by: $0) }
  private var isStartable = false
  private var isListing = false
  /// The calls in progress about the current owner; canceled when it changes.
  private var calls: [PendingCall] = []
  private var timer: Source?
  private var waiting: [() -> Void] = []
  /// How long the first question may take.
  private let patience: Span

  init(bus: Bus, patience: Span = .minutes(1), changed: @escaping () -> Void) {
    self.bus = bus
    self.patience = patience
    self.changed = changed
    // Sent before the owner is asked for, so that its answer arrives first.
    listStartable()
    names = bus.onOwner(of: NotificationService.name) { [weak self] in self?.owners.take($0) }
  }

  /// Treats the owner as silent until it answers, after a call to it has timed out.
  func distrust(askAfter pause: Span = .zero) {
    guard let owner else { return }
    forget()
    set(.silent(owner: owner))
    timer = MainLoop.after(pause) { [weak self] in self?.ask(owner, failures: 0) }
  }

  /// Calls `body` once the current owner's state is known, perhaps at once.
  func whenSettled(_ body: @escaping () -> Void) {
    owners.flush()
    waiting.append(body)
    settle()
  }

  /// Checks again whether the bus can start a server.
  func listStartable() {
    guard !isListing else { return }
    isListing = true
    bus.call(.daemon, "ListActivatableNames", timeout: .seconds(2)) { [weak self] result in
      guard let self else { return }
      isListing = false
      // Without an answer, assume that the bus starts nothing.
      let names = (try? result.get())?[at: 0]?.stringsValue ?? []
      isStartable = names.contains(NotificationService.name)
      if presence != nil, owner == nil { set(unowned) }
    }
  }

  private var unowned: NotificationServer.Presence { isStartable ? .startable : .absent }

  private func owned(by owner: String?) {
    guard owner != self.owner || presence == nil else { return }
    forget()
    self.owner = owner
    server = nil
    guard let owner else {
      set(unowned)
      // The service may have been uninstalled together with the server.
      return listStartable()
    }
    timer = MainLoop.after(.seconds(2)) { [weak self] in self?.set(.silent(owner: owner)) }
    ask(owner, failures: 0)
  }

  /// Asks with `patience`, or with that for the first time.
  private func ask(_ owner: String, failures: Int64, patience longer: Span? = nil) {
    let patience = longer ?? patience
    let server = NotificationService.object(of: owner)
    let call = bus.call(
      server, "GetServerInformation", timeout: patience, mayStart: false
    ) { [weak self] result in
      switch result {
      case .success(let values): self?.askCapabilities(of: owner, values, patience)
      case .failure(let error) where error.isTimeout: self?.askOnceMore(owner, after: patience)
      case .failure: self?.askAgain(owner, failures: failures + 1)
      }
    }
    calls.append(call)
  }

  private func askCapabilities(
    of owner: String, _ information: [Variant], _ patience: Span
  ) {
    let call = bus.call(
      NotificationService.object(of: owner), "GetCapabilities", timeout: patience, mayStart: false
    ) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result, error.isTimeout {
        return askOnceMore(owner, after: patience)
      }
      let text = { (index: Int) in information[at: index]?.stringValue ?? "" }
      // Capabilities that a server does not list are not used.
      let capabilities = (try? result.get())?[at: 0]?.stringsValue ?? []
      let server = NotificationServer(
        name: text(0), vendor: text(1), version: text(2), capabilities: capabilities,
        owner: owner, bus: bus.guid)
      self.server = server
      forget()
      set(.present(server))
    }
    calls.append(call)
  }

  private static let longestPatience = Span.hours(1)

  /// Asks an owner that has not answered for so long.
  private func askOnceMore(_ owner: String, after patience: Span) {
    ask(owner, failures: 0, patience: min(patience + patience, Self.longestPatience))
  }

  /// Asks an owner that answers with an error again, at growing intervals.
  private func askAgain(_ owner: String, failures: Int64) {
    forget()
    set(.silent(owner: owner))
    timer = MainLoop.after(.seconds(min(1 << min(failures - 1, 6), 60))) { [weak self] in
      self?.ask(owner, failures: failures)
    }
  }

  private func forget() {
    for call in calls { call.cancel() }
    calls = []
    timer?.cancel()
    timer = nil
  }

  private func set(_ presence: NotificationServer.Presence) {
    guard presence != self.presence else { return settle() }
    self.presence = presence
    changed()
    settle()
  }

  private func settle() {
    switch presence {
    case .present(let server) where server.owner == owner: break
    case .silent(let silent) where silent == owner: break
    case .absent, .startable: if owner != nil { return }
    default: return
    }
    let waiting = waiting
    self.waiting = []
    for body in waiting { body() }
  }
}

import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Runs the engine and performs its effects, through the adapters.
///
/// The app and the simulator use this same class. It belongs to one thread. `send` and `ask` may be
/// called at any time, even by an adapter that is performing an effect.
package final class Host {
  /// The adapters that perform the effects; retained by the host.
  package struct World {
    package var scheduler: any Scheduler
    package var content: any ContentSource
    package var callbacks: any Callbacks
    package var media: any MediaStore
    package var secrets: any Secrets
    package var notifier: any Notifier
    package var shell: any Shell
    /// Nil where nothing brings messages by itself.
    package var carriers: (any CarrierConnections)?
    /// Nil where nothing comes sealed.
    package var mail: (any SealedMail)?

    package init(
      scheduler: any Scheduler, content: any ContentSource, callbacks: any Callbacks,
      media: any MediaStore, secrets: any Secrets, notifier: any Notifier, shell: any Shell,
      carriers: (any CarrierConnections)? = nil, mail: (any SealedMail)? = nil
    ) {
      self.scheduler = scheduler
      self.content = content
      self.callbacks = callbacks
      self.media = media
      self.secrets = secrets
      self.notifier = notifier
      self.shell = shell
      self.carriers = carriers
      self.mail = mail
    }
  }

  /// An event that waits for its turn or for the store.
  private struct Queued {
    var event: Event
    /// When it happened. (B17)
    ///
    /// A press that has waited too long may be ignored.
    var since: Instant
    /// Called once it is committed.
    var committed: (() -> Void)?
  }

  private var engine: Engine
  private let now: () -> Instant
  private var world: World?
  /// A slice, so that taking the first one costs the same however many wait.
  private var queue: ArraySlice<Queued> = []
  private var draining = false
  /// Whether more was waiting than is done in one piece.
  private var isCatchingUp = false
  private var stopped = false
  var isStopped: Bool { stopped }
  /// The state as it was last asked for; dropped by every turn.
  private var state: (answer: Answer, at: Instant)?
  private var waiting: [Caller: (Answer) -> Void] = [:]
  private var lastCaller = 0
  private var busySince: Instant?
  private var refusals = 0

  /// Called before each event, and before queued events are retried, to report clock changes with
  /// `send`.
  ///
  /// An event that is sent before such a report would be decided by a clock that the engine does
  /// not know about yet. (T16)
  package var noteClocks: () -> Void = {}

  #if DEBUG
    /// Called with the name of each kill point; the crash matrix dies there. (T32)
    package var atKillPoint: ((String) -> Void)?
  #endif

  package init(engine: Engine, now: @escaping () -> Instant) {
    self.engine = engine
    self.now = now
  }

  /// Connects the adapters.
  ///
  /// Until then, events only queue.
  package func connect(_ world: World) {
    self.world = world
    drain()
  }

  /// Stops handling events and performing effects.
  package func stop() {
    stopped = true
    queue = []
    waiting = [:]
    world = nil
  }

  /// Stops for good: refuses every question that has not been answered. (§6)
  ///
  /// Without this, the callers would be told by the bus that nobody answered.
  package func close() {
    let open = takeWaiting()
    stop()
    for answer in open { answer(.refused(Host.closing)) }
  }

  /// Whoever waits for an answer, longest first.
  private func takeWaiting() -> [(Answer) -> Void] {
    defer { waiting = [:] }
    return waiting.sorted { $0.key.number < $1.key.number }.map(\.value)
  }

  /// Queues an event from an adapter or a door; may be called while an effect is performed.
  ///
  /// `committed` is called once what follows from it is safe on the disk, and never if this host stops
  /// before. (C1)
  package func send(_ event: Event, committed: (() -> Void)? = nil) {
    guard !stopped else { return }
    noteClocks()
    if case .situation(.clockSet(let span)) = event { keepAges(of: span) }
    // No user answers that many; a notification server that means harm says it without end.
    if case .responded = event, hasTooManyResponses { return }
    let queued = Queued(event: event, since: now(), committed: committed)
    if isCatchingUp, event == .woke {
      // What is due does not wait behind what has waited.
      queue.insert(queued, at: queue.startIndex)
    } else {
      queue.append(queued)
    }
    // If the store refuses, only `resume` retries; new events just queue.
    if busySince == nil, !isCatchingUp { drain() }
  }

  /// Messages and results that wait do not count: a click among them is kept.
  private var hasTooManyResponses: Bool {
    guard queue.count >= Host.mostResponses else { return false }
    let responses = queue.count { if case .responded = $0.event { true } else { false } }
    return responses >= Host.mostResponses
  }

  /// Of what a notification server says, no more is kept.
  private static let mostResponses = 2000
  /// How many events that have waited for the store are handled before anything else has its turn.
  private static let piece = 20

  /// Keeps the ages of queued events when the clock is set. (B17)
  private func keepAges(of span: Span) {
    for index in queue.indices { queue[index].since = queue[index].since + span }
    if let since = busySince { busySince = since + span }
  }

  /// The state of the world, as the engine knows it; nil until it has started.
  package var situation: Situation? { engine.situation }

  /// Answers from the committed data, ahead of all that is queued.
  package func read(_ query: Query) -> Answer {
    guard !stopped else { return .refused(Host.closing) }
    let instant = now()
    // Tray, window and bus ask one after another when a turn has changed the state.
    if query == .state, let state, state.at <= instant, instant - state.at < .seconds(1) {
      return state.answer
    }
    do throws(StoreFailure) {
      let answer = try engine.read(query, at: instant)
      if query == .state { state = (answer, instant) }
      return answer
    } catch {
      return .refused(Host.refusal(error))
    }
  }

  /// Whether nothing would be missed if the process ended now, until the next wake.
  ///
  /// False also while events wait for the store.
  package var isAtRest: Bool {
    guard !stopped, engine.situation != nil, queue.isEmpty, waiting.isEmpty else { return false }
    do throws(StoreFailure) {
      return try engine.isAtRest(at: now())
    } catch {
      return false
    }
  }

  /// Takes the secrets out of the order and asks for it. (T27)
  ///
  /// Answers exactly once, possibly before returning.
  package func ask(_ order: Order, answer: @escaping (Answer) -> Void) {
    guard !stopped else {
      return answer(.refused(Host.closing))
    }
    lastCaller += 1
    let caller = Caller(number: lastCaller)
    do throws(Refusal) {
      let document = try takeOutSecrets(of: order)
      waiting[caller] = forgetting(document, answer)
      send(.asked(document?.order ?? order, by: caller))
      // After a second of refusals, an order does not wait for the next retry.
      if refusals >= Host.patience { drain(most: Host.piece) }
    } catch {
      answer(.refused(error))
    }
  }

  private func takeOutSecrets(of order: Order) throws(Refusal) -> SecretDocument? {
    guard let secrets = world?.secrets else { return nil }
    return try SecretDocument(order, secrets: secrets)
  }

  /// Wraps `answer` to forget the secrets that came with the order and are not used, and to wait until
  /// the others would outlive this process. (T27)
  private func forgetting(
    _ document: SecretDocument?, _ answer: @escaping (Answer) -> Void
  ) -> (Answer) -> Void {
    guard let document, !document.kept.isEmpty, let secrets = world?.secrets else { return answer }
    return { result in
      guard case .done = result, !document.isTrial else {
        secrets.forget(document.kept)
        return answer(result)
      }
      var left = document.kept.count
      for reference in document.kept {
        secrets.whenKept(reference) {
          left -= 1
          if left == 0 { answer(result) }
        }
      }
    }
  }

  /// Retries after the store refused; called when the delay of `Shell.retry(after:)` is over.
  package func resume() {
    guard !stopped else { return }
    noteClocks()
    if queue.isEmpty, let since = busySince {
      // Only orders were waiting, and they have been answered; the busy time remains to be
      // reported.
      busySince = nil
      refusals = 0
      let instant = now()
      queue.append(
        Queued(event: .situation(.storeWasBusy(max(.zero, instant - since))), since: instant))
    }
    drain(most: Host.piece)
  }

  /// About a second of refusals, each up to 50 ms in the store and 50 ms here.
  private static let patience = 10

  package static let closing = Refusal(.refused, "Carillon is closing.")

  /// The reason why the store cannot commit; always the same kind of refusal.
  private static func refusal(_ failure: StoreFailure) -> Refusal {
    let trouble =
      switch failure.kind {
      case .busy: "The database is busy"
      case .full: "The disk is full"
      case .broken: "The database cannot be read or written"
      }
    return Refusal(.storageBusy, "\(trouble); nothing was changed. Try again.")
  }

  /// Handles what waits; after `most` events, the rest in another turn of the loop.
  private func drain(most: Int = .max) {
    guard !draining, let world else { return }
    draining = true
    isCatchingUp = false
    defer { draining = false }
    var left = most
    while !stopped, let queued = queue.first {
      guard left > 0 else {
        isCatchingUp = true
        return world.shell.retry(after: .zero)
      }
      left -= 1
      let (event, instant) = (queued.event, now())
      do {
        let effects = try engine.handle(event, at: instant, since: queued.since)
        // An adapter may have stopped the host meanwhile and emptied the queue.
        if !queue.isEmpty { queue.removeFirst() }
        state = nil
        recovered(by: event, at: instant)
        queued.committed?()
        for effect in effects {
          if stopped { return }
          pass("before", effect)
          perform(effect, world)
          pass("after", effect)
        }
      } catch {
        refused(event, for: error, at: instant)
        return
      }
    }
  }

  /// Handles a failed commit: the event stays first in the queue; an order is dropped after a
  /// second.
  ///
  /// An event that the store keeps refusing while it accepts everything else is a bug. It is
  /// dropped and replaced with an event that reports it, so that it does not block all others; the
  /// result of work ends as an error. If the report is refused too, the store is at fault after all.
  ///
  /// If the disk is too full for a source's answer but not for small things, the answer is given up: it can be fetched
  /// again.
  private func refused(_ event: Event, for failure: StoreFailure, at instant: Instant) {
    busySince = min(busySince ?? instant, instant)
    refusals += 1
    let isOurs = refusals >= Host.patience && failure.kind == .broken && !event.tellsOfRefusal
    if isOurs, engine.storeWorks() {
      if case .asked(_, let caller) = event {
        reply(
          .refused(Refusal(.refused, "Carillon failed at this; nothing was changed.")), to: caller)
      }
      queue[queue.startIndex].event = .situation(.eventRefused(failure.detail))
      if case .finished(let ticket, let outcome) = event, outcome != outcome.givenUp {
        queue.insert(
          Queued(event: .finished(ticket, outcome.givenUp), since: queue[queue.startIndex].since),
          at: queue.startIndex + 1)
      }
      refusals = 0
    }
    if refusals >= Host.patience {
      for case .asked(_, let caller) in queue.map(\.event) {
        reply(.refused(Host.refusal(failure)), to: caller)
      }
      queue.removeAll { if case .asked = $0.event { true } else { false } }
    }
    if refusals >= Host.patience, failure.kind == .full,
      case .finished(let ticket, let outcome) = event, case .fetched = outcome.givenUp,
      outcome != outcome.givenUp, engine.storeWorks()
    {
      queue[queue.startIndex].event = .finished(ticket, outcome.givenUp)
      refusals = 0
    }
    world?.shell.retry(after: refusals < 20 ? .milliseconds(50) : .seconds(5))
  }

  private func recovered(by event: Event, at instant: Instant) {
    guard let since = busySince else { return }
    busySince = nil
    refusals = 0
    if case .situation(.storeWasBusy) = event { return }
    queue.append(
      Queued(event: .situation(.storeWasBusy(max(.zero, instant - since))), since: instant))
  }

  /// A kill point in debug builds; does nothing in release builds.
  private func pass(_ side: StaticString, _ effect: Effect) {
    #if DEBUG
      // The name of the case, without its payload.
      atKillPoint?("\(side):\(Mirror(reflecting: effect).children.first?.label ?? "\(effect)")")
    #endif
  }

  private func perform(_ effect: Effect, _ world: World) {
    switch effect {
    case .arm(let wakes): world.scheduler.arm(wakes)
    case .fetch(let job, let ticket): world.content.fetch(job, ticket)
    case .post(let job, let ticket): world.callbacks.post(job, ticket)
    case .media(let job, let ticket): world.media.load(job, ticket)
    case .show(let call, let ticket): world.notifier.show(call, ticket)
    case .close(let notification): world.notifier.close(notification)
    case .listen(let connections): world.carriers?.listen(connections)
    case .register(let wish): world.carriers?.register(wish)
    case .unseal(let job, let ticket): world.mail?.open(job, ticket)
    case .keys(let reference, let ticket): world.mail?.keys(reference, ticket)
    case .sendSelf(let test, let ticket): world.mail?.send(test, ticket)
    case .reconnect(let why): world.carriers?.reconnect(why)
    case .probe(let topic, let ticket): probe(topic, ticket, world)
    case .play(let sound): world.shell.play(sound)
    case .startServer(let ticket): world.notifier.startServer(ticket)
    case .attention(let wanted): world.shell.attention(wanted)
    case .callAttention: world.shell.callAttention()
    case .badge(let count): world.shell.badge(count)
    case .open(let page, let activation): world.shell.open(page, activation: activation)
    case .copy(let text, let activation): world.shell.copy(text, activation: activation)
    case .ask(let question, let activation):
      world.shell.ask(question, activation: activation)
    case .autostart(let enabled, let ticket): world.shell.setAutostart(enabled, ticket)
    case .export(let job, let ticket): world.shell.export(job, ticket)
    case .forget(let references): world.secrets.forget(references)
    case .forgetAll(let references): world.secrets.forgetAll(except: references)
    case .erase(let caller): erase(for: caller, world)
    case .answer(let answer, let caller): reply(answer, to: caller)
    case .tell(let signal): world.shell.tell(signal)
    case .changed(let topic): world.shell.changed(topic)
    case .idleWanted: world.shell.wantIdle()
    }
  }

  private func probe(_ topic: TopicSubscription, _ ticket: Ticket, _ world: World) {
    guard let carriers = world.carriers else {
      return send(.finished(ticket, .probed(.failed(FetchFailure(.offline)))))
    }
    carriers.probe(topic, ticket)
  }

  /// Stops the host and deletes all data; the answer comes last.
  private func erase(for caller: Caller, _ world: World) {
    let waiter = waiting.removeValue(forKey: caller)
    world.carriers?.leave()
    close()
    world.shell.erase { problem in
      waiter?(problem.map { .refused(Refusal(.refused, $0)) } ?? .done(.nothing))
    }
  }

  private func reply(_ answer: Answer, to caller: Caller) {
    guard let waiter = waiting.removeValue(forKey: caller) else { return }
    waiter(answer)
  }
}

extension Event {
  /// Whether it replaces an event that was dropped.
  fileprivate var tellsOfRefusal: Bool {
    if case .situation(.eventRefused) = self { true } else { false }
  }
}

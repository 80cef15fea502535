import CarillonFeatures
import CarillonStore

extension Life: Scheduler, ContentSource, Callbacks, MediaStore, Secrets, Notifier, Shell {

  /// Counts an effect; if the process is to die, it dies before or after performing it.
  func performing(_ effect: () -> Void) {
    guard let left = effectsToLive else { return effect() }
    effectsToLive = left - 1
    guard left <= 0 else { return effect() }
    // The process dies before or just after the effect.
    if random.once(in: 2) { effect() }
    crash()
  }

  func later(_ event: Event, _ range: ClosedRange<Int64>) {
    pending.append((now + .milliseconds(random.span(range)), event))
  }

  func arm(_ wakes: [Wake]) {
    record(.effect(.arm(wakes)))
    performing { self.wakes = wakes }
  }

  func fetch(_ job: FetchJob, _ ticket: Ticket) {
    record(.effect(.fetch(job, ticket)))
    performing {
      watch.fetching(job, ticket, self)
      let result: FetchResult
      if feedFails || (!situation.online && !job.spec.worksOffline) {
        result = .failed(FetchFailure(random.pick([.timeout, .status, .payload])))
      } else if job.etag == "\"\(etag)\"", !random.once(in: 4) {
        result = .notModified
      } else {
        etag += 1
        result = .reading(
          answer(), etag: "\"\(etag)\"")
      }
      // In calm periods, an answer comes before it is needed.
      later(.finished(ticket, .fetched(result)), fair ? 0...2000 : 0...15_000)
    }
  }

  /// The source's response: mostly news, sometimes a hostile document.
  private func answer() -> String {
    let news = #""headline":"News \#(etag)","summary":"Said at \#(now.milliseconds)""#
    guard !fair, random.once(in: 4) else { return "{\(news)}" }
    return random.pick([
      #"{"headline":"\#(String(repeating: "long ", count: 400))"}"#,
      #"{"headline":"{{summary}} {{date}} \u202egnp.exe\u0000","summary":"<b>&amp;</b>"}"#,
      #"{"summary":"\n\n\n"}"#, #"{"headline":null}"#, "[]", "",
      #"{"headline":"👨‍👩‍👧‍👦👨‍👩‍👧‍👦","summary":7}"#,
      #"{"version":1,"items":[{"day":31,"place":"later","headline":"News \#(etag)"}]}"#,
    ])
  }

  func post(_ job: PostJob, _ ticket: Ticket) {
    record(.effect(.post(job, ticket)))
    performing {
      if job.key.hasPrefix(Command.keyPrefix) {
        watch.calls.lastCommand = ticket
        return takeCommand(job, ticket)
      }
      if let button = job.button { return takeRequest(button, job.key, ticket) }
      if job.key.hasPrefix("accounts/"), job.key.contains(":status:") {
        return takeStatus(job, ticket)
      }
      if job.key.hasPrefix("accounts/") { return takeAccountCall(job, ticket) }
      if job.spec.url.hasPrefix(MaintenanceServer.address) {
        return takeAcknowledgement(job, ticket)
      }
      watch.posting(job, ticket, self)
      var result = PostResult.answered(status: 204, retryAfter: nil)
      if callbacksFail || !situation.online {
        result = random.pick([
          .failed(FetchFailure(.timeout)), .answered(status: 503, retryAfter: .minutes(3)),
          .answered(status: 400, retryAfter: nil),
        ])
      }
      later(.finished(ticket, .posted(result)), 0...2000)
    }
  }

  /// What a message's button has sent. (C5)
  private func takeRequest(_ button: ButtonRequest, _ key: String, _ ticket: Ticket) {
    watch.posting(button, key, self)
    let result = random.pick([
      PostResult.answered(status: 204, retryAfter: nil), .answered(status: 500, retryAfter: nil),
      .answered(status: 503, retryAfter: nil), .failed(FetchFailure(.timeout)),
      .unsent(FetchFailure(.unreachable)),
    ])
    switch result {
    case .unsent, .answered(503, _): watch.buttons.mayRepeat.insert(key)
    case .answered, .document, .failed: break
    }
    later(.finished(ticket, .posted(result)), 0...12_000)
  }

  func load(_ job: MediaJob, _ ticket: Ticket) {
    record(.effect(.media(job, ticket)))
    performing {
      watch.calls.lastMedia = ticket
      lastPicture = Watch.file(for: job.url)
      let result: MediaResult =
        job.mayFetch && !random.once(in: 3)
        ? .ready(file: lastPicture)
        : .failed(
          FetchFailure(random.pick([.timeout, .offline, .payload, .tooLarge, .unreachable])))
      later(.finished(ticket, .media(result)), random.once(in: 5) ? 0...60_000 : 0...3000)
    }
  }

  func keep(_ value: String) -> SecretReference {
    secrets += 1
    return SecretReference("secret-\(secrets)")
  }

  func value(of reference: SecretReference, then: @escaping (String?) -> Void) {
    then(DrawnPatch.secret)
  }

  func forget(_ references: [SecretReference]) {
    record(.effect(.forget(references)))
    push.keys.subtract(references.map(\.id))
    // A sender was removed, or its former keys count no more.
    watch.settingsMayDiffer()
  }

  func isForgotten(_ reference: SecretReference) -> Bool { false }

  func forgetAll(except references: [SecretReference]) {
    push.keys.formIntersection(references.map(\.id))
  }

  func export(_ job: ExportJob, _ ticket: Ticket) {}

  func erase(done: @escaping (String?) -> Void) { done(nil) }

  func show(_ call: NotifyCall, _ ticket: Ticket) {
    record(.effect(.show(call, ticket)))
    performing {
      watch.calling(call, ticket, self)
      // It has the name still, and what it showed stays.
      if case .silent = situation.server {
        return later(.finished(ticket, .notified(.overdue)), 5000...5000)
      }
      guard case .present(let server) = situation.server else {
        return later(.finished(ticket, .notified(.unowned)), 0...20)
      }
      if serverRefuses {
        return later(
          .finished(ticket, .notified(.refused(name: "org.example.No", message: "no"))), 0...20)
      }
      if answersLate {
        later(.finished(ticket, .notified(.overdue)), 5000...5000)
        later(
          .finished(ticket, .notified(.shown(place(call, ticket, server)))), 120_000...300_000)
        return
      }
      if !fair, random.once(in: 8) {
        switch random.span(0...3) {
        case 0:
          later(.finished(ticket, .notified(.overdue)), 5000...5000)
          if random.once(in: 2) {
            later(.finished(ticket, .notified(.shown(place(call, ticket, server)))), 6000...60_000)
          }
          later(.situation(.server(.present(server))), 61_000...90_000)
        case 1: later(.finished(ticket, .notified(.abandoned)), 0...4000)
        case 2 where call.replaces != nil:
          later(.finished(ticket, .notified(.excess)), 0...20)
          // The engine believes that it was shown. If it was a group, the notification that it should have
          // replaced is still there.
          let tag = watch.tag(of: ticket.row)
          for index in popups.indices
          where popups[index].screen == call.replaces && popups[index].tag != tag {
            popups[index].isKnown = false
          }
        default:
          // The server left with all its notifications, and another one starts.
          owner += 1
          clearScreen()
          situation.server = .present(self.server)
          later(.finished(ticket, .notified(.unowned)), 0...20)
          later(.situation(.server(situation.server)), 61_000...90_000)
        }
        return
      }
      // Some servers show a notification at once, others when they answer.
      let isQuick = random.once(in: 2)
      if !isQuick { unplaced = (call, ticket, server) }
      let shown =
        isQuick
        ? place(call, ticket, server) : OnScreen(bus: server.bus, owner: server.owner, id: 0)
      later(.finished(ticket, .notified(.shown(shown))), 0...20)
    }
  }

  func close(_ notification: OnScreen) {
    record(.effect(.close(notification)))
    performing {
      // The server handles its calls in order.
      carryOut()
      if let popup = popups.last(where: { $0.screen == notification }) {
        watch.closing(popup, self)
        noteClosed(popup)
      } else if let popup = gone.last(where: { $0.screen == notification }) {
        // It has gone, and the store could not take that in yet: for Carillon it still stands.
        noteClosed(popup)
      }
      remove(notification)
    }
  }

  func startServer(_ ticket: Ticket) {
    record(.effect(.startServer(ticket)))
    performing {
      let works = !random.once(in: 3)
      if works {
        situation.server = .present(server)
        pending.append((now + .milliseconds(200), .situation(.server(situation.server))))
      }
      pending.append((now + .milliseconds(300), .finished(ticket, .startedServer(works))))
    }
  }

  func callAttention() {
    record(.effect(.callAttention))
    performing {}
  }

  func badge(_ count: Int) {
    record(.effect(.badge(count)))
    performing {}
  }

  func attention(_ wanted: Bool) {
    record(.effect(.attention(wanted)))
    performing {}
  }
  func play(_ sound: String) {
    record(.effect(.play(sound)))
    performing { watch.alarms.played = true }
  }
  func open(_ page: Page, activation: String?) {
    record(.effect(.open(page, activation: activation)))
    performing {}
  }

  func copy(_ text: String, activation: String?) {
    record(.effect(.copy(text, activation: activation)))
    performing {}
  }

  func ask(_ question: ButtonQuestion, activation: String?) {
    record(.effect(.ask(question, activation: activation)))
    performing { questions.append(question) }
  }

  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {
    record(.effect(.autostart(enabled, ticket)))
    performing {
      situation.autostart = enabled
      later(.finished(ticket, .autostart(enabled: enabled, error: nil)), 0...50)
    }
  }

  func tell(_ signal: Signal) {
    record(.effect(.tell(signal)))
    switch signal {
    case .command(let document): performing { hearCommand(document) }
    case .errorReported(let event): watch.told(event, self)
    case .delivered, .responded, .messageReceived, .testStep, .pressed: break
    }
  }

  func changed(_ topic: Topic) {}
  func wantIdle() { later(.idle, 0...0) }

  func retry(after delay: Span) {
    guard diesInside else { return retryDelay = delay }
    watch.lost()
    crash()
  }
}

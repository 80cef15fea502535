"""The faults: each a few lines of engine, Host or schema as they would read with one mistake.

`text` stands in `file` exactly once; whoever changes that place changes the fault with it.
"""

import collections

Fault = collections.namedtuple("Fault", "name file text replacement rule")

CORE = "Sources/Heart/"
SLOTS = "Sources/Features/Slots/"
STORE = "Sources/World/Store/"
PUSH = "Sources/World/Push/"
MAINTENANCE = "Sources/Features/Maintenance/"

FAULTS = [
    # MARK: Boundaries
    Fault(
        "grace-end", CORE + "Gate/Gate.swift",
        "if try late > ledger.grace(of: delivery), delivery.status",
        "if try late >= ledger.grace(of: delivery), delivery.status",
        "T18: at the very end of the grace it still rings"),
    Fault(
        "grace-ignored", CORE + "Ledger/Ledger+Time.swift",
        """get throws(StoreFailure) { try max(settings.grace, punctual) }
  }

  private func ownGrace(of delivery: Delivery) throws(StoreFailure) -> Span {
    guard delivery.isPlanned, let source = source(of: delivery) else { return try grace }
    return try max(source.grace, punctual)""",
        """get throws(StoreFailure) { .days(400) }
  }

  private func ownGrace(of delivery: Delivery) throws(StoreFailure) -> Span {
    guard delivery.isPlanned, let source = source(of: delivery) else { return try grace }
    return try max(source.grace, .days(400))""",
        "T18: beyond the grace it is missed"),
    Fault(
        "ttl-end", SLOTS + "Freshness.swift",
        "guard age > ttl else {",
        "guard age >= ttl else {",
        "T5: content of exactly its TTL is shown"),
    Fault(
        "cooldown-end", SLOTS + "RingNow.swift",
        "return end > now ? end : nil",
        "return end >= now ? end : nil",
        "T12: after 60 s it may be asked for again"),
    Fault(
        "retention-end", STORE + "SQLiteRows+Pruning.swift",
        "WHERE decided_at < ? AND fire_at < ?",
        "WHERE decided_at <= ? AND fire_at <= ?",
        "T8: what is exactly as old as the retention is kept"),
    Fault(
        "quiet-hours-end", CORE + "Ledger/QuietHours.swift",
        "if from < to { return from <= time && time < to && ",
        "if from < to { return from <= time && time <= to && ",
        "J14: at the end of the quiet hours nothing is held any more"),

    # MARK: The schema
    Fault(
        "index-of-occurrence", STORE + "Schema+V1.swift",
        "CREATE UNIQUE INDEX one_delivery_of_occasion",
        "CREATE INDEX one_delivery_of_occasion",
        "T7: one row for each slot and date"),
    Fault(
        "index-of-open-fetch", STORE + "Schema+V1.swift",
        "CREATE UNIQUE INDEX one_open_fetch_of_source",
        "CREATE INDEX one_open_fetch_of_source",
        "T3: one request per source at a time"),

    # MARK: The wall clock
    Fault(
        "second-of-two", CORE + "Time/ZoneRules.swift",
        "if start <= candidate { return candidate }",
        """if start <= candidate {
          let second = next < end ? asUTC - .seconds(Int64(self.offset(at: next))) : candidate
          return second >= next ? second : candidate
        }""",
        "T16: of a time that occurs twice the first is taken"),
    Fault(
        "gap-shifted", CORE + "Time/ZoneRules.swift",
        "return swallowed ? nil : start",
        """return swallowed
          ? nil : asUTC - .seconds(Int64(self.offset(at: start - .milliseconds(1))))""",
        "T16: a time that a gap swallows is the first instant after it"),
    Fault(
        "date-that-is-not", CORE + "Time/ZoneRules.swift",
        "return swallowed ? nil : start",
        "return swallowed && start < asUTC - .days(9) ? nil : start",
        "T16: a date that does not exist has no occurrence"),

    # MARK: Commit first
    Fault(
        "effects-without-commit", CORE + "Engine/Engine.swift",
        """    let turn = try store.transaction { rows throws(StoreFailure) in
      let turn = Turn(
        rows: rows, environment: environment, plugged: features, memory: memory, now: now,
        happenedAt: since ?? now)
      try turn.decide(event)
      return turn
    }
    self.memory = turn.remembered
    return turn.ledger.effects""",
        """    var decided: Turn?
    do throws(StoreFailure) {
      try store.transaction { rows throws(StoreFailure) in
        let turn = Turn(
          rows: rows, environment: environment, plugged: features, memory: memory, now: now,
          happenedAt: since ?? now)
        try turn.decide(event)
        decided = turn
      }
    } catch {
      guard let decided else { throw error }
      return decided.ledger.effects
    }
    guard let decided else { return [] }
    self.memory = decided.remembered
    return decided.ledger.effects""",
        "T32: an effect is performed only when its row is committed"),
    Fault(
        "memory-before-commit", CORE + "Engine/Engine.swift",
        """      try turn.decide(event)
      return turn
    }
    self.memory = turn.remembered""",
        """      try turn.decide(event)
      self.memory = turn.remembered
      return turn
    }""",
        "Engine: what was not committed did not happen in memory either"),
    Fault(
        "turn-never-freed", CORE + "Engine/Turn.swift",
        "deinit { ledger.sources = [] }", "deinit {}",
        "Engine: a turn is freed when it has ended"),
    Fault(
        "event-lost-when-busy", CORE + "Engine/Host.swift",
        """        let effects = try engine.handle(event, at: instant, since: queued.since)
        // An adapter may have stopped the host meanwhile and emptied the queue.
        if !queue.isEmpty { queue.removeFirst() }""",
        """        queue.removeFirst()
        let effects = try engine.handle(event, at: instant)""",
        "Host: an event that the store refuses stays first"),
    Fault(
        "busy-and-done-later", CORE + "Engine/Host.swift",
        "      queue.removeAll { if case .asked = $0.event { true } else { false } }\n",
        "",
        "SPEC §6: what was answered StorageBusy is not carried out later"),

    # MARK: Tickets
    Fault(
        "ticket-of-show", CORE + "Screen/Screen+Answers.swift",
        "guard var delivery = try rows.delivery(ticket.row), delivery.calls == ticket.attempt else {",
        "guard var delivery = try rows.delivery(ticket.row) else {",
        "DESIGN: an answer to a former call changes nothing"),
    Fault(
        "ticket-of-fetch", SLOTS + "Prefetch.swift",
        "guard let fetch = try rows.fetch(ticket.row), fetch.finishedAt == nil else { return nil }",
        "guard let fetch = try rows.fetch(ticket.row) else { return nil }",
        "DESIGN: a fetch ends once"),
    Fault(
        "ticket-of-post", CORE + "Outgoing/Outgoing.swift",
        """posting.inFlight,
      posting.attempts == ticket.attempt
    else { return }""",
        """posting.inFlight
    else { return }""",
        "DESIGN: an answer to a former post changes nothing"),

    # MARK: Identity
    Fault(
        "spent-not-looked-at", CORE + "Planning/Planning.swift",
        "guard stored?.mayBeArmed ?? true, try !rows.isSpent(occasion) else {",
        "guard stored?.mayBeArmed ?? true else {",
        "T16: an identity that is spent is not armed again, though its row is gone"),
    Fault(
        "spent-not-taken-up", CORE + "Planning/Planning+Passed.swift",
        "guard try !rows.isSpent(occasion), try rows.delivery(of: occasion) == nil else",
        "guard try rows.delivery(of: occasion) == nil else",
        "T16: an identity that is spent is not taken up again, though its row is gone"),
    Fault(
        "unconfirmed-not-spent", CORE + "Engine/Turn+Happenings.swift",
        """    case .handedOver(let delivery):
      try planning.settleIdentity(of: delivery)""",
        """    case .handedOver(let delivery):
      if delivery.status != .unconfirmed || delivery.reason == .restarted {
        try planning.settleIdentity(of: delivery)
      }""",
        "T7: what was handed over is spent, though nobody confirmed it"),
    Fault(
        "members-not-spent", CORE + "Planning/Planning.swift",
        "if let occasion = member.occasion { try rows.spend(occasion, at: now) }",
        "if let occasion = member.occasion, member.status != .merged {\n"
        "          try rows.spend(occasion, at: now)\n        }",
        "T7: a digest that was handed over spends its members"),
    Fault(
        "untaken-digest-spends", CORE + "Gate/Digests.swift",
        "try move(&digest, to: .cancelled, .takenApart)",
        "try ledger.hear(.handedOver(digest))\n"
        "      try move(&digest, to: .cancelled, .takenApart)",
        "T18: a digest that nobody took leaves its members unspent"),

    # MARK: Crashes
    Fault(
        "in-flight-forgotten", CORE + "Screen/Leftovers.swift",
        "      } else if delivery.isInFlight {",
        "      } else if delivery.isInFlight, delivery.calls > 1 {",
        "T32: what is found in flight at start is unconfirmed"),
    Fault(
        "urgent-lost-in-crash", CORE + "Screen/Leftovers.swift",
        "      if delivery.isInFlight, delivery.isUrgent,",
        "      if delivery.isInFlight, delivery.isUrgent, delivery.calls > 1,",
        "T32: an urgent one found in flight at start is shown again"),
    Fault(
        "shown-again-after-crash", CORE + "Screen/Leftovers.swift",
        """        try move(&delivery, to: .unconfirmed, .restarted)
        try takePlace(&delivery)
        try ledger.hear(.handedOver(delivery))""",
        """        try move(&delivery, to: .scheduled, .restarted)""",
        "T32: what is found in flight at start is not shown again"),
    Fault(
        "post-lost-in-crash", CORE + "Outgoing/Outgoing.swift",
        """for var posting in try rows.postingsInFlight() {
      posting.inFlight = false""",
        """for var posting in try rows.postingsInFlight() {
      posting.inFlight = true""",
        "T32: a post that was in flight is posted again"),
    Fault(
        "fetch-lost-in-crash", SLOTS + "Prefetch.swift",
        "    for fetch in try rows.openFetches() {",
        "    for fetch in try rows.openFetches() where fetch.asked {",
        "T3: a fetch that died with its process is over"),
    Fault(
        "snooze-lost-in-restart", CORE + "Screen/Leftovers.swift",
        "      } else if delivery.status == .scheduled, delivery.askedFor {",
        """      } else if delivery.status == .snoozed {
        try move(&delivery, to: .shown, .restarted)
      } else if delivery.status == .scheduled, delivery.askedFor {""",
        "T33: a snooze is kept across restarts"),

    # MARK: Planning
    Fault(
        "cap-off-by-one", CORE + "Planning/Planning.swift",
        "static let cap = 64", "static let cap = 65",
        "T14: at most 64 are armed"),
    Fault(
        "cap-takes-the-latest", CORE + "Planning/Agenda.swift",
        "(one.at, one.item.id) < (other.at, other.item.id)",
        "(one.at, one.item.id) > (other.at, other.item.id)",
        "T14: the soonest stay armed"),
    Fault(
        "zone-not-followed", CORE + "Engine/Turn.swift",
        "case .zone: timeMoved = true", "case .zone: break",
        "T16: a change of zone is noticed while running"),
    Fault(
        "clock-back-not-noticed", CORE + "Engine/Upkeep.swift",
        "let wentBack = last.map { now < $0 } ?? false",
        "let wentBack = last.map { now < $0 - .days(4000) } ?? false",
        "T16: a clock that was set back is noticed"),
    Fault(
        "wake-too-late", CORE + "Engine/Wakes.swift",
        "want(delivery.fireAt, within: slack)",
        "want(delivery.fireAt + .seconds(90), within: slack)",
        "Engine: it wants to be woken no later than its next duty"),
    Fault(
        "snooze-not-woken-for", CORE + "Engine/Wakes.swift",
        "      want(ledger.snoozeEnd(delivery))\n", "",
        "T33: a snooze ends by itself"),
    Fault(
        "off-the-table", CORE + "Planning/Planning.swift",
        """try move(&delivery, to: .shown, .itemOff)""",
        """try move(&delivery, to: .cancelled, .itemOff)""",
        "DESIGN: no transition but those of the table"),

    # MARK: The gate
    Fault(
        "released-one-by-one", CORE + "Gate/Digests.swift",
        "if delivery.releasedAt != nil { return true }",
        "if delivery.releasedAt != nil { return false }",
        "SPEC §5: several released at once become a digest"),
    Fault(
        "two-in-flight", CORE + "Screen/Screen.swift",
        "return try awake().contains { $0.isInFlight }",
        "return try awake().contains { $0.isInFlight && $0.calls > 1 }",
        "DESIGN: one show at a time"),
    Fault(
        "third-attempt", CORE + "Screen/Screen+Answers.swift",
        """guard isFirst, !delivery.replaced else { return try fail(&delivery, .refused) }""",
        """guard delivery.calls < 3 else { return try fail(&delivery, .refused) }""",
        "T32: a second refusal is the last"),
    Fault(
        "skip-skips-on", CORE + "Planning/Planning+Skipping.swift",
        "first(where: { $0.item == id }) {\n      return skipped",
        "first(where: { $0.item == id && $0.fireAt < now }) {\n"
        "      return skipped",
        "T33: a second press of Skip does nothing"),
    Fault(
        "cooldown-not-given-back", CORE + "Engine/Turn+Happenings.swift",
        """    case .withdrawn(let delivery):
      try takeBack(delivery)
""",
        "    case .withdrawn(let delivery):\n",
        "T12: a ring now that fails gives its cooldown back"),
    Fault(
        "never-answered", CORE + "Engine/Turn+Happenings.swift",
        "if ledger.isAwaited(delivery) {",
        "if ledger.isAwaited(delivery), delivery.status != .unconfirmed {",
        "SPEC §6: a question is answered, also when the server is silent"),
    Fault(
        "dropped-at-the-end", CORE + "Engine/Host.swift",
        "    for answer in open { answer(.refused(Host.closing)) }",
        "    if open.count > 9 { return }",
        "SPEC §6: a question that is open at the end is refused"),

    # MARK: Content
    Fault(
        "attempt-again-after-crash", CORE + "Screen/Leftovers.swift",
        "      } else if delivery.waiting == .fetch {\n",
        """      } else {
        delivery.attemptAt = nil
""",
        "T3: an attempt is counted when it is committed, whatever became of it"),
    Fault(
        "attempt-again-when-online", CORE + "Engine/Turn.swift",
        """    case .online(true):
      news.mayFetchFirst = true
""",
        """    case .online(true):
      news.mayFetchFirst = true
      for var delivery in try ledger.live() where delivery.attemptAt != nil {
        delivery.attemptAt = nil
        try ledger.save(delivery)
      }
""",
        "T3: a failed attempt is not made again inside the lead"),
    Fault(
        "attempt-given-back-near", CORE + "Ledger/PlanSource.swift",
        "delivery.fireAt - now > (try source.lead) + .hours(1)",
        "delivery.fireAt - now > min(try source.lead, .zero)",
        "T3: only what moved far ahead has its attempt again"),
    Fault(
        "text-after-the-gate", SLOTS + "Prefetch.swift",
        "guard delivery.fireAt > now || delivery.waiting == .fetch,",
        "guard delivery.fireAt > now || delivery.waiting != nil,",
        "T9: the text is not changed from the gate on"),
    Fault(
        "unchanged-not-renewed", SLOTS + "Prefetch.swift",
        "try rows.setValidation(of: content.id, at: now, futureSince: nil)\n"
        "      return .success(.validated)",
        "try rows.setValidation(of: content.id, at: content.validatedAt, futureSince: nil)\n"
        "      return .success(.validated)",
        "T4: a 304 renews the validation"),
    Fault(
        "etag-of-the-unreadable", SLOTS + "Prefetch.swift",
        "{ $0.payload == nil ? nil : $0.etag }", "{ $0.etag }",
        "T4: no ETag is sent for what cannot be read"),
    Fault(
        "did-not-in-the-source", SLOTS + "Contents.swift",
        """    guard let did = try settings.did else { return source }
    return "\\(source) \\(did)\"""",
        "    return source",
        "T29: what was fetched for one DID is not another's"),

    # MARK: The outbox
    Fault(
        "key-of-each-attempt", CORE + "Outgoing/Outgoing.swift",
        "      key: posting.key)",
        """      key: "\\(posting.key)#\\(posting.attempts)")""",
        "T32: the key of a callback never changes"),
    Fault(
        "refused-posted-again", CORE + "Outgoing/Outgoing.swift",
        "(400..<500).contains(status) && ![408, 425, 429].contains(status)",
        "(410..<500).contains(status) && ![425, 429].contains(status)",
        "T24: a 4xx ends a callback"),
    Fault(
        "too-many-requests-ends", CORE + "Outgoing/Outgoing.swift",
        "![408, 425, 429].contains(status)", "![408, 425].contains(status)",
        "T24: 429 asks to come again"),
    Fault(
        "back-off-outlives-outage", CORE + "Engine/Turn.swift",
        """      try outgoing.endBackOffs()
    case .server:""",
        """    case .server:""",
        "T24: when the network comes, what waits is posted"),
    Fault(
        "old-heartbeats-wait", CORE + "Outgoing/ServiceCallbacks.swift",
        "limit: 10) where !old.inFlight {", "limit: 10) where old.inFlight {",
        "T24: only the newest heartbeat waits"),

    # MARK: Secrets and sealing
    Fault(
        "secret-not-taken-out", CORE + "Engine/Host.swift",
        "let document = try takeOutSecrets(of: order)",
        "let document = try order == .reschedule ? takeOutSecrets(of: order) : nil",
        "T27: no secret in any row"),
    Fault(
        "sealed-text-overwritten", STORE + "SQLiteRows+Deliveries.swift",
        "if delivery.text == .open, !sameText {", "if !sameText {",
        "T28: a text that cannot be read stays as it is"),
    Fault(
        "not-sealed-at-unlock", CORE + "Engine/Turn.swift",
        """    case .keyring(.open):
      upkeep.wantsSealing()
""",
        "    case .keyring(.open):\n",
        "T28: at unlock what lies open is sealed"),

    # MARK: Retention
    Fault(
        "pruned-in-the-future", CORE + "Engine/Upkeep.swift",
        "if let at = last, at > now {", "if let at = last, at > now, pruning {",
        "T8: what was pruned by a clock that has gone back since is no reason not to prune"),
    Fault(
        "ahead-is-pruned", STORE + "SQLiteRows+Pruning.swift",
        "WHERE decided_at < ? AND fire_at < ?",
        "WHERE decided_at < ? AND ? <> 0",
        "T8: a delivery whose instant lies ahead is kept"),
    Fault(
        "last-payload-is-pruned", STORE + "SQLiteRows+Pruning.swift",
        "    AND id < (SELECT max(id) FROM notif_contents WHERE source_id = old.source_id)\n",
        "",
        "T8: the last payload of a source is kept"),
    Fault(
        "shown-content-is-pruned", STORE + "SQLiteRows+Pruning.swift",
        "WHERE content_id = old.id AND \\(Schema.isLive))",
        "WHERE content_id = old.id AND status IN ('showing'))",
        "T8: content that a live row shows is kept"),

    # MARK: Messages
    Fault(
        "stage-goes-back", CORE + "Inbox/Inbox.swift",
        "if let thread, known?.rank ?? 0 < thread.rank {",
        "if let thread, known?.rank ?? 0 > thread.rank + 4 {",
        "B11: a stage never goes back"),
    Fault(
        "refused-after-newer", CORE + "Gate/Gate+Superseding.swift",
        "let isRefused = delivery.isMessage && delivery.errorAt != nil",
        "let isRefused = delivery.isDigest && delivery.errorAt != nil",
        "B11: what was refused is not tried again after what came later"),
    Fault(
        "copies-are-news", CORE + "Inbox/Inbox.swift",
        "isCopy = try rows.hasMessage(id)",
        "isCopy = try rows.hasMessage(id) && thread == nil",
        "SPEC §5: a message with the id of another is a copy"),
    Fault(
        "copy-window", CORE + "Inbox/Inbox.swift",
        "key, tag: tag, since: now - Inbox.copyWindow, until: now)",
        "key, tag: tag, since: now - .seconds(30), until: now)",
        "SPEC §5: the same content within ten minutes is a copy"),
    Fault(
        "expired-while-waiting", CORE + "Gate/Facts.swift",
        "if request.hasExpired(at: now) {",
        "if request.hasExpired(at: now - .days(9)) {",
        "SPEC §5: what expires while it waits is not shown"),
    Fault(
        "popups-not-counted", CORE + "Screen/Screen.swift",
        "if !request.asked, request.returns != true, !request.silent, !isUpdate, !again {",
        "if !request.asked, request.returns != true, request.silent, !isUpdate, !again {",
        "J26: the sixth popup in ten minutes waits"),
    Fault(
        "popups-ahead-count", CORE + "Engine/Upkeep.swift",
        "let ahead = try rows.poppedUp(after: now, limit: step)",
        "let ahead = try rows.poppedUp(after: now + .days(9_000), limit: step)",
        "J26: popups of a clock that was ahead delay nothing when it comes to those instants again"),
    Fault(
        "group-follows-the-clock", CORE + "Gate/Groups.swift",
        "let stood = try joining.standing(members, at: digest.createdAt)",
        "let stood = try joining.standing(members, at: now)",
        "J24, J11: a group does not appear again because a vehicle has gone, nor after a restart; what changes it says no more of that one"),
    Fault(
        "takes-a-leftovers-place", CORE + "Screen/Screen.swift",
        "if replaced != nil, losesButtons || isLeftover {",
        "if replaced != nil, losesButtons || isLeftover && isUpdate {",
        "T32, B11: what a new process shows is not closed with what the former one showed of its subject"),
    Fault(
        "pass-not-repeated", CORE + "Gate/Groups.swift",
        "memory.pass?.isOutdated = true", "memory.pass?.isOutdated = false",
        "D14: groups are revised in steps, and a change during a pass leads to another"),
    Fault(
        "joins-the-oldest", STORE + "SQLiteRows+Screen.swift",
        """AND origin = 'message' AND \\(Schema.joiningKey) = ?
    ORDER BY decided_at DESC, id DESC LIMIT ?""",
        """AND origin = 'message' AND \\(Schema.joiningKey) = ?
    ORDER BY decided_at, id LIMIT ?""",
        "D14: a warning joins the newest of its machine, however many stand alone there"),
    Fault(
        "all-steps-kept", STORE + "SQLiteRows+Trace.swift",
        "    try run(SQLiteRows.forgetSteps, step.delivery, step.delivery, step.delivery)\n", "",
        "J23: of very many steps of a delivery, the first hundred and the newest are kept"),
    Fault(
        "any-encoding-is-read", "Sources/World/HTTP/Feeds/XMLRepair.swift",
        "guard let name = XMLText.encodings[encoding],", "guard let name = Optional(encoding),",
        "T25: a converter that writes without reading is given up, and no feed can choose it"),
    Fault(
        "dismissed-comes-back", CORE + "Gate/Facts.swift",
        "if thread?.dismissed == true, try predecessor()?.request?.insists != true {",
        "if thread?.dismissed == true, thread?.isOver == true {",
        "B22: once dismissed only what insists pops up"),
    Fault(
        "overtaken-comes-back", CORE + "Screen/Screen+Answers.swift",
        "if late, let screen, try isOvertaken(delivery, at: screen, by: others) {",
        "if !late, let screen, try isOvertaken(delivery, at: screen, by: others) {",
        "B11: an answer after all does not bring back what was overtaken"),
    Fault(
        "command-sent-again", CORE + "Inbox/Commands.swift",
        """for var command in try rows.openCommands() { try fail(&command, .restarted) }""",
        """for var command in try rows.openCommands() {
      try fail(&command, .restarted)
      if let thread = try rows.thread(command.tag) { try send(command, in: thread) }
    }""",
        "B17: what was half-sent is not sent again"),
    Fault(
        "command-pressed-long-ago", CORE + "Inbox/Commands.swift",
        "guard now - command.createdAt < Command.life else {",
        "guard now - command.createdAt < .days(400) else {",
        "B17: a machine does not act late"),
    Fault(
        "command-not-woken-for", CORE + "Inbox/Commands.swift",
        "try rows.openCommands().map { $0.createdAt + Command.life }",
        "try rows.openCommands().map { $0.createdAt + Command.life + .minutes(9) }",
        "B17: after 30 seconds a command has failed"),
    Fault(
        "refused-without-event", CORE + "Inbox/Inbox.swift",
        """try report(.messageRefused(beginning(of: field, 80)))""",
        """try report(.messageRefused(String(field.prefix(4))))""",
        "B1: what is refused leaves an event that names the field"),
    Fault(
        "over-stays", CORE + "Screen/Screen+Closing.swift",
        """for delivery in standing { try close(delivery, as: .closed, afterCall: comes) }""",
        '''for delivery in standing where delivery.id < 0 {
      try close(delivery, as: .closed, afterCall: comes)
    }''',
        "B13: of a brew that is over nothing stays on the screen"),
    Fault(
        "over-comes-late", CORE + "Screen/Screen+Closing.swift",
        "    try giveUpCalls(of: tag, inPlaceOfClosed: !standing.isEmpty, andAlerts: andAlerts)\n", "",
        "B13: what is answered or tried again after its brew is over does not stay on the screen"),
    Fault(
        "alert-closed-with-stage", CORE + "Screen/Screen+Closing.swift",
        """close(delivery, as: .closed, afterCall: comes)""",
        """close(delivery, as: .closed, afterCall: comes && tag.isEmpty)""",
        "B11: an alert that takes its stage's place when its brew is ended is not closed with that"),
    Fault(
        "alert-closed-unknown", CORE + "Screen/Screen+Closing.swift",
        "inPlaceOfClosed || andAlerts || $0.isOfItsStage", "andAlerts || $0.isOfItsStage",
        "B11: an alert that went with its stage does not stand there by a late answer"),
    Fault(
        "closes-while-replaced", CORE + "Screen/Screen+Closing.swift",
        "if comes || joins { closeAfterCall(screen) } else",
        "if comes, screen.id == 0 { closeAfterCall(screen) } else",
        "B11: what is answered while its next stage is being shown leaves that on the screen"),
    Fault(
        "retried-unseen", CORE + "Gate/Rules.swift",
        'Rule(name: "active", applies: [.message, .retried])',
        'Rule(name: "active", applies: [.message])',
        "B11, B22: what was refused is tried again only where it is wanted still"),
    Fault(
        "closing-forgotten", CORE + "Engine/Turn.swift",
        "    try screen.closeAgain()\n", "",
        "T32: what a process that died was closing is closed by the next one"),
    Fault(
        "closed-for-picture", CORE + "Screen/Pictures+Painting.swift",
        "guard memory.paintsAnew, var delivery", "guard false, var delivery",
        "J26: what was closed for a picture that did not come stands there no more"),

    # MARK: Where two rules meet
    Fault(
        "held-not-unlocked", SLOTS + "Texts.swift",
        "(delivery.status == .scheduled || delivery.status == .held)",
        "delivery.status == .scheduled",
        "T9: held without a text, an hour gets it at unlock"),
    Fault(
        "place-not-taken", CORE + "Screen/Leftovers.swift",
        "        try takePlace(&delivery)\n", "",
        "T33: after a crash while replacing, a button counts for the newer one"),
    Fault(
        "text-of-another-source", SLOTS + "Slots.swift",
        "try texts.renderAnew(&delivery, why: .armed)", "try texts.render(&delivery, why: .armed)",
        "T9: held when its source changes, an hour does not ring the old text"),
    Fault(
        "kept-back-let-go", SLOTS + "Texts.swift",
        "why == .fetched ? newest :", "why == .fetched || newest.id >= 0 ? newest :",
        "T6: what offline first kept back does not ring after a setting or a restart"),
    Fault(
        "snooze-of-off", CORE + "Planning/Planning.swift",
        "item?.enabled == false && delivery.isPlanned else", "item?.enabled == false else",
        "T33: what was asked for of an hour that is off can be snoozed"),
    Fault(
        "order-by-clock", CORE + "Screen/Screen+Answers.swift",
        "      if !late { try overtakeUnconfirmed(before: delivery) }\n", "",
        "B11: which call came last does not depend on the clock"),
    Fault(
        "place-by-clock", CORE + "Screen/Screen+Answers.swift",
        "    return !others.isEmpty && !others.contains { $0.onScreen == screen }\n",
        "    guard let inPlace = others.first(where: { $0.onScreen == screen }) else {\n"
        "      return !others.isEmpty\n"
        "    }\n"
        "    return (inPlace.showingAt ?? .distantPast) > (delivery.showingAt ?? .distantPast)\n",
        "B11: a late answer replaces what stood in its place"),
    Fault(
        "former-source-while-locked", SLOTS + "Texts.swift",
        "    return try content.source != contents.source(source)\n",
        "    _ = content\n    return try contents.latest(of: source) == nil\n",
        "T4: another source set while the keyring is locked does not ring the former text"),
    Fault(
        "reason-of-first-step", CORE + "Engine/Turn.swift",
        "    if let cause = memory.unfinished { lateCause = cause }\n", "",
        "T18: hours that passed while Carillon was off say so, however many"),
    Fault(
        "standing-pruned", STORE + "SQLiteRows+Pruning.swift",
        "SELECT id FROM notif_deliveries WHERE \\(Schema.mayBeOnScreen)",
        "SELECT id FROM notif_deliveries WHERE 0",
        "T8: what may be on the screen is not pruned"),
    Fault(
        "log-not-emptied", STORE + "Checkpointer.swift",
        "        _ = try db.checkpoint(.truncate)\n", "",
        "T7: the WAL of a burst is emptied"),
    Fault(
        "file-shown", SLOTS + "Trials.swift",
        "showsFile || !spec.isFile", "true",
        "T25: a trial of a file does not tell other processes what stands in it"),
    Fault(
        "secret-follows-address", CORE + "Engine/SecretOrigins.swift",
        "!own.isSubset(of: known)", "known.isEmpty",
        "T27: a secret goes only where it was given for"),
    Fault(
        "thread-remembered-wrong", STORE + "Memo.swift",
        "known.map { $0.map { $0.createdAt == thread.createdAt } ?? true } ?? false",
        "known != nil",
        "B11: what is remembered of a thread is what a restart would read"),
    Fault(
        "held-through-its-end", CORE + "Gate/Resting.swift",
        "memory.isUnnoted || releases || obstacles != memory.obstacles ", "memory.isUnnoted || releases ",
        "T20: what is held is let go when the hold ends"),
    Fault(
        "held-past-expiry", CORE + "Gate/Resting.swift",
        "rows.resting(expiredAt: now,", "rows.resting(expiredAt: .distantPast,",
        "§5: what expires while it is held is skipped then"),
    Fault(
        "held-beyond-its-subject", CORE + "Ledger/Ledger.swift",
        "    memory.stirred.tags.insert(thread.tag)\n", "",
        "B13: what is held of a subject that ends is dropped"),
    Fault(
        "held-in-closed-channel", CORE + "Ledger/Ledger.swift",
        """    memory.settings = settings
    factsChanged()
""", "    memory.settings = settings\n",
        "D7: what is held is skipped when its channel is switched off"),
    # MARK: The week ahead
    Fault(
        "week-network", "Sources/World/Rehearsal/WeekAhead+Rehearsal.swift",
        "    situation.online = false\n",
        "    situation.online = true\n",
        "T5: what is silent without a network says so"),
    Fault(
        "week-failure", "Sources/World/Rehearsal/RehearsedWorld.swift",
        "if let failure = failing[source] {",
        "if let failure = failing[source], failure.source != source {",
        "T11: a source that fails is foreseen to fail again"),
    Fault(
        "week-fetch", STORE + "RehearsalExtract.swift",
        """case "attempt_at", "fetch_wait_since":""",
        """case "attempt_of_none", "fetch_wait_since":""",
        "T3: a fetch under way is made again in the week ahead"),
    Fault(
        "week-sealed", STORE + "RehearsalExtract.swift",
        """case "payload":
        row["sealed"]?.isNull == false ?""",
        """case "payload":
        row["sealed"] == nil ?""",
        "T28: sealed content is there in the week ahead"),
    Fault(
        "week-skips", STORE + "RehearsalExtract.swift",
        "AND fire_at > \\(instant)\n",
        "AND fire_at < \\(instant)\n",
        "T33: an hour skipped long ago stays skipped in the week ahead"),
    Fault(
        "week-spent", STORE + "RehearsalExtract.swift",
        """try read("spent", "WHERE id > \\(kept)", db)""",
        """try read("spent", "WHERE id < \\(kept)", db)""",
        "T7: what has rung today does not ring again in the week ahead"),
    # MARK: The day as people live it
    Fault(
        "range-on-every-day", CORE + "Ledger/QuietHours.swift",
        "private func begins(on date: LocalDate) -> Bool { weekdays.contains(weekday: date.weekday) }",
        "private func begins(on date: LocalDate) -> Bool { true }",
        "T37: a range of quiet hours begins on its days only"),
    Fault(
        "range-ends-with-its-day", CORE + "Ledger/QuietHours.swift",
        "time < to && begins(on: date.adding(days: -1))", "time < to && begins(on: date)",
        "T37: a range over midnight belongs to the day it begins on"),
    Fault(
        "first-range-ends-all", CORE + "Ledger/QuietHours.swift",
        "latest = Swift.max(latest ?? end, end)", "latest = latest ?? end",
        "T37: where ranges overlap, the last one to end counts"),
    Fault(
        "snooze-as-set-now", CORE + "Ledger/Ledger+Time.swift",
        "    (delivery.snoozedAt ?? now) + (delivery.snooze ?? .zero)\n",
        "    (delivery.snoozedAt ?? now) + (memory.settings?.snooze ?? .zero)\n",
        "T33: a snooze keeps the length that it was given"),
    Fault(
        "hour-waited-for-twice", CORE + "Gate/Holding.swift",
        "    if let hour = delivery.heldUntil, hour <= now { return }\n", "",
        "§5: an hour that has come is not waited for again"),
    Fault(
        "hour-of-a-running-subject", CORE + "Gate/Holding.swift",
        "return subject.isOver && subject.heardAt > delivery.createdAt",
        "return subject.isOver || subject.heardAt > delivery.createdAt",
        "§5: what is about a subject that goes on does not wait for an hour"),
    Fault(
        "hour-by-first-item", CORE + "Ledger/Ledger+Hours.swift",
        "any = min(any ?? next, next)", "any = any ?? next",
        "§5: the next hour is the soonest of all"),
    Fault(
        "hour-not-woken-for", CORE + "Gate/Resting.swift",
        "      wakes += obstacles.hours.values\n", "",
        "§5: what waits for an hour wakes the program then"),
    Fault(
        "seen-through-the-lock", CORE + "Screen/Screen+Answers.swift",
        "delivery.unseen = situation.locked && isMissed", "delivery.unseen = false",
        "T38: what is shown while the session is locked was not seen"),
    Fault(
        "gone-through-the-lock", CORE + "Engine/Answering.swift",
        "        try turn.screen.noteUnseen(delivery)\n", "",
        "T38: what leaves the screen while it is locked was not seen"),
    Fault(
        "away-while-locked", CORE + "Gate/Away.swift",
        "guard !situation.locked, try ledger.hold(at: now) == nil else {",
        "guard try ledger.hold(at: now) == nil else {",
        "T38: nothing is told before the session is unlocked"),
    Fault(
        "away-twice", CORE + "Gate/Away.swift",
        """    delivery.unseen = false
    delivery.toldIn = later.id
""", "    delivery.toldIn = later.id\n",
        "T38: what was told is not told again"),
    Fault(
        "away-in-one-turn", CORE + "Gate/Away.swift",
        """    let unseen = try rows.unseen(after: 0, limit: step + 1)
    guard unseen.count <= step else { return try goOn(gathering: begin(waiting: .gathering)) }
""", "    let unseen = try rows.unseen(after: 0, limit: .max)\n",
        "T38: very many that were not seen are told in steps"),
    Fault(
        "away-not-reviewed", CORE + "Gate/Away+Gathering.swift",
        "var reviewed: Delivery.Place? = .beforeAll",
        "var reviewed: Delivery.Place?",
        "T38: what was answered while they were gathered is not told"),
    Fault(
        "gone-in-one-turn", CORE + "Screen/Leftovers.swift",
        "standing = try rows.allOnScreen(after: leaving.after, limit: step)",
        "standing = try rows.allOnScreen()",
        "T21: what a server showed that has left is forgotten in steps"),
    Fault(
        "gone-while-locked-lost", CORE + "Screen/Leftovers.swift",
        "    if isForgetting, locked { try rows.setNote(Note.leftUnseen, \"\") }\n", "",
        "T38: killed between the steps, what left the screen unseen is told all the same"),
    Fault(
        "popups-beside-what-has-left", CORE + "Ledger/Ledger+Leaving.swift",
        "    guard let leaving = memory.leaving else { return false }\n",
        "    guard let leaving = memory.leaving, leaving.all, !leaving.all else { return false }\n",
        "J26: what has left the screen with its server is no popup to be replaced"),
    Fault(
        "waiting-looked-at", CORE + "Gate/Resting+Patience.swift",
        "if !tags.isEmpty, tags.contains(live[index].tag) {", "if !tags.isEmpty {",
        "T21: an event does not look at all that waits for a server"),
    Fault(
        "waiting-not-missed", CORE + "Gate/Resting+Patience.swift",
        "    if now - min(releasedAt ?? fireAt, now) > grace { return true }\n", "",
        "T21: what has waited for a server too long is missed then"),
    Fault(
        "hours-looked-at", CORE + "Planning/Planning.swift",
        "    let wanted = try wanted(limit: Planning.cap)\n", "    let wanted = try wanted()\n",
        "T14: an event does not look for the rows of all hours"),
    Fault(
        "agenda-kept", CORE + "Planning/Agenda.swift",
        "zone.wallClock(at: now).date == today,\n      items == self.items\n",
        "zone.wallClock(at: now).date == today\n",
        "T2: hours that were changed come when they come now"),
    Fault(
        "away-of-what-is-over", CORE + "Gate/Away.swift",
        "    if subject.isOver, !delivery.isUrgent { return false }\n", "    _ = subject\n",
        "T38: nothing is told of a subject that is over"),
    Fault(
        "banner-stays", CORE + "Gate/Gate+Banners.swift",
        "      try move(&delivery, to: .scheduled, .focusLost)\n", "      try save(delivery)\n",
        "D3: unanswered when the focus goes, it pops up"),
    Fault(
        "elsewhere-forgotten", CORE + "Gate/Facts.swift",
        "    guard answer.operation == .withdrawn else { return .skip(.elsewhere) }\n",
        "    guard answer.operation == .withdrawn else { return .pass(nil) }\n",
        "J28: what was answered on another device is kept back"),
    Fault(
        "joined-by-key-alone", CORE + "Ledger/Joining.swift",
        "return max(moment, other.moment) - min(moment, other.moment) <= within", "return true",
        "J24: only what lies close together shares a notification"),
    Fault(
        "told-by-a-clock-ahead", CORE + "Inbox/Commands.swift",
        "      guard news.createdAt >= command.createdAt, news.createdAt <= now,\n",
        "      guard news.createdAt >= command.createdAt,\n",
        "B17: a success is told unless something that is shown has told it"),

    # MARK: Digests gathered in steps
    Fault(
        "told-before-the-last-step", CORE + "Gate/Gate+Gathering.swift",
        "memory.sweep == nil ? try mayTell() : false", "try mayTell()",
        "T18: a digest of very many is shown when the last of them has been decided"),
    Fault(
        "only-first-step-looked-at", CORE + "Gate/Digests+Gathering.swift",
        "    if members.count == step {\n", "    if members.count > step {\n",
        "B1: of all that were gathered before a pause, none is told that has expired in it"),
    Fault(
        "gathered-before-restart-kept", CORE + "Gate/Digests+Gathering.swift",
        "memory.gathering = Gathering(digest: live[index].id, needsReview: true)",
        "memory.gathering = Gathering(digest: live[index].id, needsReview: false)",
        "B1: of what a former process has gathered, none is told that has expired since"),
    Fault(
        "second-digest-after-restart", CORE + "Gate/Digests+Gathering.swift",
        "guard let index = live.firstIndex(where: \\.isGathering) else { return nil }",
        "guard let index = live.firstIndex(where: { $0.id == memory.gathering?.digest }) else { return nil }",
        "T32: what a former process has begun to gather is told, in one digest"),
    Fault(
        "gathered-told-in-a-pause", CORE + "Gate/Gate+Gathering.swift",
        "if try holding.obstacles().pause == nil, resting.canShow", "if resting.canShow",
        "T20: a pause that begins while a digest is gathered keeps it back"),
    Fault(
        "gathered-not-woken-for", CORE + "Gate/Gate.swift",
        "    if let gathered = try gatheringWake() { wakes.append(gathered) }\n", "",
        "J26: a digest that waits for room wakes the program when there is room"),
    Fault(
        "refused-and-gathered-again", CORE + "Gate/Digests.swift",
        """          try isLarge
          ? digest.showingAt.map { $0 > now } ?? false
          : hasPassed(oneOf: rows.members(of: digest.id))
        guard isStale else { continue }
        digest.errorAt = nil
""",
        """          try isLarge ? true : hasPassed(oneOf: rows.members(of: digest.id))
        guard isStale else { continue }
        digest.errorAt = nil
        digest.error = nil
""",
        "J19: a digest of very many that is refused twice has failed"),

    # MARK: Carriers
    Fault(
        "sealed-text-with-padding", PUSH + "Sealed/SealedMessage.swift",
        "let text = plain.reversed().drop { $0 == 0 }",
        "let text = plain.reversed()",
        "C2: padding is no part of the text"),
    Fault(
        "sealed-second-record", PUSH + "Sealed/SealedMessage.swift",
        "guard message.count - start <= size else { throw .moreThanOneRecord }\n", "",
        "C2: a message of more than one record is refused for that"),
    Fault(
        "sealed-current-key-only", PUSH + "Sealed/SealedMessage.swift",
        "    for key in keys {\n", "    for key in keys.prefix(1) {\n",
        "C2: the former keys still open what was sealed for them"),
    Fault(
        "ntfy-uncached-position", PUSH + "Ntfy/Mark+Ntfy.swift",
        "case .message(let message) where message.forgottenAt != nil:",
        "case .message(let message):",
        "C4: a message that the server does not keep is nothing to go on from"),
    Fault(
        "ntfy-retry-after-ignored", PUSH + "Ntfy/NtfyConnection.swift",
        "let earliest = max(notBefore, askedAt + Self.leastGap)",
        "let earliest = askedAt + Self.leastGap",
        "C4: Retry-After is kept, even if the network comes back"),
    Fault(
        "ntfy-half-a-line", PUSH + "Ntfy/NtfyStream.swift",
        "    lines = NtfyLines()\n    rest = []\n", "    rest = []\n",
        "C4: half a line at the end of a stream is no beginning of the next one"),
    Fault(
        "sealed-told-as-it-comes", CORE + "Inbox/SealedParcels.swift",
        "    if situation.keyring == .locked { kept.isBacklog = true }\n", "",
        "C2: what has waited for the keyring is told like a backlog"),
    Fault(
        "sealed-former-keys-for-ever", CORE + "Inbox/SealedParcels.swift",
        ".filter { next.receivedAt < $0.until }", "",
        "C2: former keys open only what came in time"),
    Fault(
        "sealed-former-keys-too-short", CORE + "Engine/Pairing.swift",
        "guard isAnyOver, !turn.sealed.mayWait else { return }", "guard isAnyOver else { return }",
        "C2: former keys are kept while something waits that they open"),
    Fault(
        "sealed-waits-for-ever", CORE + "Engine/Upkeep.swift",
        "let givenUp = try giveUpSealed()", "let givenUp = 0",
        "C2: what cannot be opened for as long as anything is kept is counted"),
    Fault(
        "sealed-of-any-length", CORE + "Inbox/SealedParcels.swift",
        "bytes.count <= SealedParcel.longest", "bytes.count <= .max",
        "C2: what is longer than any push message is not kept"),
    Fault(
        "sealed-opened-twice", CORE + "Inbox/SealedParcels.swift",
        "    guard ticket == memory.open else { return true }\n", "",
        "C2: one message is opened at a time"),
    Fault(
        "sealed-kept-twice", CORE + "Inbox/SealedParcels.swift",
        "    if let id = parcel.id, try rows.hasSealed(by: parcel.carrier, id) { return }\n", "",
        "C1: a copy of what waits to be opened is not kept"),
    Fault(
        "sealed-sequence-of-its-topic", CORE + "Inbox/Inbox.swift",
        "let scope = sender?.channel",
        "let scope = try subscription(of: parcel)?.channel ?? sender?.channel",
        "C4, C2: a tombstone of the topic takes back nothing that came sealed"),
    Fault(
        "pairing-anew-each-time", CORE + "Engine/Pairing.swift",
        "request(known?.keys, for: caller, name,", "request(nil, for: caller, name,",
        "C8: a paired sender is given the same keys when it is asked again"),
    Fault(
        "pairing-without-limit", CORE + "Engine/Pairing.swift",
        "if known == nil, settings.senders.count >= PairedSender.most {",
        "if known == nil, settings.senders.count >= .max {",
        "C8: with twenty senders, another one is refused"),
    Fault(
        "pairing-keys-stay", CORE + "Engine/Pairing.swift",
        "    try configuring.forgetUnused(before: secrets)\n", "    _ = (configuring, secrets)\n",
        "C8: the keys of a revoked sender are gone"),
    Fault(
        "pairing-keys-as-a-token", CORE + "Engine/SecretOrigins.swift",
        'private static let members = ["token", "keys", "formerKeys"]',
        'private static let members = ["token"]',
        "T27: a sender's keys cannot be sent anywhere as a token"),
    Fault(
        "test-of-the-way-without-end", CORE + "Engine/CarrierTest.swift",
        "ledger.now >= left.startedAt + SelfTest.patience",
        "ledger.now >= left.startedAt + SelfTest.patience + .days(999)",
        "C7: a test of the whole way ends after 30 seconds"),
    Fault(
        "carrier-mark-stays", CORE + "Inbox/Inbox.swift",
        "    try moveMark(parcel)\n", "",
        "C4: the last id is committed with its message"),
    Fault(
        "carrier-id-unused", CORE + "Inbox/Inbox.swift",
        "          ?? parcel.id.map { Message.id(named: Inbox.id($0, by: parcel.carrier)) }\n", "",
        "C1: a message without an id takes the carrier's"),
    Fault(
        "carrier-topic-left-heard", CORE + "Inbox/Inbox.swift",
        "    if let topic = parcel.topic, try settings.subscriptions.of(topic: topic) == nil { return }\n",
        "",
        "C4: what is left from a topic that the user has left is dropped"),
    Fault(
        "carrier-tombstone-twice", CORE + "Inbox/Inbox+Carriers.swift",
        "    guard elsewhere.outdoes(try rows.elsewhere(tag)) else { return }\n", "",
        "C4: a tombstone that comes again takes nothing back that was sent since"),
    Fault(
        "carrier-tombstone-spares-held", CORE + "Inbox/Subjects.swift",
        "guard delivery.status == .scheduled || delivery.status == .held else { continue }",
        "guard delivery.status == .scheduled else { continue }",
        "C4: what is held is skipped as taken back by its sender"),
    Fault(
        "carrier-sequence-of-all", CORE + "Inbox/Inbox+Carriers.swift",
        "-> String { scoped(name, in: channel) }", "-> String { name }",
        "C4: a topic cannot replace what another one has brought"),
    Fault(
        "carrier-topic-from-the-start", CORE + "Inbox/Carriers.swift",
        "try rows.put(Mark(time: now), of: [topic])",
        "try rows.put(Mark(time: .distantPast), of: [topic])",
        "C4: of a new topic, what is sent from now on is wanted"),
    Fault(
        "carrier-mark-kept", CORE + "Inbox/Carriers.swift",
        "    for topic in marked where !topics.contains(topic) { try rows.forgetMark(of: topic) }\n", "",
        "C4: a topic that is left and taken again begins anew"),
    Fault(
        "carrier-from-the-youngest", CORE + "Inbox/Carriers.swift",
        "if oldest.map({ mark.time < $0.time }) ?? true { oldest = mark }",
        "if oldest.map({ mark.time > $0.time }) ?? true { oldest = mark }",
        "C4: a connection begins at the oldest mark of its topics"),
    Fault(
        "carrier-death-unnoticed", CORE + "Inbox/Carriers.swift",
        "try set(name, deafSince: min(lastEvent ?? now, now))", "memory.deaf[name] = .some(nil)",
        "C6: what was open to a process that was killed is deaf since its last event"),
    Fault(
        "carrier-always-online-again", CORE + "Inbox/Carriers.swift",
        "case .online(true) where !wasOnline:", "case .online(true):",
        "C9: only a network that was gone is back"),
    Fault(
        "carrier-unlocked-for-nothing", CORE + "Inbox/Carriers.swift",
        "    if why == .unlocked, connections.allSatisfy({ $0.token == nil }) { return }\n", "",
        "C9: an open keyring is news for connections with a token only"),
    Fault(
        "carrier-one-for-all-tokens", CORE + "Ledger/Carrier.swift",
        "$0.server == subscription.server && $0.token == subscription.token",
        "$0.server == subscription.server",
        "C4: topics with another token have a connection of their own"),
    Fault(
        "backlog-urgent-at-once", CORE + "Gate/Holding.swift",
        "if let connection = delivery.request?.backlog, awaitsBacklog(of: connection) {",
        "if let connection = delivery.request?.backlog, awaitsBacklog(of: connection),\n"
        "      !delivery.isUrgent\n    {",
        "C4: nothing of a backlog is shown before all of it has come"),
    Fault(
        "backlog-young-without-limit", CORE + "Gate/Holding.swift",
        "limit: Backlog.most)", "limit: 50)",
        "C4: of a backlog, at most 3 are shown one by one"),
    Fault(
        "backlog-old-one-by-one", CORE + "Gate/Holding.swift",
        "sentAfter: now - Backlog.young,", "sentAfter: now - .hours(12),",
        "C4: of a backlog, only what is younger than 10 minutes is shown one by one"),
    Fault(
        "backlog-of-any-server", CORE + "Gate/Holding.swift",
        "situation.carriers[connection]?.awaitsBacklog == true",
        "situation.carriers.values.contains { $0.awaitsBacklog }",
        "C4: the backlog of one server does not wait for another's"),
    Fault(
        "backlog-never-over", CORE + "Gate/Gate.swift",
        "      delivery.request?.backlog = nil\n", "",
        "C4: what came with a backlog that is complete does not wait for the next one"),
    Fault(
        "ntfy-read-on-too-early", PUSH + "Ntfy/Handover.swift",
        "send(next, rest.isEmpty ? taken : nil)",
        "send(next, rest.count == 1 ? taken : nil)",
        "C1: nothing more is read before all that came is committed"),
    Fault(
        "ntfy-end-overtakes", PUSH + "Ntfy/NtfyCarriers.swift",
        "    kept[name]?.handover?.finish()\n    switch news {", "    switch news {",
        "C4: a backlog is complete when all of it has been handed over"),
    Fault(
        "ntfy-handed-over-in-one-go", PUSH + "Ntfy/Handover.swift",
        "    work.start { [weak self] in self?.step() ?? false }\n", "    finish()\n",
        "C4: while a long backlog comes, other things are done"),
    Fault(
        "ntfy-scheduled-missed", PUSH + "Ntfy/Mark+Ntfy.swift",
        "let start = id == nil ? time : time - Mark.overlap", "let start = time",
        "C4: a scheduled message that comes late is not missed"),
    Fault(
        "ntfy-silenced-by-the-future", PUSH + "Ntfy/Mark+Ntfy.swift",
        "Mark(id: message.id, time: min(message.time, now))",
        "Mark(id: message.id, time: message.time)",
        "C4: a server whose clock is wrong once does not silence itself"),
    Fault(
        "ntfy-again-and-again", PUSH + "Ntfy/NtfyStream.swift",
        "default: return memory.isNews(event) ? event : nil",
        "default: return event",
        "C4: what a server sends again is handed over once"),
    Fault(
        "ntfy-renamed-anew", PUSH + "Ntfy/NtfyCarriers.swift",
        "if !isSame { kept[connection.name]?.stream.configure(server) }",
        "_ = isSame\n      kept[connection.name]?.stream.configure(server)",
        "C4: a name changes nothing on the way"),
    Fault(
        "ntfy-left-open", PUSH + "Ntfy/NtfyCarriers.swift",
        "      kept.removeValue(forKey: name)?.stream.stop()\n",
        "      kept[name]?.connection.topics = []\n",
        "C9: what no subscription needs is closed"),
    Fault(
        "ntfy-backlog-as-live", PUSH + "Ntfy/NtfyCarriers.swift",
        "    parcel.isBacklog = isBacklog\n", "",
        "C4: what waited at the server says so"),
    Fault(
        "ntfy-mark-lost", PUSH + "Ntfy/NtfyCarriers.swift",
        "    parcel.mark = event.position(at: clock())\n", "",
        "C4: each message moves the mark"),
    Fault(
        "ntfy-unlocked-for-nothing", PUSH + "Ntfy/NtfyCarriers.swift",
        "case .unlocked: if kept.connection.token != nil { kept.stream.networkIsBack() }",
        "case .unlocked: kept.stream.networkIsBack()",
        "C9: an open keyring is news for connections with a token only"),
    Fault(
        "topic-trial-of-a-foreign-token", CORE + "Engine/TopicTrials.swift",
        "      try origins.check(field)\n", "",
        "T27: a stored token is tried only at the server that it was given for"),
    Fault(
        "topic-trial-answered-twice", CORE + "Engine/TopicTrials.swift",
        "waiting = $0.topicTrials.removeValue(forKey: ticket.row)",
        "waiting = $0.topicTrials[ticket.row]",
        "C4: a trial answers once"),
    Fault(
        "outage-of-seconds", STORE + "SQLiteRows+Carriers.swift",
        "WHERE ended_at <= ? AND \\(SQLiteRows.isListed)", "WHERE ended_at <= ?",
        "C6: seconds without a connection are no row of the history"),
    Fault(
        "each-second-kept", STORE + "SQLiteRows+Carriers.swift",
        "DELETE FROM outages WHERE NOT", "DELETE FROM outages WHERE 0 AND NOT",
        "C6: a carrier that comes and goes without end fills the disk"),
    Fault(
        "outage-listed-twice", CORE + "Engine/Reports+Outages.swift",
        "before.id > 0 ? before.decidedAt : before.decidedAt - .milliseconds(1)",
        "before.decidedAt",
        "C6: each outage is on one page of the history"),
    Fault(
        "distributor-endpoint-too-early", PUSH + "UnifiedPush/UnifiedPushRegistration+Events.swift",
        "      if isTold { hear(at: now, &step) }\n", "",
        "C3: an endpoint may come before the answer"),
    Fault(
        "distributor-back-off-of-one", PUSH + "UnifiedPush/UnifiedPushRegistration+Steps.swift",
        "    failures += 1\n", "    failures = 1\n",
        "C3: a distributor that forgets us again and again is asked as the back-off allows"),
    Fault(
        "distributor-unauthorized-again",
        PUSH + "UnifiedPush/UnifiedPushRegistration+Events.swift",
        "    case .blocked where trouble == .refused(.unauthorized): break\n", "",
        "C3: who is not allowed does not ask again by itself"),
    Fault(
        "distributor-left-registered", PUSH + "UnifiedPush/UnifiedPushRegistration+Steps.swift",
        "    unregister(&step)\n    distributor = next\n", "    distributor = next\n",
        "C3: another choice unregisters at the distributor before"),
    Fault(
        "distributor-new-process", PUSH + "UnifiedPush/UnifiedPushRegistration+Events.swift",
        "      lose(.vanished, at: now)\n      askSoon(at: now)\n", "      break\n",
        "C3: a new process of the distributor is asked again"),
    Fault(
        "distributor-flood-reported", PUSH + "UnifiedPush/UnifiedPushRegistration+Steps.swift",
        "max(now + Self.settling, reportedAt + Self.reportGap)", "now + Self.settling",
        "C3: a flood of endpoints is reported once a second"),
    Fault(
        "distributor-forgotten-at-the-end", PUSH + "UnifiedPush/UnifiedPushConnector.swift",
        "    tell = { _ in }\n    handle(.stopped)\n", "    handle(.stopped)\n",
        "C3: the end of the program does not say that no distributor is in use"),
    Fault(
        "acknowledged-before-commit", PUSH + "UnifiedPush/ConnectorEntrance.swift",
        "    arrived(.message(bytes, id: id, receipt))\n",
        "    receipt.committed()\n    arrived(.message(bytes, id: id, receipt))\n",
        "C1: a message is acknowledged once it is committed"),
    Fault(
        "acknowledged-when-forgotten", PUSH + "UnifiedPush/PushReceipt.swift",
        "  isolated deinit {\n    refused()\n", "  isolated deinit {\n    committed()\n",
        "C1: a message that was forgotten stays with the distributor"),
    Fault(
        "stranger-heard", PUSH + "UnifiedPush/ConnectorEntrance.swift",
        "if token != nil, call.sender == owner, !held.contains",
        "if token != nil, !held.contains",
        "C3: no other process of the session can bring a message"),
    Fault(
        "early-caller-turned-away", PUSH + "UnifiedPush/ConnectorEntrance.swift",
        "static let patience = Duration.seconds(1)", "static let patience = Duration.zero",
        "C3: a distributor that gets its name just after its call is heard"),
    Fault(
        "flood-taken", PUSH + "UnifiedPush/ConnectorEntrance.swift",
        "guard uncommitted < Self.most else {", "guard uncommitted < Int.max else {",
        "C3: beyond a thousand messages that are not committed, the distributor has to keep them"),
    Fault(
        "endpoint-too-long", PUSH + "UnifiedPush/ConnectorCall.swift",
        "static let longestEndpoint = 1000", "static let longestEndpoint = 1001",
        "C3: an endpoint has at most 1000 bytes"),
    Fault(
        "told-before-its-hour-again", CORE + "Gate/Digests.swift",
        "      if let hour = member.heldUntil, hour > now { return true }\n", "",
        "§5: of a digest, none is told before its hour, which the clock has moved ahead again"),
    Fault(
        "gathered-not-looked-through-again", CORE + "Engine/Turn.swift",
        "    digests.reviewGathered()\n", "",
        "T16: what was gathered before the clock was set back is looked at again"),
    Fault(
        "refused-tried-before-its-hour", CORE + "Gate/Digests.swift",
        "? digest.showingAt.map { $0 > now } ?? false", "? false",
        "§5: a refused digest is not tried again before its hour, which lies ahead again"),
    Fault(
        "button-sends-anywhere", CORE + "Inbox/ButtonRequests.swift",
        "var isAllowed: Bool { subscription.hosts.contains(request.host) }",
        "var isAllowed: Bool { true }",
        "C5: a button sends only to hosts that its user has allowed for the topic"),
    Fault(
        "button-an-hour-later", CORE + "Inbox/ButtonRequests.swift",
        "package static let life = Span.minutes(1)", "package static let life = Span.hours(1)",
        "C5: a request that could not be sent within a minute is not sent any more"),
    Fault(
        "button-sent-twice", CORE + "Outgoing/Outgoing.swift",
        """    case .unsent(let failure): [.offline, .unreachable, .timeout].contains(failure.code)
    case .answered(503, _): true
    case .answered, .document, .failed: false""",
        """    case .unsent(let failure), .failed(let failure):
      [.offline, .unreachable, .timeout].contains(failure.code)
    case .answered(503, _): true
    case .answered, .document: false""",
        "C5: a request that may have been accepted is not sent again"),
    Fault(
        "button-pressed-by-any-process", CORE + "Engine/Responding.swift",
        "if !canAsk, let refusal = try turn.pressing", "if canAsk, let refusal = try turn.pressing",
        "C5: Respond does not ask, and is refused for a host that is not allowed"),
    Fault(
        "button-with-any-header", CORE + "Ledger/ButtonRequest.swift",
        "FetchSpec.isHeader(name) && !refused.contains(name.lowercased())",
        "FetchSpec.isHeader(name)",
        "C5: a message cannot have a cookie or another receiver sent"),

    Fault(
        "waiting-behind-the-held", CORE + "Gate/Gate.swift",
        "if resting.leavesPatient, !ready.contains(where: \\.awaitsTurn)",
        "if resting.leavesPatient, !due.contains(where: \\.awaitsTurn)",
        "T21: what waits behind others that are held is shown without another event"),

    # MARK: Alarms
    Fault(
        "former-answer-counts", CORE + "Inbox/Accounts+Moving.swift",
        "state.formerPosting = posting.id", "state.formerPosting = nil",
        "D1: what the former service answers late does not count for this one"),
    Fault(
        "former-is-known", CORE + "Inbox/Accounts+Moving.swift",
        "state.movedAt = now", "state.movedAt = nil",
        "D1: an alarm of the former service is not this one's"),
    Fault(
        "former-is-told-here", CORE + "Inbox/Accounts+Moving.swift",
        "      try ledger.hear(.toForget(posting))\n", "      _ = posting\n",
        "D6: what waits for the former service is not told to this one"),
    Fault(
        "acknowledged-for-ever", MAINTENANCE + "Report.swift",
        "return saidAt > at && now - at >= Report.life", "return saidAt < at && now < at",
        "D2: an alarm that was acknowledged here and comes again is shown"),
    Fault(
        "alarm-urgent-by-anybody", MAINTENANCE + "Alarms.swift",
        "let mayBeUrgent = context.sender?.mayBeUrgent ?? true",
        "let mayBeUrgent = context.sender?.name != \"\"",
        "C5, D11: whoever may not be urgent wakes nobody with an alarm"),
    Fault(
        "alarm-from-the-future", MAINTENANCE + "Hearing.swift",
        "min(message.statedAt ?? message.sentAt ?? context.now, context.now)",
        "message.statedAt ?? message.sentAt ?? context.now",
        "D2: a service whose clock is ahead does not make all that follows look late"),
    Fault(
        "alarm-raised-anew-is-a-copy", CORE + "Inbox/Inbox.swift",
        "} else if let thread, let known = taken.known, known.rank > thread.rank {",
        "} else if thread == nil, taken.known != nil, tag.isEmpty {",
        "D2: what takes an alarm further is no copy of what was said before"),
    Fault(
        "alarm-anew-stays-dismissed", MAINTENANCE + "Alarms.swift",
        "shown.isAnew = isRaisedAnew", "shown.isAnew = false",
        "B22: an alarm that is raised anew is shown, though it was dismissed the time before"),
    Fault(
        "alarm-clock-was-ahead", MAINTENANCE + "Hearing.swift",
        "saidAt < min($0.saidAt, context.now)", "saidAt < $0.saidAt",
        "D2, T16: what came while the clock was ahead makes nothing look late"),
    Fault(
        "alarm-overtaken-counts", MAINTENANCE + "Hearing.swift",
        "saidAt < min($0.saidAt, context.now)", "false && saidAt < $0.saidAt",
        "D2: what was overtaken changes nothing, whatever it says"),
    Fault(
        "alarm-by-the-carriers-clock", MAINTENANCE + "Hearing.swift",
        "message.statedAt ?? message.sentAt", "message.sentAt",
        "D2: a carrier's clock does not count where the service says when"),
    Fault(
        "acknowledges-the-next-round", CORE + "Inbox/Inbox.swift",
        "        try services.forgetReports(on: subject)\n", "",
        "D6: raised anew, it is not acknowledged by what was pressed before"),
    Fault(
        "old-device-stays", CORE + "Inbox/Accounts+Sending.swift",
        "      state.leave(except: endpoint)\n", "",
        "D1: a former endpoint is taken back"),
    Fault(
        "told-once-for-ever", CORE + "Inbox/Accounts.swift",
        "guard now - told.at >= Accounts.life else { return }", "return",
        "D1: it is told again after a week"),
    Fault(
        "sync-twice-is-a-copy", CORE + "Inbox/Inbox.swift",
        "if case .sync = taken, message.id == nil {", "if case .sync = taken, message.id != nil {",
        "D9: the same twice within ten minutes is asked for twice"),
    Fault(
        "badge-by-anybody", CORE + "Inbox/Badge.swift",
        "message.sender == nil", "true",
        "D8: a topic cannot say a number"),
    Fault(
        "preferences-by-our-clock", CORE + "Inbox/Accounts+Preferences.swift",
        "now + state.clock", "now",
        "D10: it does not matter whose clock is wrong"),
    Fault(
        "unwanted-is-shown", CORE + "Gate/Facts.swift",
        "if delivery.request?.isUnwanted == true { return .skip(.channelOff, evidence) }\n", "",
        "D10: what the user does not want is not shown"),
    Fault(
        "alarm-worse-is-quiet", MAINTENANCE + "Alarms.swift",
        "before.map { alarm.severity > $0.severity } ?? false",
        "before.map { alarm.severity > $0.severity && $0.title.isEmpty } ?? false",
        "D2: a higher severity pops up"),
    Fault(
        "alarm-by-any-link", MAINTENANCE + "Maintenance.swift",
        "link.scheme.isEmpty, link.parts[0] == path, let tag", "let tag",
        "D2: a link to something else is no id"),
    Fault(
        "channel-brings-back-what-is-off", CORE + "Gate/Facts.swift",
        "[delivery.request?.topic, delivery.request?.usualChannel]", "[delivery.request?.topic]",
        "D11: naming another channel brings nothing back that is switched off"),
    Fault(
        "channel-brings-back-its-sound", CORE + "Ledger/Settings+Choice.swift",
        "    if other.sound == nil { choice.sound = nil }\n", "",
        "D11: nor the sound of a silent type"),
    Fault(
        "list-is-faster", MAINTENANCE + "Hearing.swift",
        "isOpen && known?.isUnheard == true && !isUnheard", "false",
        "D9, D11: a message that its list was faster than is shown"),
    Fault(
        "silent-is-shown", MAINTENANCE + "Alarms.swift",
        "    if hearing.isSilent { return .update(state()) }\n", "",
        "D9: what says that it is silent is not shown"),
    Fault(
        "click-ignores-its-link", MAINTENANCE + "Maintenance.swift",
        "package static var followsLinks: Bool { true }",
        "package static var followsLinks: Bool { false }",
        "D4: a click follows the link of its message"),
    Fault(
        "viewed-is-not-seen", CORE + "Inbox/Pressing.swift",
        "    case .view(let link):\n      try subjects.seen(thread.tag)\n", "    case .view(let link):\n",
        "D15: it ends with View, also if that follows a link"),
    Fault(
        "notice-pops-up-in-the-window", MAINTENANCE + "Notices.swift",
        "    shown.request.inWindow = true\n", "",
        "D3: maintenance's notifications come into the window"),
    Fault(
        "counted-as-no-link", CORE + "Inbox/Pressing.swift",
        "    try ledger.hear(.linkOpened)\n    emit(.open(.thread(target)",
        "    emit(.open(.thread(target)",
        "D12: links that are opened are counted"),
    Fault(
        "settled-is-shown-later", CORE + "Engine/Turn+Happenings.swift",
        "      try subjects.settle(tag)\n", "",
        "D2: what waits is not shown once there is nothing left to do"),
    Fault(
        "acknowledged-once-or-never", CORE + "Inbox/Services.swift",
        "policy: .atLeastOnce(for: Posting.life)", "policy: .atMostOnce(within: .minutes(1))",
        "D6: an acknowledgement arrives, also after a day offline"),
    Fault(
        "acknowledgement-lost-with-its-token", CORE + "Inbox/Services.swift",
        "status == 401 && address.name", "status == 402 && address.name",
        "D1: with a token that is no longer valid it waits for the next one"),
    Fault(
        "refused-counts-as-acknowledged", MAINTENANCE + "Report.swift",
        "report.stage = isDone(status) ? .taken(at: now) : .refused(status: status)",
        "report.stage = isDone(status) || status > 0 ? .taken(at: now) : .refused(status: nil)",
        "D6: refused for good, the alarm counts as open again"),
    Fault(
        "signed-out-without-a-word", CORE + "Outgoing/Outgoing.swift",
        "          try end(old, .unreachable)\n", "          try rows.remove(posting: old.id)\n",
        "D1: signing out ends what waits, and the alarm counts as open"),
    Fault(
        "reminded-for-ever", CORE + "Inbox/Reminders.swift",
        "      next.count += 1\n", "",
        "D15: twelve times at most"),
    Fault(
        "reminded-after-the-answer", MAINTENANCE + "Alarms.swift",
        "alarm.severity == .critical, alarm.isOpen", "alarm.severity == .critical",
        "D15: an acknowledgement ends it at once"),
    Fault(
        "said-is-pruned", STORE + "SQLiteRows+Pruning.swift",
        "AND NOT (EXISTS (SELECT 1 FROM threads WHERE tag = old.tag) AND old.id IS (",
        "AND NOT (NULL AND old.id IS (",
        "T8, D14: what was last said of a subject stays as long as that, which may be put off"),
    Fault(
        "standing-is-pruned", STORE + "SQLiteRows+Pruning.swift",
        "OR unseen = 1 OR id IN (\\(onScreen))))", "OR unseen = 1))",
        "T8, D6: a subject that stands on the screen can be acknowledged"),
    Fault(
        "returns-without-a-text", CORE + "Gate/Rules.swift",
        'Rule(name: "key", applies: [.message, .returning])',
        'Rule(name: "key", applies: [.message])',
        "D14, T28: what comes back and can no longer be read is not shown without a word"),
    Fault(
        "member-is-pruned", STORE + "SQLiteRows+Pruning.swift",
        "UNION SELECT former.id FROM told JOIN notif_deliveries AS former ON former.told_in = told.id)", ")",
        "T8, D14: what a group on the screen tells of stays, and so do its subjects"),
    Fault(
        "reminded-hours-later", CORE + "Inbox/Reminders.swift",
        "      reminder.since = now\n", "",
        "D15: after the clock has gone back it waits no longer than before"),
    Fault(
        "list-without-severity", CORE + "Detail/SubjectRow.swift",
        "(-one.weight, one.at ?? .distantFuture) < (-other.weight, other.at ?? .distantFuture)",
        "(one.at ?? .distantFuture) < (other.at ?? .distantFuture)",
        "D16: the most severe come first"),
    Fault(
        "list-without-end", CORE + "Inbox/Subjects+List.swift",
        "Set(staying.prefix(mostListed)", "Set(staying.prefix(.max)",
        "D16: at most 200 are listed"),
    Fault(
        "list-full-of-a-topic", CORE + "Inbox/Subjects+List.swift",
        "Subject.guest(in: $0.tag) ?? \"\" }", "_ in \"\" }",
        "D16, C4: what a topic calls critical takes no place from others"),
    Fault(
        "list-forgets-the-newest", CORE + "Inbox/Subjects+List.swift",
        "one > other : $0.tag < $1.tag", "one < other : $0.tag < $1.tag",
        "D16: of too many that weigh the same, the newest stay, too"),
    Fault(
        "reminder-without-a-place", CORE + "Inbox/Reminders.swift",
        "    try letIn(of: Subject.guest(in: tag))\n", "",
        "D15: what found no place is shown again when one is free"),
    Fault(
        "topics-name-in-a-key", CORE + "Inbox/Services.swift",
        "guard subject.guest != nil else {", "guard subject.guest?.isEmpty == true else {",
        "D6, C4: the service does not learn the name of a topic"),
    Fault(
        "topics-name-counted", CORE + "Inbox/Analytics.swift",
        "return isNamed ? String(channel.prefix { $0 != \":\" }) : channel", "return isNamed ? channel : channel",
        "D12, C10: what the user has named is not told"),
    Fault(
        "list-hides-what-is-sealed", MAINTENANCE + "Alarms.swift",
        "else { return AlarmRow.unreadable(subject, context) }", "else { return nil }",
        "D16, T28: an alarm that cannot be read is listed, and says so"),
    Fault(
        "list-keeps-what-is-done", MAINTENANCE + "AlarmRow.swift",
        "guard context.now - at < AlarmRow.acknowledgedFor else { return nil }\n", "",
        "D16: what was acknowledged is listed for a day"),
    Fault(
        "list-button-signed-out", MAINTENANCE + "AlarmRow.swift",
        "if Backend(context.settings) != nil {", "do {",
        "D1: signed out, a row has no button that would only fail"),
    Fault(
        "opened-from-the-list-is-unseen", CORE + "Inbox/Pressing.swift",
        "    try subjects.seen(tag)\n    emit(.open(.thread(LinkTarget(tag: tag, kind: subject.kind))", "    emit(.open(.thread(LinkTarget(tag: tag, kind: subject.kind))",
        "D15: opened, also from the list, it is not shown again"),
    Fault(
        "reminded-with-an-old-text", CORE + "Ledger/Ledger+Said.swift",
        "guard delivery.title != nil else", "guard delivery.title != nil, delivery.status != .skipped else",
        "D15: it says what was said last, also if that could not change the popup"),
    Fault(
        "said-among-copies", CORE + "Ledger/Ledger+Said.swift",
        "rows.said(tag: tag, limit: limit).first", "rows.newest(tag: tag, limit: limit).first",
        "D15, C4: however many copies and silent updates have come since, it is shown again"),
    Fault(
        "silenced-among-copies", CORE + "Ledger/Ledger+Said.swift",
        "newest + rows.said(tag: tag, limit: limit).filter { $0.id < oldest.id }", "newest",
        "D6: however many copies have come since, what waits of it is not shown once it is acknowledged"),
    Fault(
        "reminder-lost-with-its-key", CORE + "Inbox/Reminders.swift",
        "if subject.readable == .sealed {", "if subject.readable == .sealed, subject.isOver {",
        "D15, T28: while its text cannot be read it waits"),
    Fault(
        "reminder-behind-an-update", CORE + "Inbox/Reminders.swift",
        "where delivery.tag == tag && delivery.request?.silent == false {",
        "where delivery.tag == tag {",
        "D15: an update that nobody hears does not stand for one that is shown again"),
    Fault(
        "reminder-behind-the-missed", CORE + "Inbox/Reminders.swift",
        "if late <= (try ledger.grace(of: delivery)) { return true }",
        "if late >= .zero { return true }",
        "D15: what waited in vain does not stand for one that is shown again"),
    Fault(
        "settled-is-tried-again", CORE + "Inbox/Subjects.swift",
        "if delivery.status == .showing, delivery.errorAt != nil {",
        "if delivery.status == .showing, delivery.errorAt == .distantPast {",
        "D2: what was refused is not tried again once there is nothing left to do"),
    Fault(
        "settled-is-told-after-unlocking", CORE + "Inbox/Subjects.swift",
        "        delivery.unseen = false\n", "",
        "D2, T38: what was not seen is not told once there is nothing left to do"),
    Fault(
        "ended-during-its-call-and-tried-again", CORE + "Screen/Screen+Answers.swift",
        "guard isFirst, !delivery.replaced else", "guard isFirst else",
        "B13: what is refused after its subject ended is not tried again"),
    Fault(
        "ended-during-its-call-and-missed", CORE + "Screen/Screen+Answers.swift",
        "situation.locked && isMissed && !delivery.replaced", "situation.locked && isMissed",
        "T38: what is shown after its subject ended was not missed"),
    Fault(
        "replaced-counts-as-missed", CORE + "Screen/Screen+Closing.swift",
        "guard situation.locked, var left = try rows.delivery(delivery.id), !left.replaced,",
        "guard situation.locked, var left = try rows.delivery(delivery.id),",
        "T38: what was replaced was not missed"),
    Fault(
        "told-as-it-was", CORE + "Gate/Away.swift",
        "try ledger.lastSaid(of: delivery.tag, orExpired: true) ?? delivery", "delivery",
        "T38: an urgent one is told after unlocking as it is by then"),
    Fault(
        "dismissed-loses-its-state", CORE + "Inbox/Pressing.swift",
        "try ledger.putTimes(of: thread)", "try ledger.put(thread)",
        "T28: what is dismissed while it cannot be read loses nothing"),
    Fault(
        "quiet-behind-the-waiting", CORE + "Gate/Facts.swift",
        "guard request.silent, try predecessor() == nil else { return nil }",
        "guard request.silent else { return nil }",
        "B11: what is said while something waits to be shown is shown in its place"),
    Fault(
        "former-press-counts", MAINTENANCE + "Report.swift",
        "guard var report = before, report.at == madeAt else { return before }",
        "guard var report = before else { return before }",
        "D6: what the server says to one press does not count for a later one"),
    Fault(
        "answer-lost-while-locked", CORE + "Inbox/Services.swift",
        "return try rows.thread(tag)?.readable != .sealed", "return try rows.thread(tag) != nil",
        "D6, T28: an answer that cannot be noted is asked for again"),
    Fault(
        "needed-rows-pruned", STORE + "SQLiteRows+Pruning.swift",
        "    AND old.tag NOT IN (SELECT substr(about, instr(about, ' ') + 1) FROM outbox "
        "WHERE about IS NOT NULL)\n",
        "",
        "T8: what may be shown again is not pruned"),
    Fault(
        "acknowledged-under-two-keys", CORE + "Outgoing/Outgoing.swift",
        "      key: posting.key)\n", "      key: \"\\(posting.key)/\\(posting.attempts)\")\n",
        "T32, D6: each attempt has the same key"),
    # MARK: Maintenance: later, mine, together
    Fault(
        "snooze-ends-at-a-look", CORE + "Inbox/Reminders+Snoozes.swift",
        "guard let reminder = try rows.reminder(tag), !reminder.isSnooze else { return }",
        "guard try rows.reminder(tag) != nil else { return }",
        "D14: to look at what is snoozed does not end the snooze"),
    Fault(
        "snooze-held-back", CORE + "Gate/Holding.swift",
        "if delivery.isUrgent || delivery.request?.returns == true { return nil }",
        "if delivery.isUrgent { return nil }",
        "D14: what comes back after a snooze is not held"),
    Fault(
        "snooze-outlives-its-end", CORE + "Inbox/Subjects.swift",
        "if try services.reminders.snoozeEnd(of: tag) != nil { try services.reminders.end(tag) }\n",
        "",
        "D14: what is dealt with does not stay snoozed"),
    Fault(
        "snooze-of-a-left-topic", CORE + "Inbox/Reminders+Snoozes.swift",
        "var request = try allowed(last, as: kind.urgency(of: subject))",
        "var request = last.request",
        "C5: what comes back is only as urgent as it still may be"),
    Fault(
        "assigned-by-conflict", CORE + "Inbox/Syncing.swift",
        "package static func isDone(_ report: String, by status: Int) -> Bool { false }",
        "package static func isDone(_ report: String, by status: Int) -> Bool { status == 409 }",
        "D14: a work order that somebody else has is not assigned to the user"),
    Fault(
        "assigned-unasked", MAINTENANCE + "WorkOrder.swift",
        "let isAllowed = assignable ?? actions.contains { WorkOrders.isAssigning($0.id) }",
        "let isAllowed = assignable ?? true",
        "D14: a work order may be taken on only where its message says so"),
    Fault(
        "critical-in-a-group", MAINTENANCE + "Alarms+Groups.swift",
        "guard alarm.severity != .critical, let asset = alarm.asset else { return nil }",
        "guard let asset = alarm.asset else { return nil }",
        "D11, D14: a critical alarm is never part of a group"),
    Fault(
        "settled-stays-in-its-group", CORE + "Inbox/Subjects.swift",
        "return (kind as? any Grouping.Type)?.stands(subject) ?? true",
        "return true",
        "D14: what is dealt with leaves its group"),
    Fault(
        "group-is-a-further-popup", CORE + "Gate/Holding.swift",
        "if delivery.status == .scheduled, try joining.host(of: delivery) != nil { return nil }\n",
        "",
        "D14, J26: what joins a group is not held by the throttle"),
    Fault(
        "every-one-of-a-group-sounds", CORE + "Gate/Joining.swift",
        "heaviest.map { $0 >= weight } ?? false", "heaviest.map { $0 > weight } ?? false",
        "D14: of a group, only the first sounds"),
    Fault(
        "sound-in-a-silent-channel", CORE + "Screen/NotifyCall+Delivery.swift",
        "guard let usual = channel.soundName else { return nil }",
        "let usual = channel.soundName",
        "D11, D14: where the channel is silent, its sorts are"),
    Fault(
        "asset-of-all", CORE + "Inbox/Subjects+List.swift",
        "listed = listed.filter { $0.about == thing }",
        "listed = listed.filter { $0.about != nil || thing.isEmpty }",
        "D5: the list of a machine has nothing about another one"),
    Fault(
        "group-that-is-gone-has-room", CORE + "Gate/Joining.swift",
        "if !standing.isEmpty { return (host, standing) }", "return (host, members)",
        "D14, J26: nobody joins a group that is about to go"),
    Fault(
        "secrets-of-what-was-set-aside-swept", CORE + "Engine/Turn.swift",
        "if ledger.situation.databaseSetAside == nil {\n      ledger.emit(.forgetAll",
        "if true {\n      ledger.emit(.forgetAll",
        "T27, T7: what a database that was set aside refers to is kept"),
    Fault(
        "counts-of-any-size", STORE + "Columns.swift",
        "Int(min(max(try integer(), -Columns.mostCounted), Columns.mostCounted))",
        "Int(try integer())",
        "T7: a stored count is bounded when it is read"),
    Fault(
        "no-more-ids", STORE + "SQLiteDataStore+Open.swift",
        "        try queue.read(expectFreeIDs)\n", "",
        "T7: a file in which nothing could be added any more is set aside"),
    Fault(
        "tag-leads-elsewhere", MAINTENANCE + "Backend.swift",
        "    guard Subject.isID(id) else { return nil }\n", "",
        "D6: a stored tag leads to no other path of the service"),
    Fault(
        "stored-dial-of-any-size", MAINTENANCE + "Alarm.swift",
        "min(max($0, Measurement.storedRange.lowerBound), Measurement.storedRange.upperBound)",
        "$0",
        "D2: the ends of a stored dial are bounded"),
    Fault(
        "sender-shares-subjects", CORE + "Inbox/Inbox+Carriers.swift",
        "guard !isGeneral, let channel else { return tag }",
        "guard !isGeneral, let channel, TopicSubscription.isChannel(channel) else { return tag }",
        "C10: what a paired sender says of an alarm is about one of its own"),
    Fault(
        "group-closed-with-member", CORE + "Screen/Screen+Closing.swift",
        "    if afterCall || joins {\n", "    if afterCall || joins && screen.id == 0 {\n",
        "D14, B11: one that is dealt with takes no other of its group off the screen"),
    Fault(
        "secret-by-one-of-two-addresses", CORE + "Engine/SecretOrigins.swift",
        "    return named.isEmpty ? [\"\"] : Set(named)\n",
        "    return [named.first ?? \"\"]\n",
        "T27: a document that names two addresses sends a secret to neither"),
    Fault(
        "signed-out-token-goes-anywhere", CORE + "Engine/Configuring.swift",
        "[try document(), former, try turn.accounts.secretUses]", "[try document(), former]",
        "T27, D1: who has signed out has their token sent nowhere else"),
    Fault(
        "topic-names-commands", "Sources/Features/Brews/Brews+Deeds.swift",
        "guard thread.guest == nil else", "guard thread.guest != name else",
        "C5, B17: a button of a topic's brew with words of its own sends no command"),
    Fault(
        "flood-hides-an-hour", CORE + "Gate/DigestWording.swift",
        "return isWhole ? all", "return isWhole || count > 0 ? all",
        "C4: a flood of one topic hides no hour in its digest"),
    Fault(
        "list-of-another-service", CORE + "Inbox/Accounts+Lists.swift",
        "kind = try Kinds(kinds).kind(of: message)", "kind = try self.kinds.kind(of: message)",
        "D9: a list says nothing of what another service has sent"),
    Fault(
        "kept-place-forgotten", CORE + "Screen/Screen+Answers.swift",
        "on: place ?? kept)", "on: place ?? (kept?.id == 0 ? kept : nil))",
        "B13: what is answered while it is shown again is closed"),
    Fault(
        "departure-told-twice", "Sources/Features/Journeys/TripNews.swift",
        "trip.stage = .announced\n", "trip.stage = .planned\n",
        "J20: whichever comes first is the departure, never both"),
    Fault(
        "minutes-of-before", CORE + "Screen/Screen.swift",
        "try presenter.renewed(delivery) ?? delivery", "delivery",
        "J5: what waited says the minutes that are left"),
    Fault(
        "delay-against-the-timetable", "Sources/Features/Journeys/TripNews.swift",
        "let delay = ride.departure - trip.toldDeparture",
        "let delay = ride.departure - trip.scheduled",
        "J9: a delay counts from what was told last"),
    Fault(
        "settled-alert-stays", "Sources/Heart/Engine/Turn+Happenings.swift",
        "try subjects.settle(tag)\n      try screen.closeWhatStands(of: tag, andAlerts: true)",
        "try subjects.settle(tag)\n      try screen.closeWhatStands(of: tag)",
        "J16, J11: what is about to be shown of a journey that is over goes once it is there"),
    Fault(
        "own-status-counts", CORE + "Inbox/Inbox+Devices.swift",
        "if let origin = status.origin, try origin == rows.note(Note.device) { return }", "",
        "J28: its own words come back to it, and change nothing"),
    Fault(
        "topic-speaks-for-the-user", CORE + "Inbox/Inbox+Devices.swift",
        "try take(status, of: Inbox.tag(status.subject, in: channel), kind, sender)",
        "try take(status, of: status.subject, kind, sender)",
        "J28, C4: a topic speaks of what it has brought"),
    Fault(
        "status-of-a-guest-is-told", CORE + "Inbox/Subjects+Devices.swift",
        "guard kinds.named(subject.kind) is any Shared.Type, subject.guest == nil else { return }",
        "guard kinds.named(subject.kind) is any Shared.Type else { return }",
        "J27, C4: nobody is told of what a topic has brought"),
    Fault(
        "group-dismissed-untold", "Sources/Heart/Engine/Answering.swift",
        "      if delivery.isDigest { try tellMembers(of: delivery) }\n", "",
        "J27, J24: who dismisses a group has dismissed all that it lists"),
    Fault(
        "answered-before-stays-answered", CORE + "Inbox/Inbox.swift",
        "      if taken.isAnew { try forgetAnswers(to: tag) }\n", "",
        "J28: what is raised anew counts from its beginning"),
    Fault(
        "late-word-undoes", "Sources/Features/Journeys/Trips+Devices.swift",
        "if let actedAt = trip.actedAt, status.at < min(actedAt, context.now) { return .outdated }", "",
        "J28: acted beats snoozed beats dismissed, then the latest counts"),
    Fault(
        "early-dismissal-is-the-departures", "Sources/Features/Journeys/Trips+Devices.swift",
        "hasEarlyNotice(context) ? ride.leaveAt <= status.at : trip.isTimely(at: status.at)",
        "true",
        "J28, B22: who has dismissed the early notice elsewhere is told when it is time to leave"),
    Fault(
        "others-of-a-group-go", "Sources/Heart/Engine/Answering.swift",
        "      turn.groups.answered(member, in: delivery)\n", "",
        "J24: of those that one button has started, the others stay"),
    Fault(
        "gone-vehicle-in-a-group", CORE + "Inbox/Subjects.swift",
        "if kind is any Snoozing.Type, try !services.reminders.returns(subject, at: moment) {",
        "if kind is any Snoozing.Type, subject.isOver {",
        "J24, J11: what is left of a group says nothing of a vehicle that has gone"),
    Fault(
        "offers-are-on", CORE + "Ledger/Channel.swift",
        "!id.hasSuffix(optIn)", "!id.hasSuffix(optIn + optIn)",
        "J15: offers are shown only to whom has switched them on"),
    Fault(
        "banner-keeps-its-minutes", "Sources/Heart/Engine/Reports.swift",
        "turn.subjects.renewed(delivery) ?? delivery,", "delivery,",
        "J21: the banner says how long is left"),
    Fault(
        "journeys-by-name", "Sources/Features/Journeys/Journeys+Plan.swift",
        "return (first, one.row.title, one.row.id) < (second, other.row.title, other.row.id)",
        "return (one.row.title, first) < (other.row.title, second)",
        "J29: the journey that is left for next comes first"),
    Fault(
        "notice-is-next", "Sources/Features/Journeys/Journeys+Plan.swift",
        "let next = coming[leave]", "let next = coming[Journey.item(journey.id + Journey.earlySuffix)] ?? coming[leave]",
        "J12, J29: a journey is left for at its time, whatever notice the user wants before"),
    Fault(
        "late-countdown-crawls", CORE + "Detail/Ramp.swift",
        "return isFar(from: drawn, at: now) ? self : continued(from: drawn, at: now)",
        "return continued(from: drawn, at: now)",
        "J8: the window of what is late says the minutes that are left"),
    Fault(
        "refused-press-is-told", CORE + "Engine/Doors.swift",
        "      if case .done? = answer {\n", "      if answer != nil {\n",
        "J18: the bus is told of what was pressed, not of what was refused"),
    Fault(
        "plan-makes-news-late", "Sources/Features/Journeys/Trips.swift",
        "if !context.isDue { trip.saidAt = saidAt }", "trip.saidAt = saidAt",
        "J10, J11: the plan's own notices make no message of the service late"),
    Fault(
        "urgent-delay-in-a-batch", "Sources/Features/Journeys/TripNews.swift",
        "      change(&request)\n    }\n",
        """      change(&request)
      if trip.news != .cancellation {
        request.joining = Joining(
          .batch, key: Trips.delays.id, moment: context.now, within: .minutes(2))
      }
    }
""",
        "J25: what is urgent is not lost among others"),
    Fault(
        "told-after-it-left", CORE + "Engine/Turn.swift",
        "past: subjects.past)", "past: { _ in nil })",
        "J11: nothing is told of a vehicle that left earlier than was said first"),
    Fault(
        "urgent-gives-way", CORE + "Inbox/Inbox.swift",
        "older.tag == delivery.tag && older.isUrgent", "older.tag == delivery.tag && !older.isUrgent",
        "J10: what takes the place of something urgent that nobody has seen is as urgent"),
    Fault(
        "started-elsewhere-rings", "Sources/Features/Journeys/Trips+Devices.swift",
        "trip.stage = status.operation == .started ? .active : .cancelled",
        "trip.stage = status.operation == .started ? trip.stage : .cancelled",
        "J28: what was started on another device is not told here"),
    Fault(
        "canceled-today-rings", "Sources/Features/Journeys/Trips+Buttons.swift",
        "      trip.stage = .cancelled\n", "",
        "J16: whoever has canceled a journey is not told to leave"),
    Fault(
        "cancellation-is-not-tried-again", CORE + "Inbox/Subjects.swift",
        "if !(kinds.named(subject.kind) is any Ticking.Type),",
        "if !(kinds.named(subject.kind) is any Ticking.Type) || subject.rank == 0,",
        "J11, J19: a cancellation that the server refuses is tried once more"),
    Fault(
        "runs-in-silence", "Sources/Features/Journeys/Trips.swift",
        "case _ where runsAgain && !isDeparture: return news.running()",
        "case _ where runsAgain && isDeparture: return news.running()",
        "J11: a vehicle that runs after all is told of"),
    Fault(
        "lead-forgets-delays", "Sources/Features/Journeys/JourneyList.swift",
        "if before?.hasTimes(of: journey) != true {", "if before != journey {",
        "J9, J12: another lead leaves what was said of today as it is"),
    Fault(
        "news-ends-a-snooze", CORE + "Inbox/Reminders.swift",
        "if try moveSnooze(of: subject, after: former), try returns(subject) { return }",
        "if try moveSnooze(of: subject, after: former), try !returns(subject) { return }",
        "J16: what was put off comes back, also when its vehicle is late"),
    Fault(
        "snooze-stands-still", CORE + "Inbox/Reminders+Snoozes.swift",
        "    guard before != after else { return true }\n", "    if before != .distantPast { return true }\n",
        "J16, J17: what was put off comes back in time for a vehicle that moved"),
    Fault(
        "return-repeats-the-news", "Sources/Features/Journeys/TripText.swift",
        "if context.isReturn, trip.ride != nil { return departure }", "",
        "J17: at the end of a snooze the user is told to leave, not once more of a delay"),
    Fault(
        "digest-tells-what-is-settled", CORE + "Gate/Digests.swift",
        "      if try settled(member) != nil { return true }\n", "",
        "D6: a digest that was refused does not tell later of what is settled"),
    Fault(
        "released-though-settled", CORE + "Gate/Gate.swift",
        "hasWaited ? settled(delivery) : past(delivery)", "past(delivery)",
        "D6: what is settled while its digest was refused is not shown by itself"),
    Fault(
        "armed-stays-lost", CORE + "Engine/Feature.swift",
        "if case .keyring(.open) = change { try writeMissingTexts() }", "",
        "T28: what is armed under a key that is gone is written anew"),
    Fault(
        "own-words-of-the-gone", "Sources/Features/Journeys/TripNews.swift",
        "      ride.leaveAt > context.now\n    else { return silence }", "      ride.leaveAt > .distantPast\n    else { return silence }",
        "J11, J15: nothing is said of a vehicle that is gone"),
    Fault(
        "crowding-hides-a-delay", "Sources/Features/Journeys/Trips.swift",
        "guard report.saysWhen, case", "guard event == .eta, case",
        "J8: a delay is told whatever the message is about that brings it"),
    Fault(
        "batch-keeps-who-is-gone", CORE + "Gate/Groups.swift",
        "guard let form = members.last?.request?.joining, members", "guard let form = members.last?.request?.joining, form.manner == .group, members",
        "J25, J28: whoever is dealt with leaves a batch"),
    Fault(
        "clock-forward-ends-alarms", CORE + "Engine/Upkeep.swift",
        "      try rows.moveSilences(by: span, at: now)\n", "",
        "T8, D15: a clock that is set forward ends no alarm"),
    Fault(
        "long-sleep-ends-alarms", CORE + "Engine/Upkeep.swift",
        "try rows.delaySilences(until: now + .days(1))", "try rows.delaySilences(until: now)",
        "T8, D9: after weeks of sleep an alarm stays for a day"),
    Fault(
        "ended-alarm-stays-quiet", MAINTENANCE + "Alarms.swift",
        "$0.status != .active || isOutlived || wasOver", "$0.status != .active || isOutlived",
        "D15: an alarm that had ended begins again when it is heard of"),
    Fault(
        "removal-takes-the-device", CORE + "Inbox/Accounts+Sending.swift",
        "      try registerAgain(about, &state, at: account)\n", "",
        "D1: after a late removal the device is registered once more"),
    Fault(
        "tombstone-of-the-future", CORE + "Ledger/Elsewhere.swift",
        "sentAt >= min(at, heardAt ?? at)", "sentAt >= at",
        "C4: a tombstone by a clock that was ahead takes back nothing that is sent later"),
    Fault(
        "acknowledged-in-the-future", MAINTENANCE + "Report.swift",
        "    if at - now >= Report.life { return true }\n", "",
        "D2, T16: an acknowledgement by a clock that was ahead does not stand until then"),
    Fault(
        "unpaired-comes-back", CORE + "Engine/Pairing.swift",
        "    if open.wasPaired {\n", "    if open.wasPaired, open.isNew, !open.isNew {\n",
        "C8: a sender that is unpaired while its keys are read stays unpaired"),
    Fault(
        "expired-is-told", CORE + "Ledger/Ledger+Said.swift",
        "orExpired && delivery.request?.hasExpired(at: delivery.createdAt) != true", "orExpired",
        "T38, D2: what had expired when it came is not told"),
    Fault(
        "old-dismissal-counts", CORE + "Inbox/Pressing.swift",
        "$0.id > delivery.id && $0.request?.beginsAnew == true", "$0.id < 0",
        "B22: dismissing what is left of the time before does not count for what is raised anew"),
    Fault(
        "settled-comes-back-after-a-crash", CORE + "Engine/Turn.swift",
        "settled: subjects.settled,", "settled: { _ in nil },",
        "D2, T32: what was dealt with before the process died is not shown by the next one"),
    Fault(
        "unseen-without-subject", STORE + "SQLiteRows+Pruning.swift",
        "OR unseen = 1 OR id IN", "OR id IN",
        "T8, T38: a subject is forgotten of which the user is still to be told"),
    Fault(
        "any-date-is-known", "Sources/Features/Journeys/Trips+Devices.swift",
        "isNear(planned.date, context),", "true,",
        "J28: other devices speak of any date, and all of them are stored"),
    Fault(
        "planned-waits-for-others", CORE + "Gate/Holding.swift",
        "obstacles.throttle, delivery.request?.timely != true,", "obstacles.throttle,",
        "J26: five messages hide that it is time to leave"),
    Fault(
        "newest-by-the-clock", CORE + "Gate/Gate+Superseding.swift",
        "one.isMessage ? one.id < other.id : one.place < other.place", "one.place < other.place",
        "B11, J5: a message that came later is not shown, because the clock was set back"),
    Fault(
        "overtaken-closed-at-once", CORE + "Screen/Screen+Answers.swift",
        "if delivery.onScreen == screen, try hasSuccessorInFlight(delivery) {", "if false {",
        "B11, T33: a press on what is being replaced takes the newer one off the screen"),
    Fault(
        "expired-keeps-its-place", CORE + "Screen/Leftovers.swift",
        "try rows.onScreen(tag: delivery.tag) + gone where", "try rows.onScreen(tag: delivery.tag) where",
        "T32, T33: after a crash, Snooze is for yesterday's hour, which had gone by itself"),
    Fault(
        "banner-without-news", CORE + "Gate/Facts.swift",
        "if !stands, banners.contains(where: {", "if !stands, banners.isEmpty, banners.contains(where: {",
        "D3: the window goes on saying what an alarm said first"),
    Fault(
        "flapping-asks-each-time", CORE + "Inbox/Accounts+Lists.swift",
        "  func wantListsSoon(of account: any Account.Type) {\n    if isCalm(account) {",
        "  func wantListsSoon(of account: any Account.Type) {\n    if true {",
        "D9: a connection that comes and goes has the service asked each time"),
    Fault(
        "all-in-one-piece", CORE + "Engine/Host.swift",
        "    drain(most: Host.piece)", "    drain()",
        "T1: what has waited for the store keeps an hour waiting"),
    Fault(
        "journey-ends-by-a-timeout", CORE + "Inbox/Subjects.swift",
        "if !(kinds.named(thread.kind) is any Ticking.Type) {", "do {",
        "T16: a journey still ends when its vehicle has gone, though the clock is set back"),
    Fault(
        "pressed-before-it-was-heard-of", CORE + "Inbox/Acting.swift",
        "next.heardAt = min(subject.heardAt, now)", "next.heardAt = subject.heardAt",
        "T16: over, and started after the clock was set back, a journey ends when it did before"),
    Fault(
        "answer-without-room-stays-first", CORE + "Engine/Host.swift",
        "refusals >= Host.patience, failure.kind == .full,", "refusals >= 1000, failure.kind == .full,",
        "T23, T21: a source's answer that the disk has no room for keeps nothing else waiting"),
    Fault(
        "brew-waits-for-a-feed", CORE + "Gate/Gate.swift",
        "delivery.isPlanned || delivery.heldUntil != nil", "true",
        "T18: a late hour's feed that does not answer keeps no brew waiting that a hold has released"),
    Fault(
        "redirect-is-no-news", "Sources/World/Session/Surroundings/Funnel.swift",
        "      pass(event)\n    case .online", "      if situation != before { pass(event) }\n    case .online",
        "Early events become part of the situation, or follow it"),
    Fault(
        "due-behind-what-waited", CORE + "Engine/Host.swift",
        "if isCatchingUp, event == .woke {", "if isCatchingUp, event == .idle {",
        "T1: an hour waits behind what has waited for the store"),
    Fault(
        "too-similar-is-shown", "Sources/World/Session/Notifications/LibnotifyNotifier.swift",
        "flight.replaces != nil, flight.repetition == nil,", "flight.replaces != nil, flight.repetition != nil,",
        "B8: on Plasma a picture that comes within a second is never shown"),
    Fault(
        "late-order-lost", "Sources/World/Desktop/Windows/WindowsApp.swift",
        "guard let self, !isLeaving, orders == 0, window", "guard let self, !isLeaving, window",
        "T25: an address that works is not saved if the window was closed meanwhile"),
    Fault(
        "one-instant-for-one-day", "Sources/World/Store/Schema+V10.swift",
        "AND source = 'slot'", "AND source <> 'x'",
        "J9, T7: a message moves one day's journey to the instant of another's, and nothing is planned any more"),
    Fault(
        "guests-urgent-in-the-tray", CORE + "Inbox/Subjects.swift",
        "settings.mayBeUrgent(channel: $0) } ?? true", "settings.mayBeUrgent(channel: $0) || true } ?? true",
        "D16, C4: whoever may send to a topic has the tray's urgent line"),
    Fault(
        "any-number-in-a-brew", "Sources/Features/Brews/Brews.swift",
        "flatMap { $0.isSound ? $0 : nil }", "flatMap { $0 }",
        "B2, T7: an edited number in the database ends each start"),
    Fault(
        "own-address-inside-another", "Sources/World/HTTP/Requests/NetworkAddress.swift",
        "$0.holds(bytes) || embedded.map($0.holds) == true", "$0.holds(bytes)",
        "B8: this computer is reached by its IPv4 address inside another"),
    Fault(
        "respond-copies", CORE + "Inbox/Pressing.swift",
        "$0.id == key })?.textToCopy != nil {", "$0.id == key })?.textToCopy == \"\" {",
        "C5: a sandboxed process puts a text on the clipboard"),
    Fault(
        "announced-departure-waits", "Sources/Features/Journeys/TripNews.swift",
        "request.timely = true\n      var joining", "var joining",
        "J26: five messages hide the departure that the service has announced"),
    Fault(
        "sealed-again-under-another-id", CORE + "Inbox/Inbox.swift",
        "parcel.seal.map {", "(nil as String?).map {",
        "C1: who has no key sends a sealed message again"),
    Fault(
        "joins-what-was-held", STORE + "SQLiteRows+Screen.swift",
        "AND origin = 'digest' AND \\(Schema.tagOfGroup) = ?", "AND origin = 'digest' AND ? <> ''",
        "D14: a digest of what was held takes in what comes later"),
    Fault(
        "group-has-hidden-buttons", CORE + "Engine/GroupButtons.swift",
        "of: digest), member.request?.joining?.page == nil", "of: digest), !member.tag.isEmpty",
        "D14: a server presses buttons that a group does not have"),
    Fault(
        "any-number-in-a-trip", "Sources/Features/Journeys/Trips.swift",
        "{ $0.isSound ? $0 : nil }", "{ $0 }",
        "T32: a number in the database ends the program"),
    Fault(
        "ends-while-locked", CORE + "Engine/Rest.swift",
        "if ledger.situation.locked { return false }", "",
        "003 §3: what rings while the screen is locked is never told"),
    Fault(
        "ends-amid-a-backlog", CORE + "Engine/Rest.swift",
        "$0.phase == .connecting || $0.phase == .backlog", "$0.phase == .connecting",
        "003 §3: messages that wait at a server are left there"),
    Fault(
        "ends-with-a-popup", CORE + "Engine/Rest.swift",
        "guard try rows.allOnScreen(after: nil, limit: 1).isEmpty, try", "guard try",
        "003 §3: GNOME takes the notification away with the process"),
    Fault(
        "ends-amid-a-fetch", CORE + "Engine/Rest.swift",
        "try rows.openFetches().isEmpty,", "",
        "003 §3: a fetch is started again and again, and never done"),
    Fault(
        "ends-without-a-server", CORE + "Engine/Rest.swift",
        "case .scheduled: isOnHold || delivery.isAhead(of: ledger.now)", "case .scheduled: true",
        "003 §3: what waits for a notification server is never shown"),
    Fault(
        "stays-in-a-pause", CORE + "Engine/Rest.swift",
        "case .held: isOnHold", "case .held: false",
        "003 §3: a process stays for what a pause holds"),
    Fault(
        "any-scheduler", CORE + "Ledger/Settings+JSON.swift",
        """throw field.refused("must be in-app or systemd")""", "return",
        "T26: a bad scheduler is taken without a word"),
    Fault(
        "ends-when-something-comes-back", CORE + "Engine/Rest.swift",
        "case .snoozed: ledger.snoozeEnd(delivery) > ledger.now", "case .snoozed: true",
        "003 §3: what comes back while there is no server is never shown again"),
    Fault(
        "ends-with-many-that-wait", CORE + "Engine/Rest.swift",
        "if !isOnHold, turn.gate.resting.isReleasing { return false }", "",
        "003 §3: of very many that wait for a server nobody is told"),
    Fault(
        "ends-with-a-locked-keyring", CORE + "Engine/Rest.swift",
        "if try rows.sealedCount() > 0, turn.sealed.wakes().isEmpty { return false }", "",
        "003 §3, C2: what is sealed waits for the next start"),
    Fault(
        "ends-offline", CORE + "Engine/Rest.swift",
        "if !ledger.situation.online, try rows.postingCount() > 0 { return false }", "",
        "003 §3: what was pressed offline is told hours after the network is back"),
    Fault(
        "turns-by-urgency-only", CORE + "Gate/Turns.swift",
        "last[next.source] = count", "last[next.source] = 0",
        "T15: any number of urgent messages keeps an hour waiting"),
    Fault(
        "guests-take-turns-as-one", CORE + "Gate/Turns.swift",
        "self = .guest(guest)", "self = guest.isEmpty ? .user : .guest(String())",
        "D11: one topic's messages keep another's alarm waiting"),
    Fault(
        "late-without-a-turn", CORE + "Gate/Turns.swift",
        "alone.isEmpty || lateWaited >= Turns.before {", "alone.isEmpty {",
        "T18: what a pause has held waits behind any number of urgent messages"),
    Fault(
        "pushed-as-own", CORE + "Gate/Turns.swift",
        "self = .door(door)", "self = door.isEmpty ? .user : .own",
        "D11: what processes push keeps the maintenance system's alarm waiting"),
    Fault(
        "settled-in-a-group", CORE + "Gate/Gate.swift",
        "delivery.releasedAt != nil || delivery.reason == .takenApart",
        "delivery.releasedAt != nil",
        "D2: an alarm that was acknowledged is shown because its group was refused"),
    Fault(
        "hours-await-a-digest", CORE + "Gate/Digests.swift",
        "waiting = late.filter { !$0.isOwnPlan }", "(waiting, late) = (late, [])",
        "T18: an hour waits until all messages of a night are gathered"),
    Fault(
        "digest-awaits-the-throttle", CORE + "Gate/Gate+Gathering.swift",
        "if try holding.obstacles().pause == nil, resting.canShow", "if try holding.obstacles().throttle == nil, resting.canShow",
        "J26: what others send meanwhile keeps a digest waiting"),
    Fault(
        "all-expire-at-once", CORE + "Gate/Resting.swift",
        "rows.resting(expiredAt: now, limit: step)", "rows.resting(expiredAt: now, limit: .max)",
        "B1: thousands that expire together are decided in one turn"),
    Fault(
        "released-while-locked", CORE + "Gate/Resting+Sweep.swift",
        "!canShow || delivery.text == .sealed else", "!canShow else",
        "T28: each event looks at all that cannot be read"),
    Fault(
        "sealed-in-one-queue", CORE + "Inbox/SealedParcels.swift",
        "memory.sources?.append(next.source)", "memory.sources?.insert(next.source, at: 0)",
        "C2: junk at one address keeps what came by another waiting"),
    Fault(
        "brews-of-nobody", CORE + "Inbox/Inbox.swift",
        "delivery.request?.topic = sender?.channel", "delivery.request?.topic = nil",
        "C10: brews of a sender that is off are shown"),
    Fault(
        "plans-of-a-former-identity", "Sources/Features/Journeys/JourneyList.swift",
        "try change(journey.id) { $0.changes = [:] }", "_ = journey.id",
        "T29: a journey is told at the hour that was said to another identity"),
    Fault(
        "departures-in-the-sweep", CORE + "Gate/Resting.swift",
        "      for delivery in try rows.restingOwnPlans() { stirred.tags.insert(delivery.tag) }\n", "",
        "J9: a departure that a pause held waits behind all that others have sent"),
    Fault(
        "sweeps-without-a-keyring", CORE + "Gate/Resting+Sweep.swift",
        "canShow && situation.keyring == .open", "canShow && situation.keyring != .locked",
        "T28: without a keyring, what is held is looked at again and again"),
    Fault(
        "carrier-says-the-place", CORE + "Inbox/Inbox.swift",
        "if parcel.seal == nil { message.sequence = message.sequence ?? parcel.sequence }",
        "message.sequence = message.sequence ?? parcel.sequence",
        "C4, C2: a server has one sealed message take the place of another"),
    Fault(
        "dead-banner-stays", CORE + "Screen/Leftovers.swift",
        "      emit(.close(place))\n    }\n    delivery.onScreen = nil", "    }\n    delivery.onScreen = nil",
        "T32: on GNOME a banner stays that answers to nobody"),
    Fault(
        "old-wait-counts", CORE + "Planning/Planning.swift",
        "        delivery.waiting = nil\n        delivery.fetchWaitSince = nil\n        // It has", "        delivery.waiting = nil\n        // It has",
        "T3: what was held and lies ahead again rings without its fetch"),
    Fault(
        "untold-notice-is-news", "Sources/Features/Journeys/TripNews.swift",
        "if trip.isCancelled, former == .cancellation,\n", "if trip.isCancelled, former == nil,\n",
        "J11: a cancellation that waits is forgotten for a notice that is switched off"),
    Fault(
        "pruned-trip-stays-moved", "Sources/Features/Journeys/Journeys.swift",
        "_ = try list.setChange(journey.id, on: date, nil)", "_ = date",
        "J9, T8: a trip that comes again is told at the hour of a former one"),
    Fault(
        "expired-under-a-picture", CORE + "Screen/Pictures+Painting.swift",
        "let isBack = delivery.response != nil", "let isBack = delivery.response == ResponseCode.open",
        "B13: what its picture has shown again after it expired is never closed"),
    Fault(
        "followed-under-a-picture", CORE + "Screen/Pictures+Painting.swift",
        "if delivery.onScreen != nil, !hasExpired { return true }", "if delivery.onScreen != nil { return true }",
        "B13: what its picture has shown again after it expired stays although its brew is over"),
    Fault(
        "secrets-as-texts", CORE + "Engine/SecretDocument.swift",
        "let bytes = Array(value.utf8)", "let bytes = Array(value.utf8.prefix(3))",
        "T25, T27: secrets are told apart by something else than their bytes"),
    Fault(
        "refused-secret-written", "Sources/World/Session/Keyring/Keyring.swift",
        "    untried.insert(reference)\n    return reference", "    untried.insert(reference)\n    whenKept(reference) {}\n    return reference",
        "T27: the secrets of a refused document reach the keyring"),
    Fault(
        "blocked-without-limit", "Sources/World/GLib/Bus/SignalLimit.swift",
        "return state.ofOwner <= most", "return state.ofOwner <= most * 99",
        "T21: a server that signals during a call takes any amount of memory"),
    Fault(
        "markdown-read-to-the-end", "Sources/World/Push/Ntfy/MarkdownText.swift",
        "prefix(4 * Message.longestBody)", "prefix(99 * Message.longestBody)",
        "T25: Markdown of one message holds the loop for seconds"),
    Fault(
        "copy-ends-a-picture", CORE + "Screen/Pictures+Painting.swift",
        "try rows.successor(of: delivery) == nil",
        "try rows.newest(tag: delivery.tag, limit: 1).first?.id == delivery.id",
        "B8: a copy takes a notification off the screen"),
    Fault(
        "postings-read-for-each-row", "Sources/World/Store/SQLiteRows+Pruning.swift",
        "AND old.tag NOT IN (SELECT substr(about, instr(about, ' ') + 1) FROM outbox "
        "WHERE about IS NOT NULL)",
        "AND NOT EXISTS (SELECT 1 FROM outbox WHERE substr(about, instr(about, ' ') + 1) "
        "= old.tag)",
        "T8: pruning takes minutes while much waits to be sent"),
    Fault(
        "crowd-without-end", CORE + "Gate/Resting+Crowd.swift",
        "return try room(for: source) <= 0", "return false",
        "C4, T21: each turn judges all urgent ones of a backlog, and an hour comes late"),
    Fault(
        "limit-for-every-button", CORE + "Inbox/Pressing.swift",
        "if isCommand, try rows.openCommands()", "if try rows.openCommands()",
        "B17: what sends no command is carried out, however many commands are under way"),
    Fault(
        "marks-without-end", CORE + "Text/StreamSafe.swift",
        "private static let mostMarks = 30", "private static let mostMarks = 300",
        "T25: of combining marks in a row 30 stay"),
    Fault(
        "crowd-not-gone-on-with", CORE + "Engine/Turn.swift",
        "    if !leftovers.isForgetting { try away.goOnWithCrowd() }\n", "",
        "T38: what was left out waits for an event once those before it have expired"),
    Fault(
        "locked-judged-each-time", CORE + "Gate/Resting+Patience.swift",
        "(waiting == .noServer || waiting == .locked)", "waiting == .noServer",
        "T21, T28: each event judges all that wait for the keyring"),
    Fault(
        "template-without-end", CORE + "Text/Template.swift",
        "private static let most = 1 << 14", "private static let most = 1 << 24",
        "T25: hundreds of tokens with long values are filled in"),
    Fault(
        "unseen-behind-another-senders", CORE + "Gate/Away.swift",
        "if memory.crowd?.sources.contains(source) == true ||", "if memory.crowd != nil ||",
        "T38: an urgent one that nobody has seen does not wait for those of another sender"),
    Fault(
        "waiting-judged-at-once", CORE + "Gate/Resting+Patience.swift",
        "let areMany = stirred.tags.count > step", "let areMany = stirred.tags.count > step * 99",
        "T21: after the clock was set back, all that wait for a server are judged in one turn"),
    Fault(
        "place-of-a-clock-ahead", CORE + "Screen/Leftovers.swift",
        "duringCallOf: delivery, until: now)", "duringCallOf: delivery, until: .distantFuture)",
        "T16, T33: after a crash, Snooze is not for the hour whose call was under way"),
    Fault(
        "commands-without-end", CORE + "Inbox/Pressing.swift",
        "if isCommand, try rows.openCommands().count >= Pressing.mostOpen {",
        "if isCommand, try rows.openCommands().count >= Pressing.mostOpen * 99 {",
        "B17: any number of commands fails in one turn"),
    Fault(
        "unseen-crowd-without-end", CORE + "Gate/Away.swift",
        "waiting[source, default: 0] >= step {", "waiting[source, default: 0] >= step * 99 {",
        "T38: each turn judges all urgent ones that nobody has seen"),
    Fault(
        "throttle-moves-the-sweep", CORE + "Gate/Holding.swift",
        "(one.throttle == nil) == (other.throttle == nil)", "one.throttle == other.throttle",
        "C4: while one sender's urgent ones are shown, another's are never let go"),
    Fault(
        "crowd-out-of-order", CORE + "Gate/Resting+Crowd.swift",
        "if let first = memory.crowd.first(of: source), first < delivery.place { return true }\n",
        "",
        "§5: urgent ones of one sender are told out of their order"),
    Fault(
        "group-pops-up-while-held", CORE + "Gate/Groups.swift",
        "if isHeld || isOff { return nil }", "if isOff { return nil }",
        "T37, D14: a group pops up again in quiet hours, because one of it is dealt with"),
    Fault(
        "group-pops-up-while-off", CORE + "Gate/Groups.swift",
        "if isHeld || isOff { return nil }", "if isHeld { return nil }",
        "D7, D14: a group of a channel that is off pops up again"),
    Fault(
        "group-off-is-looked-at-for-ever", CORE + "Gate/Groups.swift",
        "if isHeld { memory.awaitsEndOfHold = true }",
        "if isHeld || isOff { memory.awaitsEndOfHold = true }",
        "D7: one core is busy for as long as a channel is off"),
    Fault(
        "group-has-the-hours-channel", CORE + "Screen/Screen.swift",
        "next = try rows.told(in: digest.id).last", "next = nil",
        "D7, D14: what a group says anew pops up, though its channel is only listed"),
    Fault(
        "equal-tags-trap", "Sources/World/Store/SQLiteRows+Reminders.swift",
        "uniquingKeysWith: min)", "uniquingKeysWith: max)",
        "D15: of two alarms whose tags are equal in Swift, the later end counts"),
    Fault(
        "returns-though-it-left", CORE + "Inbox/Subjects.swift",
        "return try services.reminders.returns(subject, at: moment) ? nil : .settled",
        "return try services.reminders.returns(subject) ? nil : nil",
        "J11, J16: told to leave for a vehicle that has left, after it waited for a server"),
    Fault(
        "flood-hides-what-was-not-seen", "Sources/World/Store/SQLiteRows+Lookups.swift",
        "ON id = told), \\(fairly)",
        "ON id = told) \\(Delivery.select) JOIN members ON member = id ORDER BY due, id LIMIT ?2",
        "T38, C4: a topic's flood hides an hour in what is told after unlocking"),
    Fault(
        "service-counts-topics", CORE + "Inbox/Badge.swift",
        "unread.counted += Badge.own(unread.since)", "unread.counted += unread.since",
        "D8, C4: what a topic ends is taken off the number that the service has said"),
    Fault(
        "topics-forgotten-by-number", CORE + "Inbox/Badge.swift",
        "unread.since = Badge.guests(unread.since)", "unread.since = []",
        "D8, C4: what a topic has brought counts no more once a service says a number"),
    Fault(
        "service-told-of-topics", CORE + "Engine/Turn.swift",
        "try badge.ownCount }", "try badge.count }",
        "D8, C4: the service is told how many messages of topics are unread"),
    Fault(
        "own-subjects-pushed-out", CORE + "Inbox/Subjects.swift",
        "private static let mostOwn = 5", "private static let mostOwn = 0",
        "B22, C4: subjects of a topic push the user's own out of the tray"),
    Fault(
        "topics-brew-tells-outcome", CORE + "Inbox/Commands.swift",
        "latest.guest == thread.guest,", "",
        "B17, C4: a topic's brew keeps the outcome of a command from the user"),
    Fault(
        "same-key-forgets", STORE + "SQLiteDataStore.swift",
        "guard seal.bytes != key else { return }", "",
        "T28: everything is read anew although the key is the same"),
    Fault(
        "others-use-up-signals", "Sources/World/GLib/Bus/SignalLimit.swift",
        "if sender != nil, sender == state.owner {", "if sender == nil {",
        "T21: signals of others during a call keep the user's press away"),
    Fault(
        "signals-of-any-type", "Sources/World/GLib/Bus/SignalLimit.swift",
        "guard types.contains(signature) else { return false }", "_ = types.contains(signature)",
        "T21: signals of a few bytes that are thousands of values take gigabytes"),
    Fault(
        "all-secrets-at-once", "Sources/World/Session/Keyring/Keyring.swift",
        "guard let vault, writing == nil, let reference", "guard let vault, let reference",
        "T27: a flood of documents keeps the keyring busy for long"),
    Fault(
        "digest-of-what-is-locked", CORE + "Gate/Digests+Gathering.swift",
        "try isReadable(digest), try isReviewed", "try isReviewed",
        "T28: a digest whose members the keyring has locked meanwhile names only their channel"),
    Fault(
        "away-of-what-is-locked", CORE + "Gate/Away+Gathering.swift",
        ".contains(where: waitsForKey)", ".contains(where: { _ in false })",
        "T38, T28: what was not seen is told though the keyring has locked it meanwhile"),
    Fault(
        "settings-without-end", CORE + "Engine/Configuring.swift",
        "guard bytes > Configuring.longest", "guard bytes > Configuring.longest * 99",
        "T25: many small changes make settings of any size"),
    Fault(
        "header-fields-without-end", CORE + "Ledger/FetchSpec+JSON.swift",
        "guard members.count <= FetchSpec.mostHeaders", "guard members.count <= FetchSpec.mostHeaders * 9999",
        "T25: a request of very many header fields holds the loop"),
]

import CarillonFeatures

/// What the maintenance system answers: acknowledgements, the device, and its lists. (D1, D6, D9)
extension Life {
  /// The maintenance system is told that an alarm was acknowledged.
  func takeAcknowledgement(_ job: PostJob, _ ticket: Ticket) {
    watch.acknowledging(job, ticket, self)
    var own = SplitMix(seed: (draft.seed ^ Trace(job.key).hash) &+ UInt64(ticket.attempt))
    let result =
      situation.online
      ? plant.answer(job, at: now, isFair: fair, &own)
      : own.pick([.failed(FetchFailure(.timeout)), .unsent(FetchFailure(.offline))])
    let answer = Event.finished(ticket, .posted(result))
    pending.append((now + .milliseconds(own.span(0...2000)), answer))
    if !fair, own.once(in: 10) {
      pending.append((now + .milliseconds(own.span(2000...40_000)), answer))
    }
  }

  /// The maintenance system is told of this device, or asked for what it knows. (D1, D8, D9, D10)
  func takeAccountCall(_ job: PostJob, _ ticket: Ticket) {
    watch.calls.lastPost = ticket
    var own = SplitMix(seed: (draft.seed ^ Trace(job.key).hash) &+ UInt64(ticket.attempt))
    var result = PostResult.answered(status: 204, retryAfter: nil)
    var sayings: [Saying] = []
    if job.method == .get {
      switch own.span(0...5) {
      case 0: result = .document(own.pick(["[]", "{}", "x"]), at: now)
      default:
        sayings = sayingsListed(by: job)
        result = .document(list(of: sayings, &own), at: now)
      }
    }
    if !situation.online {
      result = own.pick([.failed(FetchFailure(.timeout)), .unsent(FetchFailure(.offline))])
    } else if !fair, own.once(in: 4) {
      result = own.pick([
        .answered(status: 401, retryAfter: nil), .answered(status: 404, retryAfter: nil),
        .answered(status: 409, retryAfter: nil), .answered(status: 503, retryAfter: nil),
        .failed(FetchFailure(.timeout)),
      ])
    }
    if case .document = result { watch.willList(sayings, job, ticket) }
    pending.append((now + .milliseconds(own.span(0...2000)), .finished(ticket, .posted(result))))
  }

  /// The service is told what the user did here, for their other devices. (J27)
  func takeStatus(_ job: PostJob, _ ticket: Ticket) {
    let saying = watch.telling(job, self)
    takeAccountCall(job, ticket)
    var own = SplitMix(seed: (draft.seed ^ Trace(job.key).hash) &+ UInt64(ticket.attempt) &+ 1)
    if let saying, situation.online { echo(saying, &own) }
  }

  /// What the list that is asked for says; nothing if something else is asked for.
  private func sayingsListed(by job: PostJob) -> [Saying] {
    if job.spec.url.hasSuffix("/alarms") { return plant.knows(of: "alarm", at: now) }
    if job.spec.url.hasSuffix("/work-orders") { return plant.knows(of: "work-order", at: now) }
    return []
  }

  /// A list as the service sends it, in one of its forms; what is no entry of it changes nothing.
  private func list(of sayings: [Saying], _ random: inout SplitMix) -> String {
    var entries = sayings.map { saying in
      var entry = ["title": saying.title, "body": saying.body, "status": saying.status.rawValue]
      let key = saying.kind == "alarm" ? "alarmId" : "workOrderId"
      entry[random.once(in: 2) ? key : "id"] = saying.id
      entry["severity"] = saying.severity?.rawValue
      entry[random.once(in: 2) ? "updatedAt" : "timestamp"] = saying.sentAt?.isoUTC
      return JSONValue.object(entry.mapValues { .text($0) })
    }
    if random.once(in: 4) {
      entries.append(random.pick([.null, .text("x"), .object(["id": .text("../a")])]))
    }
    let list = JSONValue.array(entries)
    return random.pick([list, .object(["items": list]), .object(["data": list])]).serialized
  }
}

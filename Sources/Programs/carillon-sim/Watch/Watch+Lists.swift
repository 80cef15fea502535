import CarillonFeatures

/// Rules for what a service lists: it is known, and nothing of it is shown. (D9)
extension Watch {
  /// A list is asked for, and will say this.
  func willList(_ sayings: [Saying], _ job: PostJob, _ ticket: Ticket) {
    // Those that were never answered are not kept for ever; the newest may still be.
    if alarms.lists.count > 20, let oldest = alarms.lists.keys.min(by: { $0.row < $1.row }) {
      alarms.lists[oldest] = nil
    }
    alarms.lists[ticket] = AlarmNotes.List(
      sayings: sayings, token: job.spec.headers["Authorization"])
  }

  /// The service answers with a list, for the first time in this attempt.
  ///
  /// While the key is locked away or the store is full, it may be lost; and nobody waits for it who has signed
  /// out meanwhile, or in as another.
  func answersList(_ ticket: Ticket, _ result: PostResult, _ life: Life) {
    guard case .document = result, let list = alarms.lists.removeValue(forKey: ticket),
      !calls.over.contains(ticket)
    else { return }
    let isStored = life.retryAt == nil && !life.store.isFull && life.store.refusals == 0
    let isTheirs = token(life).map { .token($0) == list.token } ?? false
    alarms.news.append(
      .listed(list.sayings, isSure: isStored && isTheirs && life.hasUsualKey))
  }

  /// The service has listed a subject.
  func listed(_ saying: Saying, isSure: Bool, _ life: Life) {
    let now = life.now
    let thread = read(life, or: nil) { rows throws(StoreFailure) in try rows.thread(saying.tag) }
    guard var known = alarms.known[saying.tag] else {
      if let thread {
        var known = AlarmNotes.Known(saidAt: now, begun: thread.createdAt, heardAt: now)
        known.isSure = false
        alarms.known[saying.tag] = known
      }
      return
    }
    guard known.isSure else { return }
    defer { alarms.known[saying.tag] = known }
    // What was heard, pressed or shown in the same moment may have come before it or after it; and what was
    // forgotten since begins anew. (T8)
    guard isSure, isOneEvent, thread?.createdAt == known.begun else {
      known.isSure = false
      return
    }
    let saidAt = min(saying.sentAt ?? now, now)
    if isLate(saying, saidAt, known, isFirst: false, now) { return }
    let isWorse = (saying.severity ?? known.severity) > known.severity
    let isAnew = known.status != .active || known.isOutlived(by: saidAt, at: now)
    if saying.status == .active, isAnew || isWorse {
      // It is open, and nobody is told: it was raised anew or grew worse while nothing was heard.
      known.isSure = false
      return
    }
    let isNews = take(saying, saidAt, &known, isFirst: false, now)
    if isNews, saying.kind == "work-order" { known.isUnheard = true }
    known.isListed = true
    known.listedAt = now
    if known.status != .active {
      known.owesAttention = false
      known.since = nil
      known.snooze = nil
      alarms.touched.insert(saying.tag)
    } else if known.severity != .critical {
      known.since = nil
    }
  }
}

import CarillonFeatures
import CarillonStore

/// Rules for acknowledgements: each press is posted under one key, and what the user reads of it is what the
/// server has said. (D6)
extension Watch {
  private static let acknowledging: Set = ["ack", "acknowledge", "ACKNOWLEDGE_ACTION"]

  /// The token of the account; nil if nobody is signed in.
  func token(_ life: Life) -> SecretReference? {
    do { try readConfiguration(life) } catch { fail("\(error)") }
    guard case .object(let members) = settings.value(of: Alarms.backend),
      case .object(let token)? = members["token"],
      case .text(let id)? = token["secretReference"]
    else { return nil }
    return SecretReference(id)
  }

  // MARK: Presses

  /// The user is about to act through a door; if the process dies at once, nobody knows whether it counts.
  func willAct(_ tag: String) { alarms.acts.append(Watch.subject(of: tag)) }

  /// A door has answered a press in a window.
  func acted(_ action: String, on tag: String, _ answer: Answer, _ life: Life) {
    let tag = Watch.subject(of: tag)
    alarms.acts.removeAll { $0 == tag }
    guard case .done = answer else { return }
    settle(action, on: tag, life)
  }

  /// A door has answered a response to a notification; what it has recorded is in its row.
  func responded(_ action: String, on tag: String, _ answer: Answer, _ life: Life) {
    let tag = Watch.subject(of: tag)
    alarms.acts.removeAll { $0 == tag }
    if case .done = answer, action == "open" { settle("view", on: tag, life) }
  }

  /// A door has answered a link to a subject.
  func opened(_ tag: String, _ answer: Answer, isSeen: Bool, _ life: Life) {
    let tag = Watch.subject(of: tag)
    alarms.acts.removeAll { $0 == tag }
    if isSeen, case .done = answer { settle("view", on: tag, life) }
  }

  private static func subject(of tag: String) -> String {
    tag.hasPrefix("command:") ? String(tag.dropFirst(8)) : tag
  }

  /// Notes an answer that a row has recorded.
  func notePress(_ old: Delivery?, _ new: Delivery, _ life: Life) {
    let tag = Watch.subject(of: new.tag)
    guard tag.hasPrefix("alarm:"), let response = new.response, old?.response != response else {
      return
    }
    if alarms.known[tag]?.heardIn == alarms.checks, !isOneEvent { alarms.doubt(tag) }
    switch response {
    case ResponseCode.dismiss, ResponseCode.expired: return
    case ResponseCode.open: settle("view", on: tag, life)
    default: settle(response, on: tag, at: new.respondedAt, life)
    }
  }

  /// The user has dealt with an alarm; `at`: before now, if that could not be noted at once.
  private func settle(
    _ action: String, on tag: String, at pressedAt: Instant? = nil, _ life: Life
  ) {
    guard tag.hasPrefix("alarm:"), var known = alarms.known[tag] else { return }
    defer { alarms.known[tag] = known }
    // It follows a link, and the alarm stays as it is.
    if action == "look", known.hasLook, life.hasUsualKey { return }
    if !life.hasUsualKey { known.isSure = false }
    if action == "snooze", known.isOpen {
      known.snooze = (pressedAt ?? life.now, settings.snooze)
      known.isTimed = true
      known.owesAttention = false
      known.since = nil
      return
    }
    guard Watch.acknowledging.contains(action), known.isOpen else {
      if Watch.acknowledging.contains(action), !life.hasUsualKey {
        alarms.blindPresses[Watch.id(in: tag), default: 0] += 1
      }
      known.since = nil
      if action == "silence" { known.snooze = nil }
      return
    }
    known.snooze = nil
    let id = Watch.id(in: tag)
    known.report = .waiting
    known.owesAttention = false
    known.since = nil
    alarms.steps[tag, default: []].append(.made)
    alarms.touched.insert(tag)
    var press = AlarmNotes.Press(tag: tag, at: life.now)
    if token(life) == nil {
      press.isOver = true
      alarms.steps[tag, default: []].append(.nowhere)
      known.report = .unsent
      known.begin(at: life.now)
    }
    alarms.presses[id, default: []].append(press)
  }

  private static func id(in tag: String) -> String {
    String(tag.dropFirst(6).prefix { $0 != "/" })
  }

  // MARK: Posting

  /// An acknowledgement is on its way.
  func acknowledging(_ job: PostJob, _ ticket: Ticket, _ life: Life) {
    calls.lastPost = ticket
    if let known = calls.posted[job.key], known != job.body {
      fail("D6: \(job.key) says another thing")
    }
    calls.posted[job.key] = job.body
    let path = job.spec.url.dropFirst(MaintenanceServer.address.count).split(separator: "/")
    guard job.method == .post, path.count == 5, path[0] == "api", path[1] == "v1",
      path[2] == "alarms", path[4] == "acknowledge"
    else { return fail("D6: an acknowledgement goes to \(job.method) \(job.spec.url)") }
    configurationMayDiffer = true
    guard let token = token(life) else {
      return fail("D1: \(job.key) is posted, and nobody is signed in")
    }
    if job.spec.headers["Authorization"] != .token(token), !life.resuming {
      fail("D1: \(job.key) is posted with another token")
    }
    alarms.tickets[ticket] = job.key
    alarms.news.append(.posted(key: job.key, id: String(path[3])))
  }

  /// The server answers an acknowledgement, for the first time in this attempt.
  ///
  /// While the key is locked away, nothing can be noted: it is asked again. (T28)
  func answersAcknowledgement(_ ticket: Ticket, _ result: PostResult, _ life: Life) {
    guard let key = alarms.tickets[ticket], !calls.over.contains(ticket) else { return }
    if life.retryAt != nil || life.store.isFull || life.store.refusals > 0 {
      // It waits for the store, and the key may be locked away before it is noted.
      mayBeAnswered(key)
      // Its post may not have been noted yet.
      return alarms.news.append(.mayBeAnswered(key: key))
    }
    if !life.hasUsualKey {
      for press in alarms.presses.values.joined() where press.key == key {
        if life.storeKey != Life.key { alarms.doubt(press.tag) }
      }
      return
    }
    alarms.news.append(.answered(key: key, result))
  }

  /// Notes what the server and the account did in this event.
  func noteNews(_ life: Life) {
    for news in alarms.news {
      switch news {
      case .posted(let key, let id): posted(key, id)
      case .answered(let key, let result): answered(key, result, life)
      case .mayBeAnswered(let key): mayBeAnswered(key)
      case .listed(let sayings, let isSure):
        for saying in sayings { listed(saying, isSure: isSure, life) }
      // While the key is locked away, that can be noted only later. (T28)
      case .signedOut: alarms.endsPresses = true
      }
    }
    // It is given up after two weeks, at the next occasion. (T24)
    for press in alarms.presses.values.joined()
    where !press.isOver && abs((life.now - press.at).milliseconds) >= 13 * 86_400_000 {
      alarms.doubt(press.tag)
    }
    if alarms.endsPresses, token(life) != nil { alarms.endsPresses = false }
    guard alarms.endsPresses, life.hasUsualKey else { return }
    alarms.endsPresses = false
    for (id, presses) in alarms.presses {
      for index in presses.indices { end(id, index, .unsent, .nowhere, life) }
    }
  }

  private func posted(_ key: String, _ id: String) {
    guard alarms.keys[id]?.contains(key) != true else { return }
    alarms.keys[id, default: []].append(key)
    var presses = alarms.presses[id, default: []]
    if let index = presses.firstIndex(where: {
      $0.key == nil && !$0.isOver && !$0.mayBeForgotten
    }) {
      presses[index].key = key
      alarms.presses[id] = presses
      return
    }
    if let blind = alarms.blindPresses[id], blind > 0 {
      alarms.blindPresses[id] = blind - 1
      return
    }
    // With another identity, nothing is known of it any more. (T29)
    let known = alarms.known.filter { Watch.id(in: $0.key) == id }
    if !known.isEmpty, known.values.allSatisfy(\.isSure), isOneEvent, !presses.isEmpty {
      fail(
        "D6: \(id) is acknowledged under the keys \(alarms.keys[id] ?? []), pressed \(presses.count) times"
      )
    }
  }

  private func mayBeAnswered(_ key: String) {
    for (id, presses) in alarms.presses {
      for index in presses.indices where presses[index].key == key {
        alarms.presses[id]?[index].mayBeForgotten = true
        alarms.doubt(presses[index].tag)
      }
    }
  }

  private func answered(_ key: String, _ result: PostResult, _ life: Life) {
    guard let id = alarms.presses.first(where: { $0.value.contains { $0.key == key } })?.key,
      let index = alarms.presses[id]?.firstIndex(where: { $0.key == key })
    else { return }
    switch result {
    case .answered(200..<300, _): end(id, index, .taken, .taken, life)
    case .answered(409, _): end(id, index, .taken, .refused(status: 409), life)
    case .answered(let status, _)
    where (400..<500).contains(status) && ![401, 408, 425, 429].contains(status):
      end(id, index, .refused(status), .refused(status: status), life)
    case .answered, .document, .failed, .unsent: return
    }
  }

  /// A press has ended; the alarm may have been raised anew since, and pressed again.
  private func end(
    _ id: String, _ index: Int, _ report: AlarmNotes.Report, _ step: ReportStep, _ life: Life
  ) {
    guard var press = alarms.presses[id]?[index], !press.isOver else { return }
    press.isOver = true
    alarms.presses[id]?[index] = press
    alarms.steps[press.tag, default: []].append(step)
    alarms.touched.insert(press.tag)
    guard var known = alarms.known[press.tag] else { return }
    let isLast = alarms.presses[id]?.lastIndex { $0.tag == press.tag } == index
    if isLast, known.report == .waiting {
      known.report = report
      if report == .taken { known.takenAt = life.now } else { known.begin(at: life.now) }
    }
    alarms.known[press.tag] = known
  }

  // MARK: What the user reads

  /// History and window say of an acknowledgement what has happened, and nothing else.
  func checkReports(_ steps: [TraceStep], _ life: Life) throws {
    for step in steps {
      guard case .reported(let report) = step.step, let row = before[step.delivery] else {
        continue
      }
      if report == .overdue {
        try giveUp(row.tag, at: step.at, life)
        continue
      }
      guard alarms.known[row.tag]?.isSure == true, isOneEvent else { continue }
      guard let index = alarms.steps[row.tag, default: []].firstIndex(of: report) else {
        throw Broken("D6: the history of \(row.tag) says \(report), and that did not happen")
      }
      alarms.steps[row.tag]?.remove(at: index)
    }
    let touched = alarms.touched
    guard isOneEvent, life.running, life.hasUsualKey, life.retryAt == nil else { return }
    alarms.touched = []
    for tag in touched.sorted() where tag.hasPrefix("alarm:") {
      guard let known = alarms.known[tag], known.isSure else { continue }
      guard case .done(let reply) = life.host.read(.detail(tag: tag)),
        let detail = reply.value(as: Detail.self)
      else { continue }
      var sentence: String?
      for case .note(let note) in detail.parts where note.title != nil { sentence = note.text }
      guard says(sentence, known.report) else {
        throw Broken("D6: \(tag) says “\(sentence ?? "nothing")”, and it is \(known.report)")
      }
    }
  }

  /// A press could not be sent for two weeks: its alarm counts as open again.
  private func giveUp(_ tag: String, at instant: Instant, _ life: Life) throws {
    let id = Watch.id(in: tag)
    guard
      let index = alarms.presses[id, default: []].firstIndex(where: { $0.tag == tag && !$0.isOver }
      ),
      let press = alarms.presses[id]?[index]
    else { return }
    if alarms.known[tag]?.isSure == true, isOneEvent, press.at <= life.now,
      life.now - press.at < .days(13)
    {
      throw Broken("D6: \(tag) was acknowledged at \(press.at.isoUTC), and is given up")
    }
    end(id, index, .unsent, .overdue, life)
    if alarms.known[tag]?.since == life.now { alarms.known[tag]?.since = instant }
    alarms.steps[tag]?.removeAll { $0 == .overdue }
  }

  private func says(_ sentence: String?, _ report: AlarmNotes.Report) -> Bool {
    switch report {
    case .none: sentence == nil
    case .waiting: sentence == "Acknowledged, not yet sent."
    case .taken: sentence?.hasPrefix("Acknowledged at the server at ") == true
    case .unsent: sentence == "It was not sent. The alarm is still open."
    case .refused(let status):
      sentence == "The server did not accept it (\(status)). The alarm is still open."
    }
  }

  /// At the end of calm weather every press has been posted, and has its answer.
  func checkPressesAreDone(_ life: Life) throws {
    guard token(life) != nil else { return }
    for (id, presses) in alarms.presses {
      for press in presses where !press.isOver && !press.mayBeForgotten {
        guard alarms.known[press.tag]?.isSure == true, press.at <= life.now,
          life.now - press.at > .hours(3), life.now - press.at < .days(13)
        else { continue }
        throw Broken("D6: \(id) was acknowledged at \(press.at.isoUTC), and nothing was posted")
      }
    }
  }
}

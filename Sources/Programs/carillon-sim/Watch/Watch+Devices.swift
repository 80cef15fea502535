import CarillonFeatures
import CarillonStore

/// Rules for what the user's devices tell each other. (J27, J28, C4)
extension Watch {
  /// A message about what the user did on another device was taken in. (J28)
  func heard(
    _ saying: DeviceSaying, as row: Delivery, _ reason: Reason?, _ life: Life
  ) {
    guard reason != .expired, reason != .duplicate else { return }
    if let origin = saying.origin, trips.ownNames.contains(origin) { return }
    let (tag, now) = (saying.subject, row.createdAt)
    guard Watch.isOfTrip(tag) else {
      alarms.doubt(tag)
      return
    }
    trips.touched.insert(tag)
    if saying.operation == .acknowledged {
      trips.dealt.insert(tag)
      trips.acknowledged[tag] = row.id
    }
    let at = min(saying.at ?? now, now)
    if let former = trips.elsewhere[tag],
      (former.rank, former.at) >= (saying.operation.rank, at)
    {
      return
    }
    guard let begun = begun(tag, life), var known = knownTrip(tag, begun, life) else {
      trips.elsewhere[tag] = JourneyNotes.Elsewhere(rank: saying.operation.rank, at: at)
      return
    }
    defer { trips.known[tag] = known }
    known.heardAt = now
    // An answer that is not certain to be taken in proves nothing.
    guard known.isSure, known.isReadable else { return }
    if known.stage != .done, known.end.map({ $0 > now }) ?? false {
      switch saying.operation {
      case .started, .cancelled:
        if let actedAt = known.actedAt, at < min(actedAt, now) { return }
        known.stage = saying.operation == .started ? .active : .cancelled
        known.actedAt = at
        known.dealtWith = "\(saying.operation) elsewhere"
      case .dismissed, .snoozed, .acknowledged:
        if known.isCancelled || known.mayGoOtherwise {
          known.isSure = false
        } else if known.stage == .planned,
          hasShortNotice(tag) ? known.leave <= at : isTimely(known, at)
        {
          known.stage = .announced
          known.told = known.departure
          known.dealtWith = "\(saying.operation) elsewhere"
        }
      }
    } else if known.end == nil {
      known.isSure = false
    }
    trips.elsewhere[tag] = JourneyNotes.Elsewhere(rank: saying.operation.rank, at: at)
  }

  /// Whether the notice before a departure comes when the departure itself may be told: what was dismissed elsewhere
  /// before it is time to leave may have been that notice. (J6)
  private func hasShortNotice(_ tag: String) -> Bool {
    guard let (id, _) = Watch.trip(of: tag), let journey = journeys.first(where: { $0.id == id })
    else { return false }
    var lead = Int64(journey.leadMinutes ?? 0)
    if journey.leadMinutes == nil, case .integer(let usual)? = settings.own["journeyLeadMinutes"] {
      lead = usual
    }
    return (1...10).contains(lead)
  }

  /// The service hears of the user's answers while they are signed in, and never of what topics have brought. (J27)
  func telling(_ job: PostJob, _ life: Life) -> DeviceSaying? {
    configurationMayDiffer = true
    if token(life) == nil, !life.resuming {
      fail("J27: \(job.key) is posted, and nobody is signed in")
    }
    if let known = calls.posted[job.key], known != job.body {
      fail("J27: \(job.key) says another thing")
    }
    calls.posted[job.key] = job.body
    guard case .object(let members)? = JSONValue(parsing: job.body),
      case .text(let name)? = members["op"],
      let operation = DeviceSaying.Operation(rawValue: name),
      case .text(let subject)? = members["subject"], case .text(let origin)? = members["origin"],
      case .text(let text)? = members["at"], let at = Instant(iso: text),
      case .text(let event)? = members["eventId"], job.key.hasSuffix(":status:\(event)")
    else {
      fail("J27: \(job.key) says \(job.body)")
      return nil
    }
    // Once its subject is forgotten, a notification is named by the id of its message, which ends with two numbers,
    // and with "again" if it was sent once more.
    var parts = subject.split(separator: "/")
    if parts.last == "again" { parts.removeLast() }
    let isMessageID = parts.suffix(2).allSatisfy { Int($0) != nil }
    if subject.contains("/"), !isMessageID,
      ["alarm:", "journey:", "work-order:"].contains(where: subject.hasPrefix)
    {
      fail("C4: \(job.key) names \(subject), which a topic has brought")
    }
    trips.ownNames.insert(origin)
    return DeviceSaying(operation: operation, subject: subject, at: at, origin: origin)
  }
}

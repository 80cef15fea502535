package import CarillonEngine

/// A journey as a row of the store.
extension Journey {
  private struct Document: Codable {
    var destination: String
    var route: String
    var stop: String
    var weekdays: Int
    var departAt: Int?
    var arriveBy: Int?
    var walkMinutes: Int
    var rideMinutes: Int?
    var leadMinutes: Int?
    var thresholdMinutes: Int
    var sound: OwnSound?
    var enabled: Bool
    var earlyConsidered: Int64
    /// Absent where no date differs.
    var changes: [Difference]?
  }

  private struct Difference: Codable {
    var date: Int64
    var movedBy: Span?
    /// The reason for which it is off.
    var off: String?
  }

  /// By how much an occasion can have been moved: more than any message says.
  private static let moves = Span.hours(-24 * 14)...Span.hours(24 * 14)

  /// Throws what names the journey for a row that no Carillon wrote.
  init(reading stored: StoredPlanItem) throws(Unreadable) {
    let name = stored.id.name
    guard Subject.isID(name) else { throw Unreadable("journey \(beginning(of: name)): is no id") }
    let document: Document
    do {
      document = try decode(Document.self, from: stored.document)
    } catch {
      throw Unreadable("journey \(name): \(error)")
    }
    func time(_ minutes: Int?) -> WallTime? {
      minutes.flatMap { WallTime(hour: $0 / 60, minute: $0 % 60) }
    }
    switch (time(document.departAt), time(document.arriveBy)) {
    case (let time?, nil): timing = .departAt(time)
    case (nil, let time?) where document.rideMinutes != nil: timing = .arriveBy(time)
    default: throw Unreadable("journey \(name): has no time")
    }
    guard (1...127).contains(document.weekdays), Journey.walks.contains(document.walkMinutes),
      document.rideMinutes.map(Journey.rides.contains) ?? true,
      Journey.thresholds.contains(document.thresholdMinutes)
    else { throw Unreadable("journey \(name): has an unknown value") }
    id = name
    destination = document.destination
    route = document.route
    stop = document.stop
    weekdays = Weekdays(mask: document.weekdays)
    walkMinutes = document.walkMinutes
    rideMinutes = document.rideMinutes
    leadMinutes = document.leadMinutes
    thresholdMinutes = document.thresholdMinutes
    sound = document.sound
    enabled = document.enabled
    considered = stored.considered
    earlyConsidered = LocalDate(stored: document.earlyConsidered)
    for difference in document.changes ?? [] {
      let date = LocalDate(stored: difference.date)
      if let reason = difference.off {
        changes[date] = .off(Reason(rawValue: reason))
      } else if let span = difference.movedBy, Journey.moves.contains(span) {
        changes[date] = .moved(span)
      }
    }
  }

  /// Nil for a row that no Carillon wrote.
  package init?(_ stored: StoredPlanItem) {
    do {
      self = try Journey(reading: stored)
    } catch {
      return nil
    }
  }

  package var stored: StoredPlanItem {
    var document = Document(
      destination: destination, route: route, stop: stop, weekdays: weekdays.mask,
      walkMinutes: walkMinutes, rideMinutes: rideMinutes, leadMinutes: leadMinutes,
      thresholdMinutes: thresholdMinutes, sound: sound, enabled: enabled,
      earlyConsidered: earlyConsidered.dayNumber)
    switch timing {
    case .departAt(let time): document.departAt = time.minuteOfDay
    case .arriveBy(let time): document.arriveBy = time.minuteOfDay
    }
    if !changes.isEmpty {
      document.changes = changes.sorted { $0.key < $1.key }.map { date, change in
        switch change {
        case .moved(let span): Difference(date: date.dayNumber, movedBy: span)
        case .off(let reason): Difference(date: date.dayNumber, off: reason.rawValue)
        }
      }
    }
    return StoredPlanItem(
      Journey.item(id), document: serialize(document), considered: considered)
  }
}

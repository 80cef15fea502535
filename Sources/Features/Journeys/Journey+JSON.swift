package import CarillonEngine

/// A journey as `Set` takes it and `GetConfiguration` lists it.
extension Journey {
  private static let keys = [
    "id", "destination", "route", "stop", "weekdays", "departAt", "arriveBy", "walkMinutes",
    "rideMinutes", "leadMinutes", "thresholdMinutes", "sound", "enabled",
  ]
  package static let longestName = 60

  /// Reads one; what is absent stays as it was in `before`, or is as for a new one.
  ///
  /// A refusal names the field. `spareID` is for one without an id.
  init(
    _ field: Field, spareID: String, before: (String) -> Journey?
  ) throws(Refusal) {
    let members = try field.members(known: Journey.keys)
    var id = spareID
    if let given = members.present("id") {
      id = try given.text()
      guard Subject.isID(id), id.utf8.count <= 64 else {
        throw given.refused("must be 1 to 64 letters, digits, hyphens or underscores")
      }
    }
    let old = before(id)
    self.id = id
    func name(_ key: String, _ former: String?, isRequired: Bool) throws(Refusal) -> String {
      guard let given = members.present(key) else {
        if isRequired, former == nil { throw field.child(key, .null).refused("is required") }
        return former ?? ""
      }
      let text = truncate(clean(try given.text(), lines: false), to: Journey.longestName)
      if isRequired, isBlank(text) { throw given.refused("must not be empty") }
      return text
    }
    destination = try name("destination", old?.destination, isRequired: true)
    route = try name("route", old?.route, isRequired: false)
    stop = try name("stop", old?.stop, isRequired: false)
    weekdays = try members.present("weekdays")?.weekdays() ?? old?.weekdays ?? .all
    switch (members.present("departAt"), members.present("arriveBy")) {
    case (let departAt?, nil): timing = .departAt(try departAt.time())
    case (nil, let arriveBy?): timing = .arriveBy(try arriveBy.time())
    case (.some, let arriveBy?):
      throw arriveBy.refused("stands in place of departAt, not beside it")
    case (nil, nil):
      guard let former = old?.timing else {
        throw field.child("departAt", .null).refused("is required, or arriveBy")
      }
      timing = former
    }
    walkMinutes =
      try members.present("walkMinutes")?.integer(Journey.walks) ?? old?.walkMinutes ?? 0
    if let ride = members["rideMinutes"] {
      rideMinutes = ride.isNull ? nil : try ride.integer(Journey.rides)
    } else {
      rideMinutes = old?.rideMinutes
    }
    if case .arriveBy = timing, rideMinutes == nil {
      throw field.child("rideMinutes", .null).refused("is required with arriveBy")
    }
    leadMinutes = old?.leadMinutes
    if let lead = members["leadMinutes"] {
      leadMinutes = lead.isNull ? nil : try lead.leadMinutes()
    }
    thresholdMinutes =
      try members.present("thresholdMinutes")?.integer(Journey.thresholds)
      ?? old?.thresholdMinutes ?? Journey.usualThreshold
    sound = old?.sound
    if let named = members["sound"] { sound = named.isNull ? nil : try named.ownSound() }
    enabled = try members.present("enabled")?.flag() ?? old?.enabled ?? true
    considered = old?.considered ?? LocalDate(dayNumber: 0)
    earlyConsidered = old?.earlyConsidered ?? LocalDate(dayNumber: 0)
    changes = old?.changes ?? [:]
  }

  /// Those that `GetConfiguration` lists.
  ///
  /// What they have been told of is not part of the document and means nothing here.
  package static func all(in configuration: JSONValue) throws(Refusal) -> [Journey] {
    guard case .object(let members) = configuration, let list = members["journeys"] else {
      return []
    }
    return try Field(path: "journeys", value: list).elements().map { element throws(Refusal) in
      try Journey(element, spareID: "") { _ in nil }
    }
  }

  /// The patch for `Set` that makes these all the journeys.
  package static func patch(_ journeys: [Journey]) -> [String: JSONValue] {
    ["journeys": .array(journeys.map(\.document))]
  }

  /// As `GetConfiguration` lists it.
  package var document: JSONValue {
    var document: [String: JSONValue] = [
      "id": .text(id), "destination": .text(destination), "route": .text(route),
      "stop": .text(stop), "weekdays": .array(weekdays.numbers.map { .integer(Int64($0)) }),
      "walkMinutes": .integer(Int64(walkMinutes)),
      "rideMinutes": rideMinutes.map { .integer(Int64($0)) } ?? .null,
      "leadMinutes": leadMinutes.map { .integer(Int64($0)) } ?? .null,
      "thresholdMinutes": .integer(Int64(thresholdMinutes)), "enabled": .bool(enabled),
      "sound": sound.map { .text($0.document) } ?? .null,
    ]
    switch timing {
    case .departAt(let time): document["departAt"] = .text(time.description)
    case .arriveBy(let time): document["arriveBy"] = .text(time.description)
    }
    return .object(document)
  }
}

extension OwnSound {
  /// As documents name it.
  var document: String {
    switch self {
    case .none: "none"
    case .named(let name): name
    }
  }
}

extension Field {
  fileprivate func time() throws(Refusal) -> WallTime {
    let text = try text()
    guard text.utf8.count == 5, let time = WallTime(text) else {
      throw refused("must be a time such as 07:42")
    }
    return time
  }

  /// How long before it is time to leave. (J12)
  func leadMinutes() throws(Refusal) -> Int {
    let minutes = try integer(0...30)
    guard Journey.leads.contains(minutes) else { throw refused("must be 0, 5, 10, 15, 20 or 30") }
    return minutes
  }

  fileprivate func ownSound() throws(Refusal) -> OwnSound {
    let name = try soundName()
    return name == "none" ? .none : .named(name)
  }
}

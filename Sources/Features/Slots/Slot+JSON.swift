package import CarillonEngine

extension SlotList {
  /// The slots that `times` or `slots` describe. (T1)
  ///
  /// One that is new, or was off, rings first after now: `considered` reaches up to here.
  func slots(
    from members: [String: Field], in document: Field, keeping old: [Slot], atLeast: Int = 1
  ) throws(Refusal) -> [Slot] {
    let list: Field
    switch (members.present("times"), members.present("slots")) {
    case (.some(let times), nil): list = times
    case (nil, .some(let slots)): list = slots
    case (.some, .some(let slots)): throw slots.refused("stands in place of times, not beside it")
    case (nil, nil):
      if let null = members["slots"] { throw null.refused("must be a list") }
      list = try members.required("times", in: document)
    }
    let zone = zone
    var slots: [SlotID: Slot] = [:]
    for element in try list.elements() {
      var slot = try Slot(element, whole: members["slots"] != nil) { id throws(Refusal) in
        old.first { $0.id == id }
      }
      if slots[slot.id] != nil { throw element.refused("\(slot.id) is there twice") }
      let before = old.first { $0.id == slot.id }
      if before == nil || (before?.enabled == false && slot.enabled) {
        slot.considered = slot.item.lastPassed(at: now, in: zone)
      }
      slots[slot.id] = slot
    }
    guard slots.count >= atLeast else { throw list.refused("must hold at least one") }
    return slots.values.sorted { $0.id < $1.id }
  }
}

extension Slot {
  fileprivate init(
    _ field: Field, whole: Bool, old: (SlotID) throws(Refusal) -> Slot?
  ) throws(Refusal) {
    let known = ["hour", "minute"]
    let more = [
      "label", "enabled", "weekdays", "fetchContent", "contentTemplate", "onlyNew", "slotId",
    ]
    let members = try field.members(known: whole ? known + more : known)
    let hour = try members.required("hour", in: field).integer(0...23)
    let minute = try members.required("minute", in: field).integer(0...59)
    guard let time = WallTime(hour: hour, minute: minute) else {
      throw field.refused("is no time of day")
    }
    let id = SlotID(time)
    if let named = members.present("slotId"), try named.text() != id.description {
      throw named.refused("must be \(id), as hour and minute have it, or be left out")
    }
    self =
      try old(id)
      ?? Slot(id: id, label: "", considered: LocalDate(dayNumber: 0))
    // `times` says when it is to ring: one that was switched off is on again.
    if !whole { enabled = true }
    if let label = members["label"] {
      self.label = label.isNull ? "" : beginning(of: try label.text(), 100)
    }
    if let enabled = members.present("enabled") { self.enabled = try enabled.flag() }
    if let onlyNew = members.present("onlyNew") { self.onlyNew = try onlyNew.flag() }
    if let days = members.present("weekdays") { weekdays = try days.weekdays() }
    if let fetch = members["fetchContent"] {
      self.fetch = fetch.isNull ? nil : try FetchSpec(fetch, for: .content)
    }
    if let template = members["contentTemplate"] {
      self.template = template.isNull ? nil : try Template(template)
    }
  }

  /// Reads what `GetConfiguration` lists.
  init(listed field: Field) throws(Refusal) {
    self = try Slot(field, whole: true) { _ throws(Refusal) in nil }
  }

  /// As `GetConfiguration` lists it.
  package var document: JSONValue {
    .object([
      "slotId": .text(id.description), "hour": .integer(Int64(id.time.hour)),
      "minute": .integer(Int64(id.time.minute)), "label": .text(label), "enabled": .bool(enabled),
      "weekdays": .array(weekdays.numbers.map { .integer(Int64($0)) }),
      "fetchContent": fetch?.document ?? .null, "contentTemplate": template?.document ?? .null,
      "onlyNew": .bool(onlyNew),
    ])
  }
}

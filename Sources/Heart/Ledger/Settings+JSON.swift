import CarillonDetail
package import CarillonText
package import CarillonTime

extension Settings {
  /// The keys of `notif_config` in the order in which people are shown them.
  package static let keys = [
    "timezone", "mode", "prefetchLeadMinutes", "ttlSeconds", "lateGraceMinutes", "depth",
    "exactness", "retentionDays", "quietHours", "snoozeMinutes", "away", "localMedia", "autostart",
    "scheduler", "did", "channels", "subscriptions", "distributor", "senders",
    "contentTemplate", "callbackProfile", "analytics",
  ]

  /// Flags that are shown and never change. (T26)
  package static let fixed: [String: JSONValue] = [
    "iosCategoryIdentifier": .text("TS_DAILY"), "androidChannelId": .text(Channel.daily.id),
  ]

  /// Every key with its value, as `GetConfiguration` shows them (without `slots`).
  package var document: [String: JSONValue] {
    let document: [String: JSONValue] = [
      "timezone": timezone.map(JSONValue.text) ?? .null,
      "mode": .text(mode.rawValue),
      "prefetchLeadMinutes": .integer(lead.milliseconds / 60_000),
      "ttlSeconds": .integer(ttl.milliseconds / 1000),
      "lateGraceMinutes": .integer(grace.milliseconds / 60_000),
      "depth": .integer(Int64(depth)),
      "exactness": .text(exactness.rawValue),
      "retentionDays": .integer(retention.milliseconds / 86_400_000),
      "quietHours": quietHours.document,
      "snoozeMinutes": .integer(snooze.milliseconds / 60_000),
      "away": .bool(away),
      "localMedia": .bool(localMedia),
      "autostart": .bool(autostart),
      "scheduler": .text(scheduler.rawValue),
      "did": did.map(JSONValue.text) ?? .null,
      "channels": .object(channels.mapValues(\.document)),
      "subscriptions": .array(subscriptions.map(\.document)),
      "distributor": distributor.map(JSONValue.text) ?? .null,
      "senders": .array(senders.map(\.document)),
      "contentTemplate": template.document,
      "callbackProfile": callbacks?.document ?? .null,
      "analytics": analytics.map(JSONValue.text) ?? .null,
    ]
    return document.merging(own) { $1 }
  }

  /// Takes one key's value, checked by itself; `check` looks at what belongs together.
  package mutating func take(
    _ key: String, _ field: Field, _ known: Known
  ) throws(Refusal) {
    switch key {
    case "timezone":
      let name = field.isNull ? nil : try field.text()
      if let name, !known.zoneExists(name) { throw field.refused("no such time zone") }
      timezone = name
    case "mode":
      guard let mode = Mode(rawValue: try field.text()) else {
        throw field.refused("must be auto, online-first or offline-first")
      }
      self.mode = mode
    case "prefetchLeadMinutes": lead = .minutes(Int64(try field.integer(0...180)))
    case "ttlSeconds": ttl = .seconds(Int64(try field.integer(1...2_592_000)))
    case "lateGraceMinutes": grace = .minutes(Int64(try field.integer(0...720)))
    case "depth": depth = try field.integer(0...1)
    case "exactness":
      guard let exactness = Exactness(rawValue: try field.text()) else {
        throw field.refused("must be exact or windowed")
      }
      self.exactness = exactness
    case "retentionDays": retention = .days(Int64(try field.integer(1...365)))
    case "did": did = field.isNull ? nil : try field.identifier()
    case "quietHours": quietHours = try QuietHours.list(field)
    case "snoozeMinutes": snooze = .minutes(Int64(try field.integer(1...120)))
    case "away": away = try field.flag()
    case "localMedia": localMedia = try field.flag()
    case "autostart": autostart = try field.flag()
    case "scheduler":
      guard let scheduler = SchedulerChoice(rawValue: try field.text()) else {
        throw field.refused("must be in-app or systemd")
      }
      self.scheduler = scheduler
    case "channels": channels = try settingsOfChannels(field, known)
    case "subscriptions": subscriptions = try TopicSubscription.list(field)
    case "distributor": distributor = field.isNull ? nil : try field.distributor()
    case "senders": senders = try PairedSender.list(field)
    case "contentTemplate": template = try Template(field)
    case "callbackProfile": callbacks = field.isNull ? nil : try CallbackProfile(field)
    case "analytics": analytics = field.isNull ? nil : try field.address(for: .callback)
    default:
      guard let settings = known.settings else { return own[key] = field.value }
      if let setting = settings.first(where: { $0.key == key }) {
        own[key] = try setting.read(field)
        return
      }
      throw field.refused(Settings.fixed[key] != nil ? "is read-only" : "unknown setting")
    }
  }

  /// What a value may name.
  package struct Known {
    package var zoneExists: (String) -> Bool
    /// Their ids; nil: any, for what was checked before it was stored.
    package var channels: [String]?
    /// The settings of kinds; nil: any.
    package var settings: [OwnSetting]?

    package init(
      zoneExists: @escaping (String) -> Bool, channels: [String]?, settings: [OwnSetting]?
    ) {
      self.zoneExists = zoneExists
      self.channels = channels
      self.settings = settings
    }

    package static var stored: Known {
      Known(zoneExists: { _ in true }, channels: nil, settings: nil)
    }
  }

  /// The rules that hold between settings. (T2, T5)
  package func check() throws(Refusal) {
    if depth == 1, !autostart {
      throw Refusal(.invalidArgument, "depth: 1 needs autostart to be on")
    }
    if ttl < lead + .minutes(1) {
      throw Refusal(
        .invalidArgument,
        "ttlSeconds: must be at least 60 × prefetchLeadMinutes + 60, or content is too old by the "
          + "time it is due")
    }
  }

  private func settingsOfChannels(
    _ field: Field, _ known: Known
  ) throws(Refusal) -> [String: ChannelChoice] {
    var channels: [String: ChannelChoice] = [:]
    let ids = known.channels.map { $0 + broughtChannels.map(\.id) }
    for (id, field) in try field.members(known: ids) where !field.isNull {
      let members = try field.members(known: ["enabled", "sound", "popup", "at"])
      var choice = usualChoice(for: id)
      if let enabled = members["enabled"] { choice.enabled = try enabled.flag() }
      if let sound = members["sound"] { choice.sound = sound.isNull ? nil : try sound.soundName() }
      if let popup = members["popup"] { choice.popup = try popup.flag() }
      if let at = members["at"] {
        choice.at = try ChannelChoice.At(at)
        if id == Channel.daily.id, choice.at != .now {
          throw at.refused("must be now: hours ring at their own times")
        }
      }
      channels[id] = choice
    }
    return channels
  }
}

extension Span {
  package static func + (left: Span, right: Span) -> Span {
    let (sum, overflow) = left.milliseconds.addingReportingOverflow(right.milliseconds)
    return Span(milliseconds: overflow ? (left.milliseconds < 0 ? .min : .max) : sum)
  }
}

extension Field {
  /// A decentralised identifier, `did:method:id`. (W3C DID Core)
  fileprivate func identifier() throws(Refusal) -> String {
    let text = try text()
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    let named =
      parts.count == 3 && parts[0] == "did" && !parts[1].isEmpty && !parts[2].isEmpty
      && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      && parts[2].utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || ".-_:%".utf8.contains(byte)
      }
    guard named, text.utf8.count <= 256 else {
      throw refused("must be an identifier such as did:web:example.org")
    }
    return text
  }

  /// `auto`, or the bus name of a distributor.
  fileprivate func distributor() throws(Refusal) -> String {
    let text = try text()
    let rest = text.dropFirst(Registration.prefix.count)
    let isName =
      text.hasPrefix(Registration.prefix) && !rest.isEmpty && text.utf8.count <= 255
      && rest.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0)
              || (0x61...0x7A).contains($0 | 0x20)
          }
      }
    guard text == "auto" || isName else {
      throw refused("must be auto, or the bus name of a distributor: \(Registration.prefix)…")
    }
    return text
  }

  /// A name of the freedesktop sound naming specification; it becomes part of a file name.
  package func soundName() throws(Refusal) -> String {
    let name = try text()
    let allowed = name.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0)
        || (0x61...0x7A).contains($0 | 0x20)
    }
    guard (1...64).contains(name.utf8.count), allowed else {
      throw refused("must be the name of a sound")
    }
    return name
  }
}

extension Settings.ChannelChoice {
  fileprivate var document: JSONValue {
    .object([
      "enabled": .bool(enabled), "sound": sound.map(JSONValue.text) ?? .null,
      "popup": .bool(popup), "at": .text(at.name),
    ])
  }
}

extension Settings.ChannelChoice.At {
  /// As in documents: `now`, `slot`, `0800`.
  package var name: String {
    switch self {
    case .now: "now"
    case .slot: "slot"
    case .item(let name): name
    }
  }

  init(_ field: Field) throws(Refusal) {
    switch try field.text() {
    case "now": self = .now
    case "slot": self = .slot
    case let name:
      guard name.utf8.count == 4, WallTime(name) != nil else {
        throw field.refused("must be now, slot, or the id of an hour such as 0800")
      }
      self = .item(name)
    }
  }
}

extension Settings.QuietHours {
  /// One range, or a list of them; null is none.
  fileprivate static func list(_ field: Field) throws(Refusal) -> [Settings.QuietHours] {
    guard !field.isNull else { return [] }
    var ranges: [Settings.QuietHours] = []
    if case .array = field.value {
      for element in try field.elements() { ranges.append(try Settings.QuietHours(element)) }
    } else {
      ranges = [try Settings.QuietHours(field)]
    }
    guard ranges.count <= most else { throw field.refused("must be at most \(most) ranges") }
    guard ranges.leaveTime else {
      throw field.refused("must leave some time of the week in which notifications are shown")
    }
    return ranges
  }

  private init(_ field: Field) throws(Refusal) {
    let members = try field.members(known: ["from", "to", "weekdays"])
    from = try members.required("from", in: field).wallTime()
    to = try members.required("to", in: field).wallTime()
    if from == to { throw field.refused("must not start when they end") }
    weekdays = try members.present("weekdays")?.weekdays() ?? .all
  }

  fileprivate var document: JSONValue {
    var document: [String: JSONValue] = [
      "from": .text(from.description), "to": .text(to.description),
    ]
    if weekdays != .all {
      document["weekdays"] = .array(weekdays.numbers.map { .integer(Int64($0)) })
    }
    return .object(document)
  }
}

extension [Settings.QuietHours] {
  /// Null, the one range, or the list.
  fileprivate var document: JSONValue {
    switch count {
    case 0: .null
    case 1: self[0].document
    default: .array(map(\.document))
    }
  }
}

extension Field {
  /// Days of the week by number, 1 is Monday; at least one.
  package func weekdays() throws(Refusal) -> Weekdays {
    var mask = 0
    for day in try elements() { mask |= 1 << (try day.integer(1...7) - 1) }
    guard mask != 0 else { throw refused("must hold at least one day") }
    return Weekdays(mask: mask)
  }
}

extension Field {
  fileprivate func wallTime() throws(Refusal) -> WallTime {
    let text = try text()
    guard text.utf8.count == 5, let time = WallTime(text) else {
      throw refused("must be a time such as 22:00")
    }
    return time
  }
}

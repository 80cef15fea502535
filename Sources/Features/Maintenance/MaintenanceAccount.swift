package import CarillonEngine

/// The maintenance system that the user is signed in to, as a service that sends messages. (D1, D9)
package enum MaintenanceAccount: Account {
  package static let name = "maintenance"

  package static func title(_ words: Words) -> String { words.say("Maintenance System") }

  package static var setting: OwnSetting { Alarms.backend }

  package static func service(_ settings: Settings) -> FetchSpec? {
    Backend(settings)?.spec(of: "")
  }

  package static func path(_ call: AccountCall, _ settings: Settings) -> String {
    guard let backend = Backend(settings) else { return "" }
    return switch call {
    case .register: backend.path(.deviceTokens)
    case .remove(let endpoint): "\(backend.path(.deviceTokens))/\(percentEncoded(endpoint))"
    case .badge: backend.path(.badge)
    case .preferences: backend.path(.preferences)
    case .status: backend.path(.status)
    case .list(let name): backend.path(name == alarms ? .alarms : .workOrders)
    }
  }

  package static func registration(_ device: AccountDevice, _ keys: PublicKeys) -> JSONValue {
    .object([
      "token": .text(device.endpoint), "platform": .text("linux"), "p256dh": .text(keys.p256dh),
      "auth": .text(keys.auth),
    ])
  }

  package static let kinds: [any Syncing.Type] = [Alarms.self, WorkOrders.self]

  package static func badge(_ count: Int) -> JSONValue {
    .object(["count": .integer(Int64(count))])
  }

  // MARK: Preferences

  /// 002's names.
  private enum Preference {
    static let critical = "critical_alarms"
    static let warning = "warning_alarms"
    static let workOrders = "work_orders"
    static let sound = "sound_enabled"
    static let attention = "vibration_enabled"
  }

  /// The channels that the sound is about.
  private static let channels = [Alarms.channel.id, WorkOrders.channel.id]

  package static func preferences(_ settings: Settings) -> [String: Bool] {
    [
      Preference.critical: settings.isOn(Alarms.criticalAlarms),
      Preference.warning: settings.isOn(Alarms.warningAlarms),
      Preference.workOrders: settings.channel(WorkOrders.channel.id).enabled,
      Preference.sound: settings.channel(Alarms.channel.id).sound != nil,
      Preference.attention: settings.isOn(Alarms.attention),
    ]
  }

  package static func adopt(_ preferences: [String: Bool], in settings: inout Settings) {
    let own = [
      (Preference.critical, Alarms.criticalAlarms), (Preference.warning, Alarms.warningAlarms),
      (Preference.attention, Alarms.attention),
    ]
    for (name, setting) in own {
      if let value = preferences[name] { settings.own[setting.key] = .bool(value) }
    }
    if let isOn = preferences[Preference.workOrders] {
      settings.choose(for: WorkOrders.channel.id) { $0.enabled = isOn }
    }
    // A sound that the user has chosen stays as long as there is to be one.
    if let hasSound = preferences[Preference.sound],
      hasSound != (settings.channel(Alarms.channel.id).sound != nil)
    {
      let sound = hasSound ? Settings.ChannelChoice().sound : nil
      for id in channels { settings.choose(for: id) { $0.sound = sound } }
    }
  }

  // MARK: Lists

  static let alarms = "alarms"
  static let workOrders = "work_orders"

  package static let lists = [alarms, workOrders]

  /// The list itself, or an object with it under a usual name.
  package static func entries(in list: JSONValue, named name: String) -> [JSONValue]? {
    switch list {
    case .array(let entries): return entries
    case .object(let members):
      let names = [name, name == alarms ? alarms : "workOrders", "items", "data"]
      for name in names { if case .array(let entries) = members[name] { return entries } }
      return nil
    default: return nil
    }
  }

  package static func message(
    of entry: JSONValue, in list: String, receivedAt now: Instant
  ) throws(Refusal) -> Message {
    var data = try Field(path: list, value: entry).object()
    data["type"] = .text(list == alarms ? Alarms.type : WorkOrders.type)
    let key = list == alarms ? Alarms.idKey : WorkOrders.idKey
    data[key] = data[key] ?? data["id"]
    data["timestamp"] = data["updatedAt"] ?? data["timestamp"]
    return try Message(JSONValue.object(["data": .object(data)]).serialized, receivedAt: now)
  }
}

/// A text as one component of a path.
private func percentEncoded(_ text: String) -> String {
  text.utf8.map { byte in
    let isPlain =
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || "-._~".utf8.contains(byte)
    return isPlain
      ? String(UnicodeScalar(byte))
      : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }.joined()
}

extension Settings {
  fileprivate mutating func choose(for id: String, _ change: (inout ChannelChoice) -> Void) {
    var choice = channel(id)
    change(&choice)
    channels[id] = choice
  }
}

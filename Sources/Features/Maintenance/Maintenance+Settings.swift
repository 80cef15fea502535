package import CarillonEngine

/// The user's settings for a maintenance system. (D1)
extension Alarms {
  package static let settings = [
    backend, repeats, criticalAlarms, warningAlarms, attention, criticalSound, warningSound,
    infoSound,
  ]

  // MARK: Preferences

  /// Whether critical alarms are shown. (D10)
  package static let criticalAlarms = OwnSetting.flag("criticalAlarms") {
    $0.say("_Critical alarms")
  }

  /// Whether the others are. (D10)
  package static let warningAlarms = OwnSetting.flag("warningAlarms") {
    $0.say("_Warnings and information")
  }

  /// Whether an open window asks for attention when a critical alarm comes. (D10)
  package static let attention = OwnSetting.flag("alarmAttention") {
    $0.say("_Ask for attention in the taskbar")
  }

  // MARK: Sounds

  package static let criticalSound = OwnSetting.sound("criticalAlarmSound") {
    $0.say("Sound of _critical alarms")
  }

  package static let warningSound = OwnSetting.sound("warningAlarmSound") {
    $0.say("Sound of _warnings")
  }

  package static let infoSound = OwnSetting.sound("infoAlarmSound") {
    $0.say("Sound of _other alarms")
  }

  /// The sound that the user has chosen for a severity; nil for that of the channel. (D14)
  static func sound(of severity: Alarm.Severity, _ settings: Settings) -> OwnSound? {
    switch severity {
    case .critical: settings.sound(criticalSound)
    case .warning: settings.sound(warningSound)
    case .info: settings.sound(infoSound)
    }
  }

  /// After how many minutes an open critical alarm is shown again; 0: never. (D15)
  package static let repeats = OwnSetting("repeatMinutes", fallback: .integer(5)) {
    field throws(Refusal) in .integer(Int64(try field.integer(0...60)))
  }

  static func repeatMinutes(_ settings: Settings) -> Int64 {
    guard case .integer(let minutes) = settings.value(of: repeats) else { return 0 }
    return minutes
  }

  /// The maintenance system: null while nobody is signed in. (D1)
  package static let backend = OwnSetting(
    "backend", secrets: { Backend($0).map { [$0.token] } ?? [] }
  ) {
    field throws(Refusal) in
    if field.isNull { return .null }
    let members = try field.members(known: ["url", "token", "paths"])
    var url = try members.required("url", in: field).address(for: .callback)
    while url.hasSuffix("/") { url.removeLast() }
    let token = try members.required("token", in: field).secretReference()
    var document: [String: JSONValue] = [
      "url": .text(url), "token": .object(["secretReference": .text(token.id)]),
    ]
    if let paths = try members.present("paths")?.paths() { document["paths"] = .object(paths) }
    return .object(document)
  }
}

extension Field {
  private static let longestPath = 200

  /// Paths of a maintenance system, by ``Backend/Path``.
  fileprivate func paths() throws(Refusal) -> [String: JSONValue] {
    let members = try members(known: Backend.Path.allCases.map(\.rawValue))
    var paths: [String: JSONValue] = [:]
    for (name, field) in members.sorted(by: { $0.key < $1.key }) where !field.isNull {
      let path = try field.text()
      guard path.hasPrefix("/"), path.utf8.count <= Field.longestPath,
        path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"#?\\\"<>".utf8.contains($0) }),
        !path.split(separator: "/").contains("..")
      else { throw field.refused("must be a path such as /api/v1/alarms") }
      if Backend.Path(rawValue: name)?.hasID == true, !path.contains(":id") {
        throw field.refused("must contain :id")
      }
      paths[name] = .text(path)
    }
    return paths
  }
}

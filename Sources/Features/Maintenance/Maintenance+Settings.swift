package import CarillonEngine

/// The user's settings for a maintenance system. (D1)
extension Alarms {
  package static let settings = [backend, repeats]
  package static var account: OwnSetting { backend }

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
    let members = try field.members(known: ["url", "token"])
    var url = try members.required("url", in: field).address(for: .callback)
    while url.hasSuffix("/") { url.removeLast() }
    let token = try members.required("token", in: field).secretReference()
    return .object([
      "url": .text(url), "token": .object(["secretReference": .text(token.id)]),
    ])
  }
}

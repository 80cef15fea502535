package import CarillonEngine

/// Slots as documents: 003's `configure`, and `slots` of `Set`.
extension Slots {
  /// 003's `configure`: replaces what was configured.
  ///
  /// An absent optional takes its default, slots that stay keep what is theirs. A document with any
  /// fault changes nothing.
  func configure(
    _ options: Document, _ configuring: Configuring
  ) throws(StoreFailure) -> Answer {
    var settings = try ledger.settings
    let before = settings
    let old = try list.slots
    let origins = try configuring.secretOrigins()
    do throws(Refusal) {
      let document = Field(path: "options", value: options.value)
      let members = try document.members(
        known: [
          "times", "slots", "timezone", "ttlSeconds", "prefetchLeadMinutes", "storage",
          "contentTemplate", "callbackProfile",
        ])
      let storage = try members.required("storage", in: document)
      guard ["shared", "private"].contains(try storage.text()) else {
        throw storage.refused("must be shared or private")
      }
      let template = try members.required("contentTemplate", in: document)
      list.stage(try list.slots(from: members, in: document, keeping: old))
      let defaults = Settings()
      settings.timezone = defaults.timezone
      settings.ttl = defaults.ttl
      settings.lead = defaults.lead
      settings.callbacks = nil
      try settings.take("contentTemplate", template, configuring.known)
      for key in ["timezone", "ttlSeconds", "prefetchLeadMinutes", "callbackProfile"] {
        guard let field = members.present(key) else { continue }
        try settings.take(key, field, configuring.known)
      }
      try configuring.check(settings, naming: Set(members.keys))
      try origins.check(document)
    } catch {
      return .refused(error)
    }
    if let refusal = try configuring.tooLarge(settings, in: "options") { return .refused(refusal) }
    let secrets = try configuring.secretsInUse()
    try configuring.adopt(settings, instead: before)
    try configuring.adoptItems(of: self)
    try configuring.forgetUnused(before: secrets)
    return .done(Reply(try configuring.document()))
  }

  static let key = "slots"

  package var key: String { Slots.key }

  package var document: JSONValue {
    get throws(StoreFailure) { .array(try list.slots.map(\.document)) }
  }

  package func stage(_ field: Field) throws(Refusal) { try list.stage(field) }

  package var stagedDocument: JSONValue? {
    list.staged.map { .array($0.map(\.document)) }
  }

  package func adoptStaged() throws(StoreFailure) -> Bool { try list.adoptStaged() }

  package var secrets: [SecretReference] {
    get throws(StoreFailure) { try list.slots.compactMap(\.fetch).flatMap(\.secrets) }
  }
}

import CarillonGLib

import CarillonFeatures
@testable import CarillonHTTP
@testable import CarillonEngine

/// Parses and writes a document, and follows a pointer into it.
func jsonProblem(_ bytes: [UInt8]) -> String? {
  let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  let pointer = parts.count == 2 ? text(parts[0]) : ""
  guard let value = JSONValue(parsing: text(parts.last ?? [])) else { return nil }
  let written = value.serialized
  guard let again = JSONValue(parsing: written) else { return "what it writes it cannot read" }
  if again != value { return "written as another document" }
  if again.serialized != written { return "written in two ways" }
  if value.value(at: "") != value { return "the empty pointer leads elsewhere" }
  if JSONValue.isPointer(pointer), let found = value.value(at: pointer), !pointer.isEmpty {
    if found == value { return "a pointer leads back" }
  }
  return nil
}

/// Reads the answer of a source. (T25)
@MainActor func contentProblem(_ bytes: [UInt8]) -> String? {
  if case .web(let page)? = try? FetchAddress("https://planet.example/blog/") {
    for feed in PageFeeds(in: bytes, of: page).found {
      guard case .web(let address)? = try? FetchAddress(feed.url), address.isSecure,
        !address.isLoopback
      else { return "a feed where no redirect may lead" }
      if isUnclean(feed.title ?? "", lines: false) { return "a feed's name not cleaned" }
    }
  }
  for pointers in [[:], ["headline": "/items/0/title", "summary": "/a~1b/c"]] {
    do throws(FetchFailure) {
      let fetched = try Fetched(reading: bytes, pointers: pointers)
      // The first, the 15th and the 31st of a month.
      for day in [0, 14, 30] as [Int64] {
        for place in Payload.Place.allCases {
          let tokens = fetched.payload.tokens(on: LocalDate(dayNumber: day), place: place)
          guard let tokens, !tokens.isEmpty else { return "content without any" }
          if isUnclean(tokens["headline"] ?? "", lines: false) { return "a headline not cleaned" }
          if isUnclean(tokens["summary"] ?? "", lines: true) { return "a summary not cleaned" }
        }
      }
      guard deserialize(Fetched.self, from: serialize(fetched)) == fetched else {
        return "stored as another content"
      }
    } catch {
      if error.code != .payload { return "refused as \(error.code)" }
      if error.detail.contains(where: { !$0.isASCII }) { return "a reason that quotes" }
    }
  }
  return nil
}

/// Parses a history query, an occasion, and an instant. (J22, J23)
func queryProblem(_ text: String) -> String? {
  if let query = try? HistoryQuery(text), !(1...200).contains(query.limit) { return "a long page" }
  if let occasion = Occasion(slot: text), Occasion(slot: occasion.description) != occasion {
    return "another occasion"
  }
  // Its offset may move it out of the years with four digits.
  let years = Instant(seconds: -62_135_596_800)..<Instant(seconds: 253_402_300_800)
  if let instant = Instant(iso: text), years.contains(instant),
    Instant(iso: instant.isoUTC) != instant
  {
    return "another instant"
  }
  return nil
}

/// Takes every member of a document as a setting, and the whole as a fetch. (T25, Settings)
@MainActor func settingsProblem(_ text: String) -> String? {
  guard let field = try? Field.document(text, named: "mergePatch"),
    let members = try? field.object()
  else { return nil }
  for (key, value) in members {
    var settings = Settings()
    do throws(Refusal) {
      try settings.take(
        key, Field(path: key, value: value),
        Settings.Known(
          zoneExists: zones.knows, channels: Features.all.channels.map(\.id),
          settings: Features.all.settings))
    } catch {
      if settings != Settings() { return "\(key) was refused, and taken" }
      continue
    }
    guard let again = try? retaken(settings) else { return "\(key): what it says it refuses" }
    if again != settings { return "\(key) is another the second time" }
  }
  return fetchProblem(field)
}

/// Reads the settings again from their document.
private func retaken(_ settings: Settings) throws(Refusal) -> Settings {
  var again = Settings()
  for (key, value) in settings.document {
    try again.take(key, Field(path: key, value: value), .stored)
  }
  return again
}

@MainActor private func fetchProblem(_ field: Field) -> String? {
  guard let spec = try? FetchSpec(field, for: .content) else { return nil }
  guard (try? FetchSpec(Field(path: "again", value: spec.document), for: .content)) == spec else {
    return "a fetch is another the second time"
  }
  guard deserialize(FetchSpec.self, from: serialize(spec)) == spec else {
    return "a fetch is stored as another"
  }
  // The adapter checks addresses itself; what it accepts has a host or is a file.
  if case .web(let address) = try? FetchAddress(spec.url), address.origin.host.isEmpty {
    return "an address of nobody"
  }
  return nil
}

/// Takes the secrets out of a document. (T27)
func secretsProblem(_ text: String) -> String? {
  let keyring = CountingKeyring()
  do throws(Refusal) {
    guard case .order(let order) = try DoorCall.set(mergePatch: text).read() else {
      return "a query"
    }
    let document = try SecretDocument(order, secrets: keyring)
    guard case .change(let patch) = document.order else { return "another order" }
    let value = patch.value
    if holdsSecret(value) { return "a secret stayed" }
    if document.kept.count != keyring.count { return "a secret that nobody forgets" }
    guard let given = JSONValue(parsing: text) else { return "no document" }
    let secrets = count(of: "secret", in: given)
    if document.kept.count > secrets { return "a secret that nobody gave" }
    // One that is given twice is stored once.
    let references = count(of: "secretReference", in: given) + secrets
    if count(of: "secretReference", in: value) != references {
      return "a secret that nothing refers to"
    }
  } catch {
    if keyring.count > 0 { return "refused, and kept" }
  }
  return nil
}

private func holdsSecret(_ value: JSONValue) -> Bool { count(of: "secret", in: value) > 0 }

private func count(of key: String, in value: JSONValue) -> Int {
  switch value {
  case .object(let members):
    members.reduce(0) { $0 + ($1.key == key ? 1 : 0) + count(of: key, in: $1.value) }
  case .array(let elements): elements.reduce(0) { $0 + count(of: key, in: $1) }
  default: 0
  }
}

/// A keyring that only counts.
private final class CountingKeyring: Secrets {
  private(set) var count = 0

  func keep(_ value: String) -> SecretReference {
    count += 1
    return SecretReference("secret-\(count)")
  }

  func value(of reference: SecretReference, then: @escaping (String?) -> Void) { then(nil) }
  func forget(_ references: [SecretReference]) {}
  func isForgotten(_ reference: SecretReference) -> Bool { false }
  func forgetAll(except references: [SecretReference]) {}
}

/// The zones of this system, read once.
@MainActor let zones = ZoneTable()

extension ZoneTable {
  fileprivate func knows(_ name: String) -> Bool { zone(named: name) != nil }
}

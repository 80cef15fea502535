import CarillonFeatures
import CarillonStore
import Testing

/// Documents that cannot be read, and what names them.
@Suite struct UnreadableTests {
  private struct Document: Decodable {
    var name: String
    var counts: [Int]
    var tone: Tone
  }

  @Test(
    "a document that cannot be read names the member, and never its value",
    arguments: [
      (#"{"counts":[],"tone":"red"}"#, "name is missing"),
      (#"{"name":null,"counts":[],"tone":"red"}"#, "name has another type"),
      (#"{"name":"secret","counts":[1,"secret"],"tone":"red"}"#, "Index 1 has another type"),
      (#"{"name":"a","counts":[],"tone":"secret"}"#, "tone has an unknown value"),
      (#"["secret"]"#, "the document has another type"), ("secret", "it is not JSON"),
      ("", "it is not JSON"),
    ])
  func names(text: String, reason: String) throws {
    let error = #expect(throws: Unreadable.self) { try decode(Document.self, from: text) }
    let description = try #require(error).description
    #expect(description.hasSuffix(reason))
    #expect(!description.contains("secret"))
  }

  @Test(
    "T27: a header that is neither a text nor a secret is named",
    arguments: [
      (#"{"A":{"secretReference":5}}"#, "A.secretReference has another type"),
      (#"{"A":{}}"#, "A.secretReference is missing"), (#"{"A":null}"#, "A has another type"),
      (#"{"A":7}"#, "A has another type"),
    ])
  func headers(text: String, reason: String) {
    #expect(throws: Unreadable(reason)) { try decode([String: HeaderValue].self, from: text) }
  }

  @Test("T27: headers are texts and secrets")
  func goodHeaders() throws {
    let text = #"{"A":"b","C":{"secretReference":"d"}}"#
    #expect(
      try decode([String: HeaderValue].self, from: text)
        == ["A": .text("b"), "C": .secret(SecretReference("d"))])
  }

  @Test(
    "T7: a stored note or hour that cannot be read fails the event, and is named",
    arguments: [
      ("pause", "{}", "note pause: since is missing"),
      ("closing", "[1]", "note closing: Index 0 has another type"),
    ])
  func note(key: String, text: String, reason: String) throws {
    let store = try SQLiteDataStore.inMemory()
    try store.transaction { rows throws(StoreFailure) in try rows.setNote(key, text) }
    let failure = StoreFailure(.broken, reason)
    #expect(throws: failure) { try start(store) }
  }

  @Test("T7: a stored slot that cannot be read is not lost in silence")
  func slot() throws {
    let store = try SQLiteDataStore.inMemory()
    let slot = Slot(
      id: try #require(SlotID("0800")), label: "", considered: LocalDate(dayNumber: 0))
    var stored = slot.stored
    stored.document = "{}"
    try store.transaction { [stored] rows throws(StoreFailure) in
      try rows.setNote(Note.begun, "1")
      try rows.put(stored)
    }
    #expect(throws: StoreFailure(.broken, "slot 0800: label is missing")) { try start(store) }
  }

  private func start(_ store: SQLiteDataStore) throws(StoreFailure) {
    var engine = Engine(
      store: store,
      environment: Environment(
        zone: { _ in UTCRules() }, words: .english, defaultPack: "file:///pack.json", version: "0",
        build: "test"), features: .all)
    let now = at("2026-11-21T07:00:00Z")
    _ = try engine.handle(.started(Situation(zone: "UTC")), at: now, since: now)
  }
}

import ArgumentParser
import CarillonFeatures
import CarillonRehearsal
import CarillonStore

/// Plays the days after an export without faults; every source repeats its last response.
struct ExportRehearsal {
  private let narrator: Narrator
  private let rehearsal: Rehearsal
  private let start: Instant

  init(_ export: Export, patch: String?, _ narrator: Narrator) throws {
    self.narrator = narrator
    start = export.at
    let store = try SQLiteDataStore.inMemory()
    try store.transaction { rows throws(StoreFailure) in
      for content in export.contents {
        _ = try rows.insert(
          Content(
            id: 0, source: rows.source(content.source), payload: content.payload, etag: nil,
            fetchedAt: content.at, validatedAt: content.at))
      }
    }
    let globe = Globe()
    let environment = Environment(
      zone: { globe.zone(named: $0) }, words: .english, defaultPack: "file:///pack.json",
      version: Release.version, build: "rehearsal")
    var situation = Situation(zone: export.zone)
    situation.server = .present(
      NotificationServer(
        name: "your desktop", vendor: "", version: "", capabilities: ["actions", "body"],
        owner: ":1.1", bus: "bus"))
    situation.keyring = .open
    situation.autostart = true
    rehearsal = try Rehearsal(
      of: store, environment: environment, features: .all, situation: situation, at: start)
    for document in [export.patch, patch].compactMap(\.self) {
      do throws(Refusal) {
        try rehearsal.ask(.patch(document))
      } catch {
        throw ValidationError(error.message)
      }
    }
  }

  func run(for span: Span) {
    rehearsal.run(until: start + span) {
      narrator.tell(rehearsal.host)
      return true
    }
  }
}

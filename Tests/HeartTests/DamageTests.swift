import CarillonFeatures
import CarillonStore
import Foundation
import Testing

/// A byte of the database has changed behind Carillon's back.
///
/// SQLite keeps no checksums, so it cannot notice a change within a value that its schema allows.
@Suite struct DamageTests {
  private let folder: String
  private let end = at("2026-11-24T11:00:00+01:00")

  init() throws {
    folder = NSTemporaryDirectory() + "carillon-damage-\(UUID().uuidString)"
  }

  private var file: String { folder + "/carillon.sqlite" }

  /// The notifications shown by a device that has run for three days with its database on disk.
  private func live() throws -> [String] {
    let store = try SQLiteDataStore.open(in: folder, at: end).store
    let device = try Device(at: at("2026-11-21T07:00:00+01:00"), store: store) {
      $0.callbackAnswers = { _ in .answered(status: 503, retryAfter: nil) }
    }
    let spec = #"{"method":"POST","url":"https://example.org/x"}"#
    let times = (6..<20).map { #"{"hour":\#($0),"minute":0}"# }.joined(separator: ",")
    let answer = device.ask(
      .configure(
        options: """
          {"times":[\(times)],"storage":"private",
          "contentTemplate":{"title":"{{date}} {{time}}","body":"{{headline}}"},
          "callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/"},
          "ackDelivery":\(spec),"reportError":\(spec),"heartbeat":\(spec)}}
          """))
    guard case .done = answer else {
      Issue.record("not configured: \(String(describing: answer))")
      return []
    }
    device.run(until: at("2026-11-22T12:00:00+01:00"))
    device.respond(.dismissed, to: 0)
    device.respond(.action(key: "snooze", activation: nil), to: 3)
    device.run(until: end)
    device.host.stop()
    try store.close()
    return device.calls.map(\.call.summary)
  }

  @Test("T7, T32: with any byte changed, it is set aside, or goes on and shows nothing again")
  func anyByte() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shown = try live()
    #expect(shown.count > 40)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    // As for simulated lives: fresh bytes, unless a seed is given.
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["CARILLON_SIM_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    print("DamageTests: seed \(seed)")
    var numbers = Numbers(state: seed)
    var outcomes: [String: Int] = [:]
    let isLong = environment["CARILLON_LONG"] != nil
    for _ in 0..<(isLong ? 2000 : 60) {
      let place = Int.random(in: 0..<whole.count, using: &numbers)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &numbers)
      let outcome = try outcome(of: whole, changing: place, by: bit, after: shown)
      outcomes[outcome, default: 0] += 1
      #expect(!outcome.hasPrefix("stuck"), "byte \(place) by \(bit)")
    }
    print("DamageTests: \(outcomes.sorted { $0.key < $1.key })")
    #expect(outcomes.count > 1)
  }

  private func outcome(
    of whole: Data, changing place: Int, by bit: UInt8, after shown: [String]
  ) throws -> String {
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var damaged = whole
    damaged[place] ^= bit
    try damaged.write(to: URL(fileURLWithPath: file))
    let (store, setAside) = try SQLiteDataStore.open(
      in: folder, at: end, canRead: Features.all.canRead)
    defer { try? store.close() }
    if let setAside {
      let kept = try Data(contentsOf: URL(fileURLWithPath: setAside.path))
      let differing = zip(kept, damaged).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      #expect(
        kept == damaged,
        "byte \(place) by \(bit): \(kept.count) for \(damaged.count) bytes, at \(differing.prefix(9))"
      )
      return "set aside"
    }
    // The clock goes back a little: the device must know what has rung.
    let device = try Device(at: end - .hours(2), store: store)
    device.run(for: .hours(4))
    defer { device.host.stop() }
    for question in [Question.state, .history(query: "")] {
      if case .refused(let refusal) = device.ask(question) { return "stuck: \(refusal.message)" }
    }
    if device.calls.isEmpty { return "stuck: nothing is shown" }
    let again = device.calls.map(\.call.summary).filter(shown.contains)
    #expect(again.isEmpty, "byte \(place) by \(bit): \(again)")
    return store.repaired == nil ? "unaffected" : "repaired"
  }
}

/// Random numbers that a seed reproduces.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

import CarillonFeatures
import Testing

/// Exporting and deleting everything. (T29)
@Suite struct EverythingTests {
  private let start = at("2026-11-21T06:00:00Z")

  @Test("§6: an export is answered when it is written, or with the reason for its failure")
  func export() throws {
    let device = try Device(at: start)
    var answers: [Answer] = []
    device.host.ask(.export(file: 7)) { answers.append($0) }
    device.host.ask(.export(file: 8)) { answers.append($0) }
    #expect(answers.isEmpty)
    #expect(device.exports.map(\.job.file) == [7, 8])
    device.host.send(.finished(device.exports[1].ticket, .exported(bytes: 0, error: "full")))
    device.host.send(.finished(device.exports[0].ticket, .exported(bytes: 7, error: nil)))
    device.host.send(.finished(device.exports[0].ticket, .exported(bytes: 7, error: nil)))
    #expect(answers.first == .refused(Refusal(.refused, "The disk is full.")))
    #expect(answers.last?.text == #"{"bytes":7}"#)
    #expect(answers.count == 2)
  }

  @Test("§6: four exports are written at once; a fifth is refused until one is done")
  func exportsAtOnce() throws {
    let device = try Device(at: start)
    for file in 1...4 { device.host.ask(.export(file: Int32(file))) { _ in } }
    #expect(device.exports.count == 4)
    guard case .refused(let refusal) = device.ask(.export(file: 5)) else {
      Issue.record("it was not refused")
      return
    }
    #expect(refusal.kind == .refused && device.exports.count == 4)
    device.host.send(.finished(device.exports[2].ticket, .exported(bytes: 0, error: "failed")))
    device.host.ask(.export(file: 5)) { _ in }
    #expect(device.exports.map(\.job.file) == [1, 2, 3, 4, 5])
  }

  @Test("§6: DeleteAll needs its confirmation", arguments: ["", "delete", "DELETE ", "yes"])
  func confirmation(_ text: String) throws {
    let device = try Device(at: start)
    guard case .refused(let refusal) = device.ask(.deleteAll(confirmation: text)) else {
      Issue.record("it was not refused")
      return
    }
    #expect(refusal.message.hasPrefix("confirmation: "))
    #expect(device.erased == 0)
  }

  @Test("T29: DeleteAll clears the screen, deletes, answers, and nothing happens after it")
  func deleteAll() throws {
    let device = try Device(at: start)
    device.run(for: .hours(1) + .minutes(1))
    #expect(device.ask(.deleteAll(confirmation: "DELETE")) == .done(Reply(text: "")))
    #expect(device.closed.count == 1)
    #expect(device.erased == 1)
    device.run(for: .hours(6))
    #expect(device.calls.count == 1)
    #expect(device.ask(.state) == .refused(Refusal(.refused, "Carillon is closing.")))
  }

  @Test("T29: DeleteAll reports what could not be deleted")
  func leftBehind() throws {
    let device = try Device(at: start)
    device.eraseProblem = "the start entry"
    #expect(
      device.ask(.deleteAll(confirmation: "DELETE"))
        == .refused(Refusal(.refused, "the start entry")))
  }
}

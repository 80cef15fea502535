import CarillonFeatures
import CarillonStore
import Testing
import Toys

/// What a kind of message and a plan source need is one folder and one line: these two live in Tests.
@Suite struct ToyTests {
  private let fern = #"{"plants":[{"name":"fern","hour":9,"minute":30}]}"#

  private func device(_ start: String = "2026-11-21T06:00:00Z") throws -> Device {
    let device = try Device(at: at(start), zone: Zones.berlin, features: .withToys)
    device.set(fern)
    return device
  }

  private func push(_ device: Device, _ fields: [String: String]) -> JSONValue? {
    let data = fields.merging(["type": "parcel", "parcelId": "p1"]) { mine, _ in mine }
    let message = JSONValue.object(["data": .object(data.mapValues { .text($0) })])
    guard let answer = device.ask(.push(message: message.serialized))?.text else {
      return nil
    }
    device.run(for: .milliseconds(10))
    return JSONValue(parsing: answer)
  }

  @Test("T25: what a kind puts into its text from fields of its own is cleaned")
  func cleaned() throws {
    let device = try device()
    let marks = String(repeating: "\u{301}", count: 900)
    _ = push(device, ["stage": "moving", "town": "Ko\(marks)ln\u{202E}"])
    let call = try #require(device.calls.last?.call)
    let left = String(repeating: "\u{301}", count: 8)
    #expect(call.body == "It is in Ko\(left)ln.")
  }

  // MARK: The plan source

  @Test("T2, T16: a toy plan source is armed, rings and is armed again")
  func rings() throws {
    let device = try device()
    #expect(device.state().nextOccurrences.map(\.slotId).contains("fern"))
    device.run(until: at("2026-11-21T09:00:00Z"))
    let call = try #require(device.calls.map(\.call).first { $0.summary == "Water the fern" })
    #expect(call.actions.map(\.label) == ["Open", "Watered", "Later"])
    #expect(device.calls.first { $0.call == call }?.at == at("2026-11-21T08:30:00Z"))
    let next = device.state().nextOccurrences.first { $0.slotId == "fern" }
    #expect(next?.date == "2026-11-22" && next?.label == "fern")
  }

  @Test("T18: a toy plan source has a grace of its own")
  func grace() throws {
    let device = try device()
    device.sleep(for: .hours(7))
    // The hour of noon is missed by then, the plant is not.
    #expect(device.calls.map(\.call.summary).contains("Water the fern"))
    #expect(device.history().contains { $0.slotId == "0800" && $0.status == "missed" })
  }

  @Test("B17: a toy plan source has buttons of its own, and Snooze and Skip as slots have")
  func buttons() throws {
    let device = try device()
    device.run(until: at("2026-11-21T09:00:00Z"))
    let index = try #require(device.calls.firstIndex { $0.call.summary == "Water the fern" })
    device.respond(.action(key: "watered", activation: nil), to: index)
    let note = try device.store.read { rows throws(StoreFailure) in try rows.note("toy-watered") }
    #expect(note == "fern@2026-11-21")
    let entry = try #require(device.history().first { $0.slotId == "fern" })
    #expect(entry.kind == "plant" && entry.responseText == "Watered")
    guard case .done = device.ask(.skipNext(slotID: "fern")) else {
      Issue.record("a plant cannot be skipped")
      return
    }
    #expect(device.state().skipped.map(\.slotId) == ["fern"])
  }

  @Test("J23: a toy plan source stops an occasion for a reason of its own, in its own words")
  func ownReason() throws {
    let device = try device()
    try device.store.transaction { rows throws(StoreFailure) in
      try rows.setNote("toy-rain", "4")
    }
    device.run(until: at("2026-11-21T09:00:00Z"))
    #expect(!device.calls.map(\.call.summary).contains("Water the fern"))
    let entry = try #require(device.history().first { $0.slotId == "fern" })
    #expect(entry.status == "skipped" && entry.reason == "rain")
    #expect(entry.text == "Not shown: it has rained")
    let answer = device.done(.explain(id: entry.requestId))
    let item = try #require(deserialize(ExplanationReport.self, from: answer)?.items.first)
    let check = item.steps.first { $0.code == "gate" }?.checks?.last
    #expect(check == .init(code: "rain", passed: false, text: "Not shown: it has rained"))
    #expect(item.steps.last?.text == "Not shown: it has rained")
  }

  @Test("T16, T32: a toy plan source survives a crash and rings once when the clock goes back")
  func once() throws {
    let device = try device()
    device.run(until: at("2026-11-21T08:45:00Z"))
    device.crash()
    device.start()
    device.now = at("2026-11-21T08:00:00Z")
    device.host.send(.situation(.clockSet(.minutes(-45))))
    device.run(until: at("2026-11-21T10:00:00Z"))
    #expect(device.calls.filter { $0.call.summary == "Water the fern" }.count == 1)
  }

  @Test("Settings: a toy plan source is configured by its key, and a bad value names its field")
  func configured() throws {
    let device = try device()
    guard let text = device.ask(.configuration)?.text,
      case .object(let document) = JSONValue(parsing: text)
    else { preconditionFailure("there is a configuration") }
    #expect(document["plants"]?.serialized.contains("fern") == true)
    guard case .refused(let refusal) = device.ask(.set(mergePatch: #"{"plants":[{"name":1}]}"#))
    else {
      Issue.record("a plant without a name was taken")
      return
    }
    #expect(refusal.message.hasPrefix("plants[0].name"))
    device.set(#"{"plants":[]}"#)
    #expect(!device.state().nextOccurrences.map(\.slotId).contains("fern"))
  }

  // MARK: The kind of message

  @Test("B1, B11: a toy kind has its stages, and never goes back")
  func stages() throws {
    let device = try device()
    _ = push(device, ["stage": "moving", "town": "Köln"])
    #expect(device.calls.last?.call.summary == "Parcel moving")
    #expect(device.calls.last?.call.body == "It is in Köln.")
    let verdict = push(device, ["stage": "sent", "town": "Bonn"])
    #expect(verdict?.serialized.contains("earlier-stage") == true)
    #expect(device.state().threads.map(\.heading) == ["moving"])
    _ = push(device, ["stage": "delivered", "town": "Ulm"])
    #expect(device.state().threads.isEmpty)
  }

  @Test("D9: an update only changes the window, a silent message nothing")
  func silent() throws {
    let device = try device()
    _ = push(device, ["stage": "moving", "town": "Köln"])
    let calls = device.calls.count
    let update = push(device, ["stage": "moving", "town": "Ulm", "mood": "update"])
    #expect(update?.serialized.contains(#""verdict":"skipped""#) == true)
    #expect(device.calls.count == calls)
    guard let text = device.ask(.detail(tag: "parcel:p1"))?.text else {
      preconditionFailure("it has a window")
    }
    #expect(text.contains("Ulm"))
    _ = push(device, ["mood": "silent", "town": "Nowhere"])
    guard let same = device.ask(.detail(tag: "parcel:p1"))?.text else { return }
    #expect(same == text && device.calls.count == calls)
  }

  @Test("B17: a toy kind posts to an address of its own, by its button and by its form")
  func commands() throws {
    let device = try device()
    device.set(#"{"parcelDesk":{"url":"https://parcels.example.org/do"}}"#)
    _ = push(device, ["stage": "moving"])
    device.respond(.action(key: "neighbor", activation: nil), to: device.calls.count - 1)
    _ = device.ask(.act(tag: "parcel:p1", action: "redirect", data: #"{"house":7}"#))
    let posts = device.posts.filter { $0.job.key.hasPrefix(Command.keyPrefix) }
    #expect(
      posts.map(\.job.spec.url) == Array(repeating: "https://parcels.example.org/do", count: 2))
    #expect(posts.first?.job.body.contains(#""parcelId":"p1""#) == true)
    #expect(posts.last?.job.body.contains(#""command":"redirect""#) == true)
    #expect(posts.last?.job.body.contains(#""house":7"#) == true)
  }

  @Test("Settings, D7: a toy kind has settings and a channel of its own")
  func settings() throws {
    let device = try device()
    device.set(#"{"parcelDoor":"back","channels":{"toy_parcels":{"enabled":false}}}"#)
    guard let text = device.ask(.configuration)?.text else { return }
    #expect(text.contains(#""parcelDoor":"back""#))
    let verdict = push(device, ["stage": "moving"])
    #expect(verdict?.serialized.contains("channel-off") == true)
    guard case .refused(let refusal) = device.ask(.set(mergePatch: #"{"parcelDoor":"roof"}"#))
    else {
      Issue.record("a door that is none was taken")
      return
    }
    #expect(refusal.message == "parcelDoor: must be front or back")
  }

  @Test("B16: a toy kind's link opens its window")
  func links() throws {
    let device = try device()
    _ = push(device, ["stage": "moving"])
    _ = device.ask(.open(link: "parcels://p1", activation: nil))
    #expect(device.opened.last == .thread(LinkTarget(tag: "parcel:p1", kind: "parcel")))
  }
}

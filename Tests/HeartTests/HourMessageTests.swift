import CarillonFeatures
import Testing
import Toys

/// Messages that wait for the hours that the user chose. (§5, At my hours)
@Suite struct HourMessageTests {
  private let morning = at("2026-11-21T05:00:00Z")
  private let eight = at("2026-11-21T07:00:00Z")

  /// At 06:00 in Berlin, with hours at 08:00 and 12:00, and messages that wait for `hour`.
  private func device(_ hour: String = "slot") throws -> Device {
    let device = try Device(at: morning)
    device.setSlots(["0800", "1200"])
    device.set(#"{"channels":{"general":{"at":"\#(hour)"}}}"#)
    return device
  }

  private func summaries(_ device: Device) -> [String] { device.calls.map(\.call.summary) }

  @Test("§5: five messages come as one digest right after the hour's own, also offline")
  func digest() throws {
    let device = try device()
    for number in 1...5 {
      #expect(device.push(["title": "Message \(number)"]) == "held at")
      device.run(for: .minutes(5))
    }
    device.setOnline(false)
    device.run(until: eight - .milliseconds(1))
    #expect(device.calls.isEmpty)
    device.run(until: eight)
    #expect(summaries(device) == ["Hello", "5 notifications"])
    let minutes = ["00", "05", "10", "15", "20"]
    #expect(
      device.calls.last?.call.body
        == (1...5).map { "06:\(minutes[$0 - 1]) Message \($0)" }.joined(separator: "\n"))
  }

  @Test("B1: a title or body that is too long ends with a whole word")
  func longTexts() throws {
    let device = try Device(at: morning)
    let long = String(repeating: "evening shift ", count: 90)
    device.push(["title": long, "body": long])
    let call = try #require(device.calls.last?.call)
    for (text, most) in [(call.summary, 100), (call.body, 1000)] {
      #expect(text.count <= most && text.count > most - 9)
      #expect(text.hasSuffix("evening…") || text.hasSuffix("shift…"))
    }
  }

  @Test("§5: an urgent message, and one about a subject that goes on, come at once")
  func atOnce() throws {
    let device = try Device(at: morning, features: .withToys)
    device.set(
      #"{"channels":{"general":{"at":"slot"},"toy_parcels":{"at":"slot"},"brew_notifications":{"at":"slot"}}}"#
    )
    device.push(stage("heating"))
    device.push(stage("complete"))
    device.push(["type": "parcel", "parcelId": "p1", "stage": "delivered"])
    device.push(["type": "parcel", "parcelId": "p2", "stage": "sent", "mood": "urgent"])
    #expect(device.push(["title": "Later"]) == "held at")
    #expect(summaries(device).count == 4)
  }

  @Test("§5: the list of a digest has the pictures of messages that were never shown by themselves")
  func pictures() throws {
    let device = try device()
    device.push(["title": "One", "imageUrl": "https://example.org/a.png"])
    device.push(["title": "Two"])
    #expect(device.pictures.isEmpty)
    device.run(until: eight)
    let job = try #require(device.pictures.first)
    #expect(device.pictures.count == 1)
    device.host.send(.finished(job.ticket, .media(.ready(file: "a.png"))))
    let digest = device.history().first(where: { $0.kind == "digest" })
    let id = try #require(digest.flatMap { Int64($0.requestId) })
    #expect(device.digest(id)?.entries.map(\.picture) == ["a.png", nil])
    // The popup itself has none to show.
    #expect(device.calls.count == 2)
  }

  @Test("§5: it waits for the hour that was named, past others")
  func named() throws {
    let device = try device("1200")
    device.push(["title": "One"])
    device.run(until: eight + .minutes(5))
    #expect(summaries(device) == ["Hello"])
    device.run(until: at("2026-11-21T11:00:00Z"))
    #expect(summaries(device) == ["Hello", "Hello", "One"])
  }

  @Test("§5: after the first hour of the day the next one counts, not the first one of tomorrow")
  func laterToday() throws {
    let device = try device()
    device.run(until: eight + .minutes(5))
    #expect(device.push(["title": "One"]) == "held at")
    device.run(until: at("2026-11-21T11:00:00Z"))
    #expect(summaries(device) == ["Hello", "Hello", "One"])
  }

  @Test("§5: where the named hour is gone, the next one counts; without any, it comes at once")
  func gone() throws {
    let device = try device("1200")
    device.push(["title": "One"])
    device.setSlots(["0800"])
    #expect(device.state().waiting.map(\.reason) == ["at"])
    device.run(until: eight)
    #expect(summaries(device) == ["Hello", "One"])
    device.push(["title": "Two"])
    device.setSlots([])
    #expect(summaries(device) == ["Hello", "One", "Two"])
    #expect(device.push(["title": "Three"]) == "showing")
  }

  @Test("§5: it comes at its hour also where the hour itself is skipped or silent")
  func skipped() throws {
    let device = try device("0800")
    device.push(["title": "One"])
    device.done(.skipNext(slotID: "0800"))
    device.run(until: eight)
    #expect(summaries(device) == ["One"])
    let silent = try self.device("0800")
    silent.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    silent.push(["title": "One"])
    silent.run(until: eight)
    #expect(summaries(silent) == ["One"])
  }

  @Test("§5: it comes at its hour also where the hour itself rang before the clock was set back")
  func clockSetBack() throws {
    let device = try device()
    let noon = at("2026-11-21T11:00:00Z")
    device.run(until: noon + .seconds(30))
    #expect(summaries(device) == ["Hello", "Hello"])
    device.setClock(to: noon - .minutes(30))
    #expect(device.push(["title": "One"]) == "held at")
    device.run(until: noon - .milliseconds(1))
    #expect(device.calls.count == 2)
    device.run(until: noon)
    #expect(summaries(device) == ["Hello", "Hello", "One"])
  }

  @Test("§5, J19: refused at its hour, it is not tried again before it if the clock is set back")
  func refusedAndSetBack() throws {
    let device = try device("0800")
    for number in 1...2 { device.push(["title": "No. \(number)"]) }
    device.serverAnswers = { [unowned device] call in
      call.summary == "Hello"
        ? .shown(device.nextScreen()) : .refused(name: "org.example.Busy", message: "")
    }
    device.run(until: eight)
    #expect(summaries(device) == ["Hello", "2 notifications"])
    device.setClock(to: eight - .minutes(30))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.run(until: eight - .milliseconds(1))
    #expect(summaries(device) == ["Hello", "2 notifications"])
    device.run(for: .milliseconds(1))
    #expect(summaries(device) == ["Hello", "2 notifications", "2 notifications"])
  }

  @Test("§5: an hour that is added in the past lets nothing go early")
  func added() throws {
    let device = try device()
    device.run(until: eight + .minutes(1))
    device.push(["title": "One"])
    device.run(until: eight + .minutes(30))
    device.setSlots(["0800", "0820", "1200"])
    #expect(device.state().waiting.map(\.reason) == ["at"])
  }

  @Test("§5: it waits through a pause; an hour that came meanwhile is not waited for again")
  func paused() throws {
    let device = try device()
    device.done(.pause(until: (eight + .hours(1)).iso(in: Zones.berlin)))
    #expect(device.push(["title": "One"]) == "held paused")
    device.run(until: eight + .hours(1))
    #expect(summaries(device).contains("2 notifications"))
  }

  @Test("§5: a new process, a sleep over the hour, and a changed setting know what waits")
  func kept() throws {
    let device = try device()
    for number in 1...3 { device.push(["title": "\(number)"]) }
    device.crash()
    device.start()
    #expect(device.state().waiting.map(\.reason) == ["at", "at", "at"])
    device.sleep(for: .hours(2) + .minutes(10))
    #expect(summaries(device) == ["4 notifications"])
    device.push(["title": "Next"])
    device.set(#"{"channels":{"general":{"at":"now"}}}"#)
    #expect(summaries(device).last == "Next")
  }

  @Test("§5: a flight that moves the hour moves what waits for it")
  func flight() throws {
    let device = try device()
    device.push(["title": "One"])
    device.fly(to: Zones.tokyo)
    // Both hours of today have passed in Tokyo: the next is 08:00 tomorrow.
    device.run(until: at("2026-11-21T22:59:59Z"))
    #expect(!summaries(device).contains("One"))
    device.run(until: at("2026-11-21T23:00:00Z"))
    #expect(summaries(device).last == "One")
  }

  @Test("§5: what waits is in the history at once, unread until it is read")
  func history() throws {
    let device = try device()
    device.push(["title": "One"])
    device.push(["title": "Two"])
    let rows = device.history().filter { $0.kind == "message" }
    #expect(rows.map(\.title) == ["Two", "One"])
    #expect(rows.map(\.text) == ["Waits for one of your hours", "Waits for one of your hours"])
    #expect(rows.map(\.unread) == [true, true])
    #expect(device.state().unreadCount == 2)
    device.run(until: eight)
    #expect(device.state().unreadCount == 2)
    device.press("default", on: 1)
    guard case .digest(let id)? = device.opened.last else {
      Issue.record("the digest was not opened")
      return
    }
    let page = try #require(device.digest(id))
    #expect(page.entries.map(\.title) == ["One", "Two"])
    #expect(page.entries.map(\.sender) == ["Other messages", "Other messages"])
    device.done(.respond(requestID: page.entries[0].entry.requestId, action: "open"))
    #expect(device.state().unreadCount == 1)
    device.done(.markRead(digest: id))
    #expect(device.state().unreadCount == 0)
  }

  @Test("§5: the buttons of a row work from the list of the digest, once")
  func buttons() throws {
    let device = try device()
    for title in ["b1", "b2"] {
      device.push([
        "title": title,
        "actions": #"[{"id":"see","title":"See","deepLink":"carillon://settings/hours"}]"#,
      ])
    }
    device.run(until: eight)
    device.press("default", on: 1)
    guard case .digest(let id)? = device.opened.last else {
      Issue.record("the digest was not opened")
      return
    }
    let page = try #require(device.digest(id))
    let row = try #require(page.entries.first { $0.title == "b1" })
    #expect(row.buttons.map(\.label) == ["See"])
    device.done(.respond(requestID: row.entry.requestId, action: "see"))
    #expect(device.opened.last == .settings("hours"))
    #expect(device.digest(id)?.entries.first { $0.title == "b1" }?.buttons.isEmpty == true)
    #expect(device.refusal(.respond(requestID: row.entry.requestId, action: "see")) != nil)
  }

  @Test(
    "§5: a bad hour names its member and changes nothing",
    arguments: [
      (#"{"general":{"at":"0860"}}"#, "channels.general.at"),
      (#"{"general":{"at":"8:00"}}"#, "channels.general.at"),
      (#"{"general":{"at":8}}"#, "channels.general.at"),
      (#"{"timesafari.daily":{"at":"slot"}}"#, "channels.timesafari.daily.at"),
    ])
  func refused(channels: String, field: String) throws {
    let device = try device()
    let before = device.done(.configuration)
    let refusal = device.refusal(.set(mergePatch: #"{"channels":\#(channels)}"#))
    #expect(refusal?.message.hasPrefix("\(field): ") == true)
    #expect(device.done(.configuration) == before)
  }
}

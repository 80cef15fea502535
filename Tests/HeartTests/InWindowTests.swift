import CarillonFeatures
import Testing
import Toys

/// Notifications in the window while it has the focus. (D3)
@Suite struct InWindowTests {
  private func device() throws -> Device {
    let device = try Device(at: at("2026-11-21T09:00:00Z"), features: .withToys)
    device.setSlots([])
    device.setFocused(true)
    return device
  }

  private func parcel(_ id: String, _ stage: String = "sent", _ mood: String = "window")
    -> [String: String]
  {
    ["type": "parcel", "parcelId": id, "stage": stage, "mood": mood]
  }

  @Test(
    "D3: with the focus it comes into the window, with its buttons and its sound; else it pops up")
  func banner() throws {
    let device = try device()
    #expect(device.push(parcel("p1")) == "shown banner")
    #expect(device.push(parcel("p2")) == "shown banner")
    #expect(device.calls.isEmpty && device.sounds.count == 2)
    let banners = device.state().banners
    #expect(banners.map(\.title) == ["Parcel sent", "Parcel sent"])
    #expect(banners.first?.buttons.map(\.id) == ["neighbor"])
    device.done(.respond(requestID: banners[0].requestId, action: "neighbor"))
    device.done(.respond(requestID: banners[1].requestId, action: "dismiss"))
    #expect(device.state().banners.isEmpty)
    #expect(device.commands.count == 1)
    device.setFocused(false)
    #expect(device.push(parcel("p3")) == "showing")
  }

  @Test("D3: the window hears that one was answered, and that one was read")
  func told() throws {
    let device = try device()
    for (number, action) in ["open", "dismiss", "neighbor"].enumerated() {
      device.push(parcel("p\(number)"))
      device.topics = []
      let id = try #require(device.state().banners.first).requestId
      device.done(.respond(requestID: id, action: action))
      #expect(device.topics.contains(.state))
    }
  }

  @Test(
    "D3: slots, brews and what is asked for always pop up; so does all while the session is locked")
  func others() throws {
    let device = try device()
    device.push(["title": "General"])
    device.push(stage("heating"))
    device.done(.sendTest)
    device.setLocked(true)
    device.push(parcel("p1"))
    #expect(device.calls.count == 4)
    #expect(device.state().banners.isEmpty)
  }

  @Test("D3: unanswered when the focus goes, it pops up, once, and is judged like all others")
  func focusLost() throws {
    let device = try device()
    device.push(parcel("p1"))
    device.push(parcel("p2"))
    device.done(.respond(requestID: device.state().banners[1].requestId, action: "open"))
    device.setFocused(false)
    #expect(device.calls.map(\.call.summary) == ["Parcel sent"])
    device.setFocused(true)
    device.setFocused(false)
    #expect(device.calls.count == 1)
    device.setFocused(true)
    device.push(parcel("p3"))
    device.done(.pause(until: "1h"))
    device.setFocused(false)
    #expect(device.calls.count == 1)
    device.run(for: .hours(1))
    #expect(device.calls.count == 2)
  }

  @Test("D3: a process that ends with a banner in its window shows the popup when it starts again")
  func restarted() throws {
    let device = try device()
    device.push(parcel("p1"))
    device.crash()
    device.situation.focused = false
    device.start()
    #expect(device.calls.map(\.call.summary) == ["Parcel sent"])
  }

  @Test("D3: a later one of its subject takes its place; the end of the subject takes it away")
  func replaced() throws {
    let device = try device()
    device.push(parcel("p1"))
    device.push(parcel("p1", "moving"))
    #expect(device.state().banners.map(\.title) == ["Parcel moving"])
    device.run(for: .days(4))
    #expect(device.state().banners.isEmpty)
    device.setFocused(false)
    #expect(device.calls.isEmpty)
  }

  @Test("D3: beyond 20 in the window, others are told otherwise, and come in when there is room")
  func full() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    for number in 1...20 { #expect(device.push(parcel("p\(number)")) == "shown banner") }
    for number in 21...23 { #expect(device.push(parcel("p\(number)")) == "held paused") }
    // A later one of the same subject needs no more room.
    #expect(device.push(parcel("p5", "moving")) == "shown banner")
    let banners = device.state().banners
    #expect(banners.count == 20)
    device.done(.respond(requestID: banners[0].requestId, action: "dismiss"))
    #expect(device.state().banners.count == 20)
    #expect(device.state().waitingCount == 2)
    device.setFocused(false)
    #expect(device.state().waitingCount == 22 && device.state().banners.isEmpty)
    device.run(for: .hours(1))
    #expect(device.calls.map(\.call.summary) == ["22 notifications"])
  }

  @Test("D3: without a hold, what finds no room in the window pops up")
  func fullPopsUp() throws {
    let device = try device()
    for number in 1...20 { device.push(parcel("p\(number)")) }
    #expect(device.calls.isEmpty)
    #expect(device.push(parcel("p21")) == "showing")
  }

  @Test("D3: a pause and quiet hours do not hold what comes into the window")
  func notHeld() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    #expect(device.push(parcel("p1")) == "shown banner")
  }
}

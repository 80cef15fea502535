import CarillonFeatures
import CarillonStore
import Testing
import Toys

/// One notification for several that come close together. (J24, J25)
@Suite struct JoiningTests {
  private func device() throws -> Device {
    let device = try Device(at: at("2026-11-21T09:00:00Z"), features: .withToys)
    device.setSlots([])
    return device
  }

  private func parcel(_ id: String, _ manner: String) -> [String: String] {
    ["type": "parcel", "parcelId": id, "stage": "sent", "town": id, "joins": manner]
  }

  @Test("J24: a second and a third take the place of the first, with all of them listed")
  func group() throws {
    let device = try device()
    device.push(parcel("p1", "group"))
    device.run(for: .minutes(2))
    device.push(parcel("p2", "group"))
    device.run(for: .minutes(2))
    device.push(parcel("p3", "group"))
    #expect(
      device.calls.map(\.call.summary) == ["Parcel sent", "2 notifications", "3 notifications"])
    #expect(device.calls.map(\.call.replaces?.id) == [nil, 1, 2])
    // The first button of each of the two newest, and what a click on it does.
    #expect(
      device.calls.last?.call.actions.map(\.label)
        == ["Open", "Leave with a Neighbor", "Leave with a Neighbor", "Show All"])
    let key = try #require(device.calls.last?.call.actions[2].key)
    device.press(key, on: 2)
    #expect(device.commands.count == 1)
    #expect(device.calls.filter { $0.call.summary == "3 notifications" }.count == 1)
  }

  @Test("J24: Show All opens the list of what a group stands for")
  func showAll() throws {
    let device = try device()
    for id in ["p1", "p2"] {
      device.push(parcel(id, "group"))
      device.run(for: .minutes(1))
    }
    device.press("show-all", on: 1)
    guard case .digest? = device.opened.last else {
      Issue.record("it opened \(String(describing: device.opened.last))")
      return
    }
    #expect(device.commands.isEmpty && device.closed.count == 1)
    // The notification of one has no such button.
    device.push(parcel("p9", "none"))
    device.run(for: .minutes(1))
    device.press("show-all", on: 2)
    #expect(device.opened.count == 1)
  }

  @Test("J24: what is further apart, of another key, or answered is not joined")
  func apart() throws {
    let device = try device()
    device.push(parcel("p1", "group"))
    device.run(for: .minutes(6))
    device.push(parcel("p2", "group"))
    device.push(parcel("p3", "batch"))
    device.press("default", on: 1)
    device.push(parcel("p4", "group"))
    #expect(device.calls.map(\.call.summary) == Array(repeating: "Parcel sent", count: 4))
  }

  @Test("J25: of several updates the newest is shown, and that there were several")
  func batch() throws {
    let device = try device()
    for id in ["p1", "p2", "p3"] { device.push(parcel(id, "batch")) }
    #expect(device.calls.last?.call.summary == "Parcel sent")
    #expect(device.calls.last?.call.body == "It is in p3.\nMultiple updates received")
    #expect(device.calls.last?.call.actions.map(\.label) == ["Open", "Leave with a Neighbor"])
    device.press("default", on: 2)
    guard case .digest(let id)? = device.opened.last else {
      Issue.record("no list was opened")
      return
    }
    #expect(
      device.digest(id)?.entries.map(\.body) == ["It is in p1.", "It is in p2.", "It is in p3."])
  }

  @Test("J24: a server that takes the buttons of what is replaced gets it closed and shown anew")
  func gnome() throws {
    let device = try device()
    device.setServer(.present(Device.gnome))
    device.push(parcel("p1", "group"))
    device.push(parcel("p2", "group"))
    #expect(device.closed.map(\.id) == [1])
    #expect(device.calls.last?.call.replaces == nil)
  }

  @Test(
    "J24: a group that the server refuses twice leaves the first as it was, and says so of the second"
  )
  func refused() throws {
    let device = try device()
    device.push(parcel("p1", "group"))
    device.serverAnswers = { _ in .refused(name: "no", message: "no") }
    device.push(parcel("p2", "group"))
    device.run(for: .seconds(5))
    #expect(device.outcomes().contains("digest failed refused"))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.press("default", on: 0)
    #expect(device.history().contains { $0.response == "OPEN" })
  }

  @Test("J24: a group whose server is gone is judged again one by one")
  func unowned() throws {
    let device = try device()
    device.push(parcel("p1", "group"))
    device.serverAnswers = { _ in .unowned }
    device.push(parcel("p2", "group"))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
    #expect(device.calls.last?.call.summary != nil)
    #expect(device.state().waitingCount == 0)
  }

  @Test("§5: digests that damage has made stand for each other are listed all the same")
  func circle() throws {
    let device = try device()
    var digests: [Delivery] = []
    try device.store.transaction { rows throws(StoreFailure) in
      for number in 1...2 {
        var digest = Delivery(.digest, tag: "d\(number)", at: device.now, now: device.now)
        digest.title = "2 notifications"
        digest.body = ""
        digest.status = .shown
        digest.decidedAt = device.now
        digest.id = try rows.insert(digest)
        digests.append(digest)
      }
      for index in 0...1 {
        digests[index].toldIn = digests[1 - index].id
        try rows.update(digests[index])
        var member = Delivery(.test, tag: "t\(index)", at: device.now, now: device.now)
        member.title = "Member \(index)"
        member.body = ""
        member.status = .merged
        member.decidedAt = device.now
        member.mergedInto = digests[index].id
        member.id = try rows.insert(member)
      }
    }
    #expect(device.digest(digests[0].id)?.entries.map(\.title) == ["Member 0", "Member 1"])
  }
}

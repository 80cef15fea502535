import CarillonCore
import Testing

/// Whether what was answered is taken from the screen: where it would stay, and where nobody knows. (B13)
@Suite struct AnsweredScreenTests {
  private let start = at("2026-11-21T09:00:00Z")

  /// A device with a brew on the screen, and the server as it is by the time of the answer.
  private func answered(
    _ presence: NotificationServer.Presence, name: String = "Stand-in",
    more: [String: String] = [:]
  ) throws -> Device {
    let device = try Device(at: start)
    device.setSlots([])
    device.setServer(.present(server(name)))
    device.push(["type": "brew_stage", "stage": "brewing", "brewId": "b1"].merging(more) { $1 })
    device.run(for: .seconds(1))
    device.setServer(presence)
    device.respond(.action(key: "stop_shot", activation: nil), to: 0)
    #expect(device.history().first?.response == "stop_shot")
    return device
  }

  private func server(_ name: String) -> NotificationServer {
    NotificationServer(
      name: name, vendor: "", version: "1", capabilities: ["actions", "body"],
      owner: Device.server.owner, bus: Device.server.bus)
  }

  @Test("B13: what is answered while its server is silent is closed: it may stay there")
  func silent() throws {
    let device = try answered(.silent(owner: Device.server.owner))
    #expect(device.closed.map(\.id) == [1])
  }

  @Test("B13: a silent server that is another one is told nothing of what the first one showed")
  func anotherSilent() throws {
    #expect(try answered(.silent(owner: ":1.99")).closed.isEmpty)
  }

  @Test("B13: a server that takes away what was answered is not told to close it")
  func takesAway() throws {
    #expect(try answered(.present(server("Stand-in"))).closed.isEmpty)
  }

  @Test("B13: where a server leaves what was answered, and where it was to stay, it is closed")
  func stays() throws {
    #expect(try answered(.present(server("dunst")), name: "dunst").closed.count == 1)
    let resident = try answered(
      .present(server("Stand-in")), more: ["requireInteraction": "true"])
    #expect(resident.closed.count == 1)
  }

  @Test("T21: a server found to be gone by the next call is told nothing of what is answered")
  func gone() throws {
    let device = try Device(at: start)
    device.setSlots([])
    device.setServer(.present(server("dunst")))
    device.push(["type": "brew_stage", "stage": "brewing", "brewId": "b1"])
    device.run(for: .seconds(1))
    device.serverAnswers = { _ in .unowned }
    device.push(["title": "Nobody takes it"])
    // Its click was on the way before it left.
    device.respond(.action(key: "stop_shot", activation: nil), to: 0)
    #expect(device.history().first { $0.response != nil }?.response == "stop_shot")
    #expect(device.closed.isEmpty)
  }

  @Test("T33: an hour that was snoozed on a server that leaves it, or is silent, is closed")
  func hour() throws {
    for presence in [
      NotificationServer.Presence.present(server("dunst")), .silent(owner: Device.server.owner),
    ] {
      let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
      device.run(until: at("2026-11-21T12:00:01+01:00"))
      device.setServer(presence)
      device.press("snooze")
      #expect(device.closed.map(\.id) == [1])
    }
  }
}

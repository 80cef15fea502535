import CarillonFeatures
import Testing

/// The brew that a link without an id means, and the urgency of brews. (B14, B16)
@Suite struct BrewLinkTests {
  private static let links = [
    "firstcrack://brew/status", "firstcrack://brew/live", "firstcrack://brew/details",
    "firstcrack://brew/complete", "firstcrack://brew/heating",
  ]

  /// The tag of the brew that `link` opens.
  private func opens(_ device: Device, _ link: String) -> String? {
    device.done(.open(link: link, activation: nil))
    guard case .thread(let target)? = device.opened.last else { return nil }
    return target.tag
  }

  @Test(
    "B16: a link without an id means the latest active brew, not a newer one that is over",
    arguments: links)
  func active(_ link: String) throws {
    let device = try Device.forMessages()
    for (name, brew) in [("brewing", "older"), ("brewing", "active"), ("brewing", "over")] {
      device.push(stage(name, brew))
      device.run(for: .seconds(5))
    }
    #expect(opens(device, link) == "brew:over")
    device.push(stage("complete", "over"))
    device.run(for: .seconds(5))
    #expect(opens(device, link) == "brew:active")
    // The most recently heard of brew, not the most recently begun.
    device.push(stage("brewing", "older", ["elapsedTime": "12"]))
    #expect(opens(device, link) == "brew:older")
  }

  @Test("B16: without an active brew it means the latest that is over; without any brew, nothing")
  func over() throws {
    let device = try Device.forMessages()
    let link = "firstcrack://brew/status"
    #expect(device.refusal(.open(link: link, activation: nil))?.kind == .notFound)
    for brew in ["first", "second"] {
      device.push(stage("complete", brew))
      device.run(for: .seconds(5))
    }
    #expect(opens(device, link) == "brew:second")
  }

  @Test("B13, B16: a brew that fell silent is no longer active")
  func silent() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "long", ["remainingTime": "3600"]))
    device.run(for: .minutes(5))
    device.push(stage("brewing", "short"))
    #expect(opens(device, "firstcrack://brew/live") == "brew:short")
    device.run(for: .minutes(16))
    #expect(opens(device, "firstcrack://brew/live") == "brew:long")
  }

  @Test("B16: a link without an id sends no command, whatever its place")
  func commandsNothing() throws {
    let device = try Device.forMessages()
    device.push(stage("complete"))
    for place in ["start", "new", "share", "live"] {
      #expect(opens(device, "firstcrack://brew/\(place)") == "brew:b1")
    }
    #expect(device.commands.isEmpty && device.posts.isEmpty)
  }

  @Test(
    "B14: low priority gives Notify urgency 0, high and normal give 1",
    arguments: [
      (#"{"android":{"notification":{"priority":"low"}}}"#, 0),
      (#"{"android":{"notification":{"priority":"PRIORITY_MIN"}}}"#, 0),
      (#"{"android":{"priority":"high"}}"#, 1), (#"{"android":{"priority":"normal"}}"#, 1),
      (#"{"apns":{"headers":{"apns-priority":"10"}}}"#, 1), ("{}", 1),
    ] as [(String, UInt8)])
  func urgency(_ text: String, _ urgency: UInt8) throws {
    let device = try Device.forMessages()
    guard case .object(let more)? = JSONValue(parsing: text) else {
      Issue.record("no document: \(text)")
      return
    }
    for name in ["heating", "brewing", "complete"] {
      device.push(stage(name), more: more)
      device.run(for: .seconds(1))
    }
    #expect(device.calls.map(\.call.urgency.rawValue) == [urgency, urgency, urgency])
  }

  @Test(
    "B14: a brew has low priority only if the message says so; an alert is like any update",
    arguments: [("low", 0), ("normal", 1), ("high", 1), ("max", 1)] as [(String, UInt8)])
  func ownUrgency(_ priority: String, _ urgency: UInt8) throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1", ["priority": priority]))
    device.run(for: .seconds(1))
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Look", "priority": priority])
    #expect(device.calls.map(\.call.urgency.rawValue) == [urgency, urgency])
  }
}

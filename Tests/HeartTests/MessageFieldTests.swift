import CarillonFeatures
import Testing

/// Fields that can be in several places of a message, and their precedence. (B2, B8)
@Suite struct MessageFieldTests {
  private let now = at("2026-11-21T06:00:00Z")

  private func read(_ members: [String: JSONValue]) throws -> Message {
    try Message(JSONValue.object(members).serialized, receivedAt: now)
  }

  private func object(_ key: String, _ value: String) -> JSONValue { .object([key: .text(value)]) }

  /// `outer: {inner: {key: value}}`.
  private func nested(_ inner: String, _ key: String, _ value: String) -> JSONValue {
    .object([inner: object(key, value)])
  }

  @Test("B8: an image is data's, else notification's, else android's, else webpush's")
  func imageOrder() throws {
    var members: [String: JSONValue] = [
      "data": object("imageUrl", "https://a/data.png"),
      "notification": object("image", "https://a/notification.png"),
      "android": nested("notification", "imageUrl", "https://a/android.png"),
      "webpush": nested("notification", "image", "https://a/webpush.png"),
    ]
    for place in ["data", "notification", "android", "webpush"] {
      #expect(try read(members).image == "https://a/\(place).png")
      // An empty image counts as missing, like an absent one.
      if place == "data" {
        members[place] = object("imageUrl", "")
        #expect(try read(members).image == "https://a/notification.png")
      }
      members[place] = .object([:])
    }
    #expect(try read(members).image == nil)
  }

  @Test("B8: an image that is empty or not a text is looked up in the next place")
  func emptyImages() throws {
    let message = try read([
      "data": .object([:]), "notification": object("image", ""),
      "android": .object(["notification": .object(["imageUrl": .bool(true)])]),
      "webpush": nested("notification", "image", "https://a/webpush.png"),
    ])
    #expect(message.image == "https://a/webpush.png")
  }

  @Test(
    "B8: every kind of message requests its image, wherever it is",
    arguments: [
      ("notification", #"{"image":"https://a.example/p.png"}"#),
      ("android", #"{"notification":{"imageUrl":"https://a.example/p.png"}}"#),
      ("webpush", #"{"notification":{"image":"https://a.example/p.png"}}"#),
    ])
  func imageOfBrews(_ place: String, _ text: String) throws {
    let device = try Device.forMessages()
    let more = [place: try #require(JSONValue(parsing: text))]
    device.push(stage("brewing"), more: more)
    device.push(["title": "Hello"], more: more)
    #expect(
      device.pictures.map(\.job.url) == ["https://a.example/p.png", "https://a.example/p.png"])
  }

  @Test("B2: a link is data's; webpush.fcmOptions.link counts only without it")
  func links() throws {
    let webpush = nested("fcmOptions", "link", "carillon://history/2")
    #expect(
      try read(["data": object("deepLink", "carillon://history/1"), "webpush": webpush]).link
        == "carillon://history/1")
    for data in [JSONValue.object([:]), object("deepLink", "")] {
      #expect(try read(["data": data, "webpush": webpush]).link == "carillon://history/2")
    }
    #expect(
      try read(["data": .object([:]), "webpush": nested("fcmOptions", "link", "")]).link == nil)
    #expect(
      try read(["data": .object([:]), "fcmOptions": object("link", "carillon://history/3")]).link
        == nil)
    // A flat message has it among its fields.
    #expect(
      try read(["title": .text("T"), "webpush": webpush]).link == "carillon://history/2")
  }

  @Test("B2, D4: a click follows data's link, else that of webpush.fcmOptions")
  func followed() throws {
    let device = try Device.forMessages()
    let more = ["webpush": nested("fcmOptions", "link", "carillon://settings/status")]
    device.push(["title": "One"], more: more)
    device.run(for: .seconds(1))
    try device.respond(.action(key: "default", activation: nil))
    #expect(device.opened == [.settings("status")])
    device.push(["title": "Two", "deepLink": "carillon://settings/hours"], more: more)
    device.run(for: .seconds(1))
    try device.respond(.action(key: "default", activation: nil))
    #expect(device.opened == [.settings("status"), .settings("hours")])
  }
}

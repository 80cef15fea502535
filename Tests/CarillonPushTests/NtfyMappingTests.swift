import CarillonFeatures
import Testing

@testable import CarillonPush

/// What becomes of a message of ntfy. (C5)
@Suite struct NtfyMappingTests {
  private let topic = NtfyTopic(
    host: "ntfy.example", topic: "alerts", name: "House", channel: "ntfy:house")

  @Test("C5: a message is read where all messages are read")
  func received() throws {
    let mapped = try mapped(
      #""title":"Door","message":"is open","click":"https://x.example/door","priority":2"#)
    let message = try Message(mapped.text, receivedAt: Instant(seconds: 0))
    #expect(message.title == "Door")
    #expect(message.body == "is open")
    #expect(message.link == "https://x.example/door")
    #expect(message.priority == .low)
    #expect(message.channel == "ntfy:house")
    #expect(message.sentAt == Instant(seconds: 1000))
    #expect(message.id == "ntfy:ntfy.example/alerts/m1")
    #expect(Features.all.kinds.all.first { $0.takes(message) }?.name == "general")
    #expect(mapped.leftOut.isEmpty)
  }

  @Test("C5: a message without a title has the topic's name; emoji go before it")
  func titles() throws {
    #expect(try mapped(#""message":"m""#).data["title"] == "House")
    #expect(
      try mapped(#""message":"m","tags":["warning","db","tada"]"#).data["title"] == "⚠️ 🎉 House")
    #expect(
      try mapped(#""title":"T","message":"m","tags":["skull"]"#).data["title"] == "💀 T")
  }

  @Test("C5: tags that name no emoji are listed below the text")
  func tags() throws {
    #expect(
      try mapped(#""message":"m","tags":["warning","db","night"]"#).data["body"]
        == "m\nTags: db, night")
    #expect(try mapped(#""message":" ","tags":["db"]"#).data["body"] == "Tags: db")
    #expect(try mapped(#""message":"m","tags":["warning"]"#).data["body"] == "m")
    let long = try mapped(
      "\"message\":\"\(String(repeating: "m", count: 2000))\",\"tags\":[\"db\"]")
    #expect(long.data["body"]?.hasSuffix("m…\nTags: db") == true)
    #expect(long.data["body"]?.count == Message.longestBody)
  }

  @Test(
    "C5: priority 5 is level 5 only where the subscription allows it",
    arguments: [
      (1, "1", "low"), (2, "2", "low"), (3, "3", "normal"), (4, "4", "high"), (5, "4", "high"),
    ])
  func priorities(priority: Int, level: String, name: String) throws {
    let data = try mapped(#""message":"m","priority":\#(priority)"#).data
    #expect(data["level"] == level)
    #expect(data["priority"] == name)
    var urgent = topic
    urgent.isUrgentAllowed = true
    let allowed = try mapped(#""message":"m","priority":\#(priority)"#, of: urgent).data
    #expect(allowed["level"] == String(priority))
  }

  @Test("C5: Markdown becomes its text, and only where it is Markdown")
  func markdown() throws {
    #expect(try mapped(#""message":"**a** b""#).data["body"] == "**a** b")
    #expect(
      try mapped(#""message":"**a** b","content_type":"text/markdown""#).data["body"] == "a b")
  }

  @Test(
    "C5: only the web and our own pages are links",
    arguments: [
      ("https://x.example/a b", "https://x.example/a%20b"),
      ("http://x.example", "http://x.example"),
      ("carillon://settings/status", "carillon://settings/status"),
      ("firstcrack://brew/12/live", "firstcrack://brew/12/live"), ("mailto:a@x.example", nil),
      ("file:///etc/passwd", nil), ("javascript:alert(1)", nil), ("ssh://host", nil),
      ("carillon://settings/../x", nil), ("https://u:p@x.example/", nil), ("x", nil),
    ] as [(String, String?)])
  func links(click: String, link: String?) throws {
    let click = try mapped(#""message":"m","click":"\#(click)""#)
    #expect(click.data["deepLink"] == link)
    #expect(click.leftOut == (link == nil ? [.click] : []))
  }

  @Test("C5: view, copy and http are buttons; broadcast and unknown ones are left out")
  func actions() throws {
    let mapped = try mapped(
      #"""
      "message":"m","actions":[
      {"action":"broadcast","label":"Phone"},{"action":"teleport","label":"Mars"},
      {"action":"view","label":"Open","url":"https://x.example/"},
      {"action":"copy","label":"Copy","value":"123"},
      {"action":"http","label":"Mute","url":"https://X.example/mute","body":"{}","clear":true}]
      """#)
    #expect(mapped.leftOut == [.broadcast, .unknownAction])
    let actions = try #require(mapped.data["actions"].flatMap { Action.list($0) })
    #expect(actions.map(\.id) == ["view-1", "copy-2", "http-3"])
    #expect(actions.map(\.title) == ["Open", "Copy", "Mute"])
    #expect(actions[0].link == "https://x.example/")
    #expect(actions[1].data == #"{"copy":"123"}"#)
    #expect(
      actions[2].data
        == #"{"http":{"body":"{}","clear":true,"headers":{},"#
        + #""method":"POST","url":"https://X.example/mute"}}"#)
    #expect(actions[2].request?.host == "x.example")
  }

  @Test(
    "C5: a button never posts in the clear or to what is no address, and never opens a file",
    arguments: [
      (#"{"action":"http","label":"x","url":"http://x.example/"}"#, NtfyMapping.LeftOut.request),
      (#"{"action":"http","label":"x","url":"file:///etc"}"#, .request),
      (#"{"action":"http","label":"x","url":"https://a@x.example/"}"#, .request),
      (#"{"action":"view","label":"x","url":"file:///etc/passwd"}"#, .address),
      (#"{"action":"view","label":"x","url":"intent://x"}"#, .address),
    ])
  func refusedActions(action: String, part: NtfyMapping.LeftOut) throws {
    let mapped = try mapped(#""message":"m","actions":[\#(action)]"#)
    #expect(mapped.leftOut == [part])
    #expect(mapped.data["actions"] == nil)
  }

  @Test(
    "C5: a button has no header field that frames its request, names its receiver, or is no field",
    arguments: [
      ("X-Token", "a", true), ("Authorization", "Bearer t", true), ("Content-Type", "a/b", true),
      ("Host", "x", false), ("content-length", "1", false), ("Transfer-Encoding", "x", false),
      ("COOKIE", "a=b", false), ("Connection", "close", false), ("TE", "x", false),
      ("a b", "c", false), ("X", "a\\nHost: b", false), ("", "x", false),
    ])
  func headers(name: String, value: String, isTaken: Bool) throws {
    let mapped = try mapped(
      #""message":"m","actions":[{"action":"http","label":"x","url":"https://x.example/","headers":{"\#(name)":"\#(value)"}}]"#
    )
    #expect(mapped.leftOut == (isTaken ? [] : [.request]))
    #expect((mapped.data["actions"] != nil) == isTaken)
  }

  @Test("C5: more than three buttons, or more than 8 KiB of them, are left out")
  func tooMany() throws {
    let view = #"{"action":"view","label":"x","url":"https://x.example/"}"#
    let four = try mapped(#""message":"m","actions":[\#(view),\#(view),\#(view),\#(view)]"#)
    #expect(four.leftOut == [.tooMany])
    #expect(four.data["actions"].flatMap { Action.list($0) }?.count == 3)
    let body = String(repeating: "x", count: 5000)
    let http = #"{"action":"http","label":"x","url":"https://x.example/","body":"\#(body)"}"#
    let large = try mapped(#""message":"m","actions":[\#(http),\#(http),\#(view)]"#)
    #expect(large.leftOut == [.tooMany])
    #expect(large.data["actions"].flatMap { Action.list($0) }?.map(\.id) == ["http-1", "view-2"])
    #expect(throws: Never.self) { try Message(large.text, receivedAt: Instant(seconds: 0)) }
  }

  @Test("C5: pictures come from the server, from elsewhere only if allowed")
  func pictures() throws {
    let own = #""url":"https://NTFY.example/file/a.png""#
    let other = #""url":"https://pix.example/a.png""#
    func attached(_ url: String, _ topic: NtfyTopic) throws -> Mapped {
      try mapped(
        #""message":"m","icon":\#(url.dropFirst(6)),"attachment":{"name":"a.png",\#(url)}"#,
        of: topic)
    }
    #expect(try attached(own, topic).data["imageUrl"] == "https://NTFY.example/file/a.png")
    #expect(try attached(own, topic).data["iconUrl"] == "https://NTFY.example/file/a.png")
    let foreign = try attached(other, topic)
    #expect(foreign.data["imageUrl"] == nil)
    #expect(foreign.data["iconUrl"] == nil)
    #expect(foreign.leftOut == [.foreignPicture])
    var open = topic
    open.hasForeignPictures = true
    #expect(try attached(other, open).data["imageUrl"] == "https://pix.example/a.png")
    #expect(try attached(#""url":"file:///a.png""#, open).leftOut == [.picture])
  }

  @Test("C5: a file that is no picture is a button")
  func files() throws {
    let mapped = try mapped(
      #""message":"m","attachment":{"name":"log.txt","type":"text/plain","url":"https://x.example/l"}"#
    )
    let actions = try #require(mapped.data["actions"].flatMap { Action.list($0) })
    #expect(actions.map(\.title) == ["log.txt"])
    #expect(actions.map(\.link) == ["https://x.example/l"])
    #expect(mapped.data["imageUrl"] == nil)
  }

  @Test("C5: bytes, and a document of our own, go on as they came")
  func bytes() throws {
    #expect(try mapping(#""message":"AP8=","encoding":"base64""#) == .bytes([0, 255]))
    let own = #"{"data":{"type":"brew"}}"#
    #expect(
      try mapping(#""message":"{\"data\":{\"type\":\"brew\"}}""#) == .bytes(Array(own.utf8)))
    // With a title it is a message that happens to look like one.
    #expect(try mapped(#""title":"T","message":"{\"data\":{}}""#).data["body"] == #"{"data":{}}"#)
    #expect(try mapped(#""message":"{\"data\":1}""#).data["body"] == #"{"data":1}"#)
  }

  @Test("C2: where only sealed messages are taken, plain ones are not")
  func sealed() throws {
    var sealed = topic
    sealed.isSealed = true
    #expect(try mapping(#""message":"m""#, of: sealed) == .unsealed)
    #expect(try mapping(#""message":"{\"data\":{}}""#, of: sealed) == .unsealed)
    #expect(try mapping(#""message":"AP8=","encoding":"base64""#, of: sealed) == .bytes([0, 255]))
  }

  @Test("C4: the same topic and id on two servers are two messages")
  func twoServers() throws {
    var other = topic
    other.port = 8443
    let ids = try [topic, other].map { try mapped(#""message":"m""#, of: $0).data["messageId"] }
    #expect(Set(ids).count == 2)
  }

  @Test("C5: texts are cleaned, and no longer than a field may be")
  func bounded() throws {
    let mapped = try mapped(#""title":"a\u202eb","message":"c\u0000d\ne""#)
    #expect(mapped.data["title"] == "ab")
    #expect(mapped.data["body"] == "cd\ne")
    let letter = "e" + String(repeating: "\u{301}", count: 8)
    let long = try self.mapped("\"message\":\"\(String(repeating: letter, count: 2000))\"")
    #expect(throws: Never.self) { try Message(long.text, receivedAt: Instant(seconds: 0)) }
    #expect(try #require(long.data["body"]).utf8.count <= Message.largestValue)
  }

  @Test("C5: at least 150 tags name an emoji")
  func emoji() {
    #expect(Emoji.table.count >= 150)
    #expect(Emoji.named("tada") == "🎉")
    #expect(Emoji.named("Tada") == nil)
    for (name, emoji) in Emoji.table {
      #expect(emoji.count == 1, "\(name): \(emoji)")
      #expect(
        emoji.unicodeScalars.allSatisfy {
          $0.properties.isEmoji || "\u{FE0F}\u{200D}".unicodeScalars.contains($0)
        },
        "\(name): \(emoji)")
    }
  }

  private struct Mapped {
    var text: String
    var data: [String: String]
    var leftOut: [NtfyMapping.LeftOut]
  }

  private func mapping(_ members: String, of topic: NtfyTopic? = nil) throws -> NtfyMapping {
    let line = #"{"id":"m1","time":1000,"event":"message","topic":"alerts",\#(members)}"#
    guard case .message(let message) = try NtfyEvent(line: Array(line.utf8)) else {
      throw Refusal(.refused, "no message")
    }
    return NtfyMapping(message, of: topic ?? self.topic, .english)
  }

  private func mapped(_ members: String, of topic: NtfyTopic? = nil) throws -> Mapped {
    guard case .message(let text, let leftOut) = try mapping(members, of: topic),
      case .object(let root) = JSONValue(parsing: text), let data = root["data"]
    else { throw Refusal(.refused, "no message") }
    return Mapped(
      text: text, data: try #require(deserializeTexts(from: data.serialized)), leftOut: leftOut)
  }
}

import CarillonFeatures
import Testing
@testable import CarillonEngine
@testable import CarillonInbox

/// Push messages as they arrive. (B1, B2)
@Suite struct MessageTests {
  private let now = at("2026-11-21T06:00:00Z")

  private func read(_ text: String) throws -> Message { try Message(text, receivedAt: now) }

  @Test(
    "B1: nested, flat and whole FCM v1 messages mean the same",
    arguments: [
      #"{"token":"t","data":{"type":"brew_stage","brewId":"b1","title":"T"}}"#,
      #"{"type":"brew_stage","brewId":"b1","title":"T"}"#,
      #"{"message":{"token":"t","data":{"type":"brew_stage","brewId":"b1","title":"T"}}}"#,
      #"{"message":{"data":{"type":"brew_stage","brewId":"b1"},"notification":{"title":"T"}}}"#,
    ])
  func shapes(_ text: String) throws {
    let message = try read(text)
    #expect(message.type == "brew_stage" && message["brewId"] == "b1" && message.title == "T")
  }

  @Test("B1: extra keys are kept, numbers become text, and actions may be a document")
  func extras() throws {
    let message = try read(#"{"data":{"type":"x","n":18,"colour":"red","actions":[{"id":"a"}]}}"#)
    #expect(message["n"] == "18" && message["colour"] == "red")
    #expect(message["actions"] == #"[{"id":"a"}]"#)
  }

  @Test(
    "B1: a message id is found beside data or in it",
    arguments: [
      (#"{"message_id":"a","data":{"messageId":"z"}}"#, "a"),
      (#"{"messageId":"b","data":{}}"#, "b"), (#"{"name":"c","data":{}}"#, "c"),
      (#"{"data":{"messageId":"d"}}"#, "d"),
    ])
  func ids(_ text: String, id: String) throws {
    #expect(try read(text).id == id)
  }

  @Test("B1: in a flat message, name, topic and the like are fields of its own")
  func flatName() throws {
    let message = try read(#"{"type":"x","title":"T","name":"Kitchen","topic":"t","token":"k"}"#)
    #expect(message.id == nil && message["name"] == "Kitchen")
    #expect(message["topic"] == "t" && message["token"] == "k")
  }

  @Test("B1: ids that differ only after a NUL, where a database cuts them, are different")
  func oddIDs() throws {
    let ids = try [#"a\u0000b"#, #"a\u0000c"#, "a", #"a\u0000b"#].map {
      try read(#"{"message_id":"\#($0)","data":{}}"#).id
    }
    #expect(ids[0] != ids[1] && ids[0] != ids[2] && ids[0] == ids[3])
    #expect(ids.allSatisfy { $0?.contains("\u{0}") == false })
    #expect(try read(#"{"message_id":"0:1795/é %ä","data":{}}"#).id == "0:1795/é %ä")
  }

  @Test("B1: a message without an id has none")
  func noID() throws {
    #expect(try read(#"{"data":{"title":"x"}}"#).id == nil)
  }

  @Test(
    "B1: an invalid or oversized message is refused with the field's name",
    arguments: [
      ("nonsense", "message"), ("[]", "message"), (#"{"data":[]}"#, "data"),
      (#"{"data":{"a":"\#(String(repeating: "x", count: 8193))"}}"#, "data.a"),
      (#"{"data":{"a":"\#(String(repeating: "x", count: 66_000))"}}"#, "message"),
      ("{\"data\":{\((0...100).map { "\"k\($0)\":\"\"" }.joined(separator: ","))}}", "data"),
    ])
  func refused(_ text: String, field: String) throws {
    let refusal = #expect(throws: Refusal.self) { try read(text) }
    #expect(refusal?.message.hasPrefix(field + ":") == true)
  }

  @Test("B1: a refusal contains only the printable part of a field's name")
  func oddField() {
    let value = String(repeating: "x", count: 8193)
    let refusal = #expect(throws: Refusal.self) {
      try read(#"{"data":{"a\u001b\n\u202eb":"\#(value)"}}"#)
    }
    #expect(refusal?.message == "data.a b: is larger than 8 KiB")
    let name = String(repeating: "n", count: 9000)
    let long = #expect(throws: Refusal.self) { try read(#"{"data":{"\#(name)":"\#(value)"}}"#) }
    #expect(long?.message.count ?? .max < 120)
  }

  @Test("B1: a value of exactly 8 KiB and a hundred keys are accepted")
  func limits() throws {
    let value = String(repeating: "x", count: 8192)
    #expect(try read(#"{"data":{"a":"\#(value)"}}"#)["a"] == value)
    let keys = (0..<100).map { "\"k\($0)\":\"v\"" }.joined(separator: ",")
    #expect(try read("{\"data\":{\(keys)}}").data.count == 100)
  }

  @Test("B1: ids of more than 255 bytes are hashed, and links of more than 4 KiB are not kept")
  func longNames() throws {
    func message(_ id: Int, _ link: Int) throws -> Message {
      let (id, link) = (String(repeating: "i", count: id), String(repeating: "l", count: link))
      return try read(
        #"{"data":{"messageId":"\#(id)","sequence":"\#(id)","deepLink":"\#(link)","imageUrl":"\#(link)"}}"#
      )
    }
    let kept = try message(255, 4096)
    #expect(kept.id?.count == 255 && kept.sequence?.count == 255)
    #expect(kept.link?.count == 4096 && kept.image?.count == 4096)
    let long = try message(256, 4097)
    #expect(long.id?.hasPrefix("hash-") == true && long.sequence == long.id)
    #expect(try long.id != message(257, 1).id)
    #expect(long.link == nil && long.image == nil)
  }

  @Test(
    "B1: it expires after its ttl, counted from its timestamp, else from now",
    arguments: [
      (#"{"android":{"ttl":"30s"},"data":{}}"#, "2026-11-21T06:00:30Z"),
      (
        #"{"android":{"ttl":"30s"},"data":{"timestamp":"2026-11-21T05:59:00Z"}}"#,
        "2026-11-21T05:59:30Z"
      ),
      (
        #"{"android":{"ttl":"30s"},"timestamp":1795240740,"data":{"timestamp":""}}"#,
        "2026-11-21T05:59:30Z"
      ),
      (#"{"android":{"ttl":"1.5s"},"data":{}}"#, "2026-11-21T06:00:01.500Z"),
      (#"{"webpush":{"headers":{"TTL":"60"}},"data":{}}"#, "2026-11-21T06:01:00Z"),
      (#"{"apns":{"headers":{"apns-expiration":"1795240800"}},"data":{}}"#, "2026-11-21T06:00:00Z"),
    ])
  func expiry(_ text: String, expires: String) throws {
    #expect(try read(text).expiresAt == at(expires))
  }

  @Test(
    "B1: an expiry without meaning counts as none",
    arguments: [
      #"{"android":{"ttl":"soon"},"data":{}}"#, #"{"android":{"ttl":"-1s"},"data":{}}"#,
      #"{"apns":{"headers":{"apns-expiration":"0"}},"data":{}}"#, #"{"data":{}}"#,
      // Not to be kept in transit; a message that has arrived is not over.
      #"{"android":{"ttl":"0s"},"data":{}}"#, #"{"webpush":{"headers":{"TTL":"0"}},"data":{}}"#,
      #"{"android":{"ttl":"99999999999999999999s"},"data":{}}"#,
    ])
  func noExpiry(_ text: String) throws {
    #expect(try read(text).expiresAt == nil)
  }

  @Test("B2: title and body come from data, else from any platform's notification")
  func texts() throws {
    #expect(try read(#"{"data":{"title":"a"},"notification":{"title":"b"}}"#).title == "a")
    #expect(
      try read(#"{"data":{},"apns":{"payload":{"aps":{"alert":{"title":"c","body":"d"}}}}}"#).body
        == "d")
    #expect(try read(#"{"data":{},"apns":{"payload":{"aps":{"alert":"only"}}}}"#).body == "only")
    #expect(try read(#"{"data":{},"webpush":{"notification":{"title":"w"}}}"#).title == "w")
  }

  @Test(
    "B2: a text without visible characters counts as missing, wherever it is",
    arguments: ["", " ", #"\u0007"#, #"\n"#, #"\u200b"#, #"\u202e\u2069"#])
  func blankTexts(_ blank: String) throws {
    let message = try read(
      """
      {"data":{"title":"\(blank)","body":"\(blank)"},
      "notification":{"title":"\(blank)"},"webpush":{"notification":{"title":"W","body":"w"}}}
      """)
    #expect(message.title == "W" && message.body == "w")
    let none = try read(#"{"data":{"title":"\#(blank)","body":"\#(blank)"}}"#)
    #expect(none.title == nil && none.body == nil)
  }

  @Test("B2: titles and bodies are cleaned of control and bidi characters")
  func cleaned() throws {
    let message = try read(#"{"data":{"title":"a\u202eb\nc","body":"x\u0007\ny"}}"#)
    #expect(message.title == "ab c" && message.body == "x\ny")
  }

  @Test(
    "B2: an invalid number, or one out of range, counts as missing",
    arguments: ["", "abc", "nan", "inf", "0x1p3", "1e3", "-1", "100.1", "5 ", "１８", "."])
  func numbers(_ text: String) throws {
    let message = try read(#"{"data":{"dose":"\#(text)"}}"#)
    #expect(message.number("dose", 0...100) == nil)
  }

  @Test(
    "B2: a number inside its range is read", arguments: [("0", 0), ("18.5", 18.5), ("100", 100)])
  func goodNumbers(_ text: String, value: Double) throws {
    #expect(try read(#"{"data":{"dose":"\#(text)"}}"#).number("dose", 0...100) == value)
  }

  @Test(
    "B14: urgency follows the message's priority, and is low only if that is",
    arguments: [
      (#"{"data":{}}"#, Message.Priority.normal),
      (#"{"data":{},"android":{"priority":"high"}}"#, .high),
      (#"{"data":{},"android":{"notification":{"priority":"low"}}}"#, .low),
      (#"{"data":{},"android":{"notification":{"notification_priority":"PRIORITY_LOW"}}}"#, .low),
      (#"{"data":{"priority":"low"}}"#, .low),
      (#"{"data":{"priority":""},"android":{"priority":"low"}}"#, .low),
      (#"{"data":{},"apns":{"headers":{"apns-priority":"5"}}}"#, .normal),
    ])
  func priority(_ text: String, priority: Message.Priority) throws {
    #expect(try read(text).priority == priority)
  }

  @Test(
    "B6: actions with any malformed part count as none",
    arguments: [
      "", "nonsense", "{}", "[]", "[1]", #"[{"id":"a"}]"#, #"[{"id":"","title":"x"}]"#,
      #"[{"id":"a b","title":"x"}]"#, #"[{"id":"default","title":"x"}]"#,
      #"[{"id":"a","title":"x"},{"id":"a","title":"y"}]"#, #"[{"id":"a","title":"\u0007"}]"#,
      #"[{"id":"a","title":" \u200b"}]"#,
    ])
  func badActions(_ text: String) {
    #expect(Action.list(text) == nil)
  }

  @Test("B6: of more than three actions the first three are used")
  func manyActions() {
    let text = (1...5).map { #"{"id":"a\#($0)","title":"T"}"# }.joined(separator: ",")
    #expect(Action.list("[\(text)]")?.map(\.id) == ["a1", "a2", "a3"])
  }

  @Test(
    "B16: links lead to a brew, or to the latest one",
    arguments: [
      ("firstcrack://brew/123/live", "brew:brew_123"), ("firstcrack://brew/b_1", "brew:b_1"),
      ("firstcrack://brew/status", nil), ("FIRSTCRACK://brew/live", nil),
      ("firstcrack://brew/complete/", nil),
    ] as [(String, String?)])
  func links(_ link: String, tag: String?) {
    guard case .thread(let target)? = Features.all.kinds.page(link) else {
      Issue.record("\(link) leads nowhere")
      return
    }
    #expect(target.tag == tag && target.kind == "brew")
  }

  @Test(
    "B16, D5: an unknown link leads nowhere",
    arguments: [
      "firstcrack://brew", "firstcrack://brew/", "firstcrack://beans/1", "firstcrack://brew/1/stop",
      "firstcrack://brew/../etc", "firstcrack://brew/a%2Fb", "firstcrack://brew/1/live/x",
      "firstcrack:brew/1", "javascript://brew/1", "firstcrack://brew/1?x=y", "",
      "firstcrack://brew/\(String(repeating: "a", count: 129))",
    ])
  func noLinks(_ link: String) {
    #expect(Features.all.kinds.page(link) == nil)
  }
}

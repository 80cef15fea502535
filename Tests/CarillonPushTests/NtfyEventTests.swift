import CarillonFeatures
import Testing

@testable import CarillonPush

/// One line of a server. (C4)
@Suite struct NtfyEventTests {
  @Test("C4: open, keepalive, poll requests and events of newer servers are told apart")
  func plainEvents() throws {
    #expect(try event(#"{"id":"a","time":1,"event":"open","topic":"t1,t2"}"#) == .open)
    #expect(try event(#"{"id":"b","time":2,"event":"keepalive","topic":"t1,t2"}"#) == .keepalive)
    #expect(
      try event(#"{"id":"c","time":3,"event":"poll_request","topic":"t"}"#)
        == .pollRequest(topic: "t"))
    #expect(try event(#"{"event":"message_pinned","id":7}"#) == .unknown("message_pinned"))
    #expect(try event(#"{"event":"open"}"#).position(at: .distantFuture) == nil)
  }

  @Test("C4: a message with every field")
  func complete() throws {
    let line = #"""
      {"id":"sPs71M8A2T","time":1643935928,"expires":1643979128,"event":"message","topic":"alerts",
      "sequence_id":"disk-1","priority":5,"tags":["warning","skull","backup"],
      "title":"Disk\u0007 full","message":"only 3 %","click":"https://x.example/","icon":"https://x.example/i.png",
      "content_type":"text/markdown","attachment":{"name":"log.txt","type":"text/plain","size":17,
      "expires":1643946728,"url":"https://ntfy.sh/file/a.txt"},"actions":[
      {"id":"1","action":"view","label":"Open","url":"https://x.example/","clear":true},
      {"id":"2","action":"http","label":"Mute","url":"https://x.example/mute","method":"put",
      "headers":{"X-A":"b"},"body":"{}","clear":false},
      {"id":"3","action":"broadcast","label":"Phone","intent":"io.x","extras":{"a":"b"}},
      {"id":"4","action":"copy","label":"Copy","value":"12\n34"}]}
      """#
    guard case .message(let message) = try event(line) else {
      Issue.record("no message")
      return
    }
    #expect(message.id == "sPs71M8A2T")
    #expect(message.topic == "alerts")
    #expect(message.time == Instant(seconds: 1_643_935_928))
    #expect(message.forgottenAt == Instant(seconds: 1_643_979_128))
    #expect(message.sequence == "disk-1")
    #expect(message.title == "Disk full")
    #expect(message.body == .markdown("only 3 %"))
    #expect(message.priority == .highest)
    #expect(message.tags == ["warning", "skull", "backup"])
    #expect(message.click == "https://x.example/")
    #expect(message.icon == "https://x.example/i.png")
    let attachment = try #require(message.attachment)
    #expect(attachment.name == "log.txt")
    #expect(attachment.size == 17)
    #expect(message.actions.map(\.label) == ["Open", "Mute", "Phone", "Copy"])
    #expect(message.actions.map(\.clears) == [true, false, false, false])
    #expect(
      message.actions.map(\.kind) == [
        .view(url: "https://x.example/"),
        .http(
          .init(
            method: "PUT", url: "https://x.example/mute", headers: ["X-A": "b"], body: "{}")),
        .broadcast, .copy(text: "12\n34"),
      ])
  }

  @Test("C4: the smallest message, and the id that later ones name")
  func smallest() throws {
    let line = #"{"id":"x1","time":5,"event":"message","topic":"t","message":"hi"}"#
    guard case .message(let message) = try event(line) else {
      Issue.record("no message")
      return
    }
    #expect(message.sequence == "x1")
    #expect(message.priority == .normal)
    #expect(message.body == .plain("hi"))
    #expect(message.title == nil)
    // The server does not keep it: it would not know where to go on.
    #expect(try event(line).position(at: .distantFuture) == nil)
    #expect(
      try event(line.dropLast() + #","expires":9}"#).position(at: .distantFuture)
        == Mark(id: "x1", time: Instant(seconds: 5)))
  }

  @Test("C4: base64 becomes bytes")
  func base64() throws {
    let line =
      #"{"id":"x","time":5,"event":"message","topic":"t","message":"AP8=","encoding":"base64"}"#
    guard case .message(let message) = try event(line) else {
      Issue.record("no message")
      return
    }
    #expect(message.body == .bytes([0, 255]))
  }

  @Test("C4: tombstones name a sequence", arguments: ["message_delete", "message_clear"])
  func tombstones(name: String) throws {
    let line =
      #"{"id":"z","time":9,"event":"\#(name)","topic":"t","sequence_id":"disk-1","expires":99}"#
    let expected = NtfyEvent.Tombstone(
      id: "z", topic: "t", time: Instant(seconds: 9), sequence: "disk-1",
      forgottenAt: Instant(seconds: 99))
    #expect(
      try event(line) == (name == "message_delete" ? .deleted(expected) : .cleared(expected)))
    #expect(
      try event(line).position(at: .distantFuture) == Mark(id: "z", time: Instant(seconds: 9)))
  }

  /// A member of a message, its value as JSON, and how the refusal begins.
  static let bad: [(String, String, String)] = [
    ("id", "7", "id: must be a text"), ("id", "\"\"", "id: must have 1 to 64"),
    ("id", "\"a b\"", "id: must have 1 to 64"), ("id", "null", "id: must be a text"),
    ("time", "\"now\"", "time: must be a whole number"),
    ("time", "1.5", "time: must be a whole number"), ("time", "-1", "time: must be from 0"),
    ("time", "9223372036854775807", "time: must be from 0"),
    ("topic", "\"a/b\"", "topic: must have 1 to 64"), ("topic", "[]", "topic: must be a text"),
    ("event", "1", "event: must be a text"),
    ("expires", "\"x\"", "expires: must be a whole number"),
    ("sequence_id", "\"../x\"", "sequence_id: must have"),
    ("title", "{}", "title: must be a text"), ("message", "[1]", "message: must be a text"),
    ("encoding", "\"gzip\"", "encoding: must be base64"),
    ("content_type", "1", "content_type: must be a text"),
    ("priority", "6", "priority: must be from 0 to 5"),
    ("priority", "\"high\"", "priority: must be a whole number"),
    ("tags", "\"a\"", "tags: must be a list"), ("tags", "[1]", "tags[0]: must be a text"),
    ("click", "true", "click: must be a text"), ("icon", "0", "icon: must be a text"),
    ("attachment", "\"x\"", "attachment: must be an object"),
    ("attachment", "{\"name\":\"x\"}", "attachment.url: is required"),
    ("attachment", "{\"url\":\"x\"}", "attachment.name: is required"),
    (
      "attachment", "{\"name\":\"x\",\"url\":\"x\",\"size\":-1}", "attachment.size: must be from 0"
    ),
    ("actions", "{}", "actions: must be a list"), ("actions", "[7]", "actions[0]: must be an obj"),
    ("actions", "[{\"label\":\"x\"}]", "actions[0].action: is required"),
    ("actions", "[{\"action\":\"view\"}]", "actions[0].label: is required"),
    ("actions", "[{\"action\":\"view\",\"label\":\" \"}]", "actions[0].label: is empty"),
    ("actions", "[{\"action\":\"view\",\"label\":\"x\"}]", "actions[0].url: is required"),
    ("actions", "[{\"action\":\"copy\",\"label\":\"x\"}]", "actions[0].value: is required"),
    (
      "actions", "[{\"action\":\"http\",\"label\":\"x\",\"url\":\"x\",\"method\":\"RM\"}]",
      "actions[0].method: is no method"
    ),
    (
      "actions", "[{\"action\":\"http\",\"label\":\"x\",\"url\":\"x\",\"headers\":{\"A\":1}}]",
      "actions[0].headers.A: must be a text"
    ),
    (
      "actions", "[{\"action\":\"view\",\"label\":\"x\",\"url\":\"x\",\"clear\":1}]",
      "actions[0].clear: must be true or false"
    ),
  ]

  @Test("C4: a bad field is named", arguments: bad)
  func named(key: String, value: String, reason: String) {
    var members = [
      "id": "\"a\"", "time": "1", "event": "\"message\"", "topic": "\"t\"", "message": "\"m\"",
    ]
    members[key] = value
    #expect(problem(with: members).hasPrefix(reason), "\(problem(with: members))")
  }

  @Test("C4: a missing field is named", arguments: ["id", "time", "event", "topic"])
  func missing(key: String) {
    var members = ["id": "\"a\"", "time": "1", "event": "\"message\"", "topic": "\"t\""]
    members[key] = nil
    #expect(problem(with: members) == "\(key): is required")
  }

  @Test("C4: what is no object is refused", arguments: ["", "x", "[]", "1", "{\"event\":", "null"])
  func noObject(line: String) {
    #expect(throws: Refusal.self) { try event(line) }
  }

  @Test("C4: base64 that is none is refused")
  func badBase64() {
    #expect(
      problem(with: [
        "id": "\"a\"", "time": "1", "event": "\"message\"", "topic": "\"t\"", "message": "\"é\"",
        "encoding": "\"base64\"",
      ]) == "message: is not base64")
  }

  @Test("C4: 1,000 malformed lines are refused by a field, or read")
  func malformed() throws {
    let samples = Self.samples
    var dice = SeededDice(state: 1000)
    var refused = 0
    for _ in 0..<1000 {
      var line = Array((samples.randomElement(using: &dice) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let place = Int.random(in: 0..<line.count, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: line[place] = .random(in: 0...255, using: &dice)
        case 1: line.removeSubrange(place..<min(line.count, place + 5))
        default: line.insert(contentsOf: line[..<place], at: place)
        }
        if line.isEmpty { line = [0x7B] }
      }
      do throws(Refusal) {
        _ = try NtfyEvent(line: line)
      } catch {
        refused += 1
        let end = try #require(error.message.firstIndex(of: ":"))
        #expect(end > error.message.startIndex)
      }
    }
    #expect(refused > 500)
  }

  static let samples = [
    #"{"id":"a","time":1,"event":"open","topic":"t1,t2"}"#,
    #"{"id":"a1","time":1643935928,"event":"message","topic":"t","title":"T","message":"m","tags":["warning"]}"#,
    #"{"id":"a1","time":2,"event":"message","topic":"t","message":"AP8=","encoding":"base64"}"#,
    #"{"id":"z","time":9,"event":"message_delete","topic":"t","sequence_id":"disk-1"}"#,
    #"{"id":"b","time":2,"event":"message","topic":"t","actions":[{"action":"view","label":"x","url":"y"}]}"#,
  ]

  private func event(_ line: some StringProtocol) throws(Refusal) -> NtfyEvent {
    try NtfyEvent(line: Array(line.utf8))
  }

  private func problem(with members: [String: String]) -> String {
    let line = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    do throws(Refusal) {
      _ = try event("{\(line)}")
      return "none"
    } catch {
      return error.message
    }
  }
}

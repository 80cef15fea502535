import CarillonGLib
import Testing

@testable import CarillonPush

/// What a distributor may say. (C3)
@Suite struct ConnectorCallTests {
  private static let old = Connector.first
  private static let new = Connector.second

  private func read(_ method: String, _ values: [String: Variant]) -> ConnectorCall? {
    ConnectorCall(Self.new, method, [.dictionary(values)])
  }

  @Test("C3: both versions are read")
  func versions() {
    let message = ConnectorCall.message(token: "t", bytes: [1], id: "i")
    #expect(
      read("Message", ["token": .string("t"), "message": .bytes([1]), "id": .string("i")])
        == message)
    #expect(
      ConnectorCall(Self.old, "Message", [.string("t"), .bytes([1]), .string("i")]) == message)
    let endpoint = ConnectorCall.endpoint(token: "t", endpoint: "https://p.example/1")
    #expect(
      read("NewEndpoint", ["token": .string("t"), "endpoint": .string("https://p.example/1")])
        == endpoint)
    #expect(
      ConnectorCall(Self.old, "NewEndpoint", [.string("t"), .string("https://p.example/1")])
        == endpoint)
    #expect(read("Unregistered", ["token": .string("t")]) == .unregistered(token: "t"))
    #expect(ConnectorCall(Self.old, "Unregistered", [.string("")]) == .unregistered(token: ""))
  }

  @Test("C3: an id is optional, and an empty one is none")
  func ids() {
    let plain = ["token": Variant.string("t"), "message": .bytes([1])]
    let none = ConnectorCall.message(token: "t", bytes: [1], id: nil)
    #expect(read("Message", plain) == none)
    for (id, isRead): (Variant, Bool) in [
      (.string(""), true), (.int32(1), false), (.string(String(repeating: "i", count: 256)), false),
    ] {
      #expect(read("Message", plain.merging(["id": id]) { $1 }) == (isRead ? none : nil))
    }
  }

  @Test(
    "C3: a message has 1 to 4096 bytes", arguments: [0: false, 1: true, 4096: true, 4097: false])
  func sizes(count: Int, isRead: Bool) {
    let bytes = Variant.bytes(Array(repeating: 7, count: count))
    #expect((read("Message", ["token": .string("t"), "message": bytes]) != nil) == isRead)
    #expect(
      (ConnectorCall(Self.old, "Message", [.string("t"), bytes, .string("")]) != nil) == isRead)
  }

  @Test("C3: what lacks a value, or has one of another type, is malformed")
  func types() {
    let cases: [(String, [String: Variant])] = [
      ("Message", [:]), ("Message", ["token": .string("t")]), ("Message", ["message": .bytes([1])]),
      ("Message", ["token": .bytes([0x74]), "message": .bytes([1])]),
      ("Message", ["token": .objectPath("/t"), "message": .bytes([1])]),
      ("Message", ["token": .string("t"), "message": .string("text")]),
      ("NewEndpoint", ["token": .string("t")]),
      ("NewEndpoint", ["token": .string("t"), "endpoint": .bool(true)]),
      ("Unregistered", [:]), ("Unregistered", ["token": .uint32(1)]),
      ("Else", ["token": .string("t")]),
    ]
    for (method, values) in cases { #expect(read(method, values) == nil, "\(method) \(values)") }
    #expect(ConnectorCall(Self.new, "Message", []) == nil)
  }

  @Test(
    "C3: an endpoint is an address of the web of at most 1000 bytes, or empty",
    arguments: [
      "": true, "http://localhost:8080/a?up=1": true, "HTTPS://p.example": true,
      "ftp://p.example/": false, "https://": false, "https:///path": false, "p.example": false,
      "https://p.example/a b": false, "https://p.example/\n": false, "https://pé.example": false,
      "https://p.example/" + String(repeating: "x", count: 982): true,
      "https://p.example/" + String(repeating: "x", count: 983): false,
    ])
  func endpoints(endpoint: String, isRead: Bool) {
    let values = ["token": Variant.string("t"), "endpoint": .string(endpoint)]
    #expect((read("NewEndpoint", values) != nil) == isRead)
  }
}

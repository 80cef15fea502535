import CarillonFeatures
import CarillonGLib
import Foundation
import TestBus
import Testing

@testable import CarillonPush

/// The connector among processes that mean harm. (C3)
@Suite(.serialized) @MainActor struct HostileDistributorTests {
  private let daemon: PrivateBus
  private let app: App

  init() throws {
    daemon = try PrivateBus()
    app = try App(daemon)
  }

  private static let endpoint = "https://p.example/1"
  private static let evil = "https://evil.example/1"

  private func begin() throws -> Peer {
    let peer = try Peer(daemon)
    try peer.own(app)
    app.begin()
    try app.wait { $0.connector.registration.distributor != nil }
    return peer
  }

  @Test("C3: no other process of the session can bring an endpoint or a message, or end it")
  func strangers() throws {
    let peer = try begin()
    peer.tell("NewEndpoint", ["endpoint": .string(Self.endpoint)])
    try app.wait { $0.endpoints == [Self.endpoint] }
    let stranger = try Peer(daemon)
    stranger.tell("NewEndpoint", ["endpoint": .string(Self.evil)])
    stranger.tell("Message", ["message": .bytes([1])])
    stranger.tell("Unregistered")
    stranger.tellOld("Message", [.string(App.token), .bytes([1]), .string("")])
    try app.wait { _ in stranger.answers.count == 4 }
    #expect(stranger.errors == Array(repeating: "AccessDenied", count: 4))
    app.run(for: .milliseconds(1100))
    #expect(app.endpoints == [Self.endpoint] && app.messages.isEmpty)
    #expect(app.connector.counts.strangers == 4)
    // Meanwhile the distributor itself is heard.
    stranger.tell("Message", ["message": .bytes([1])])
    peer.tell("Message", ["message": .bytes([2])])
    try app.wait { $0.messages.map(\.bytes) == [[2]] }
    #expect(stranger.answers.count == 4)
  }

  @Test("C3: a distributor that gets its name just after its call is heard, in order")
  func early() throws {
    let old = try begin()
    old.leave()
    let new = try Peer(daemon)
    new.tell("NewEndpoint", ["endpoint": .string("")])
    new.tell("NewEndpoint", ["endpoint": .string(Self.endpoint)])
    new.tell("Message", ["message": .bytes([1])])
    app.run(for: .milliseconds(200))
    #expect(app.messages.isEmpty)
    try new.own(app)
    new.tell("Message", ["message": .bytes([2])])
    try app.wait { $0.messages.count == 2 && $0.endpoints == [Self.endpoint] }
    #expect(app.messages.map(\.bytes) == [[1], [2]])
    #expect(new.errors.isEmpty)
  }

  @Test(
    "C3: malformed calls, and those with another token, are answered, counted, and lead to nothing")
  func malformed() throws {
    let peer = try begin()
    let long = Variant.bytes(Array(repeating: 1, count: 4097))
    peer.tell("Message", ["message": .bytes([]), "id": .string("i1")])
    peer.tell("Message", ["message": long])
    peer.tell("Message", ["message": .string("text")])
    peer.tell("NewEndpoint", ["endpoint": .string("ftp://p.example")])
    peer.tell("NewEndpoint", ["endpoint": .string("https://" + String(repeating: "x", count: 993))])
    peer.tell("Unregistered", ["token": .uint32(1)])
    peer.tell("Message", ["message": .bytes(Array(repeating: 1, count: 1 << 20))])
    peer.tell("Message", ["token": .string("another"), "message": .bytes([1])])
    peer.tell("Unregistered", ["token": .string("another")])
    try app.wait { _ in peer.answers.count == 9 }
    #expect(peer.errors.isEmpty)
    // An id goes back, or the distributor would bring the same again. What is too long is answered
    // at once, even before it.
    let named: [Variant] = [.dictionary(["id": .string("i1")])]
    #expect(peer.replies.count { $0 == named } == 1)
    #expect(peer.replies.count { $0 == [.dictionary([:])] } == 8)
    app.run(for: .milliseconds(200))
    #expect(app.messages.isEmpty && app.endpoints.isEmpty)
    #expect(app.connector.counts.malformed == 7)
    #expect(app.connector.counts.unknownToken == 2)
  }

  @Test("C3: of a flood a thousand messages are taken, and the distributor has to keep the rest")
  func flood() throws {
    let peer = try begin()
    app.commitsAtOnce = false
    for number in 0..<1100 {
      peer.tell("Message", ["message": .bytes([UInt8(number % 256)])])
    }
    try app.wait { peer.answers.count == 100 && $0.messages.count == 1000 }
    #expect(peer.errors == Array(repeating: "LimitsExceeded", count: 100))
    #expect(app.connector.counts.refused == 100)
    for receipt in app.receipts { receipt.committed() }
    try app.wait { _ in peer.answers.count == 1100 }
    // There is room again.
    peer.tell("Message", ["message": .bytes([7])])
    try app.wait { $0.messages.count == 1001 }
  }

  @Test("C3: before the start a thousand calls wait, and no more")
  func floodBeforeStart() throws {
    let peer = try Peer(daemon)
    try peer.own(app)
    for _ in 0..<1100 { peer.tell("Message", ["message": .bytes([1])]) }
    try app.wait { _ in peer.answers.count == 100 }
    #expect(peer.errors == Array(repeating: "LimitsExceeded", count: 100))
    app.begin(after: .init(distributor: Peer.name))
    try app.wait { $0.messages.count == 1000 }
    try app.wait { _ in peer.answers.count == 1100 }
  }

  @Test("C3: a flood of endpoints is reported a few times, and the last one at the end")
  func endpoints() throws {
    let peer = try begin()
    for number in 0..<2000 {
      peer.tell("NewEndpoint", ["endpoint": .string("https://p.example/\(number)")])
    }
    try app.wait { $0.endpoints.last == "https://p.example/1999" }
    #expect(app.endpoints.count <= 6)
  }

  @Test("C3: an endpoint is heard behind more messages than may wait")
  func endpointBehindMessages() throws {
    let peer = try begin()
    for number in 0..<1500 {
      peer.tell("Message", ["message": .bytes([UInt8(number & 0xff)])])
    }
    for number in 0..<1500 {
      peer.tell("NewEndpoint", ["endpoint": .string("https://p.example/\(number)")])
    }
    // All of it is read from the bus before anything is handled.
    Thread.sleep(forTimeInterval: 1)
    try app.wait { $0.endpoints.last == "https://p.example/1499" }
  }

  @Test("C3: the end of the registration is heard behind more messages than may wait")
  func endBehindMessages() throws {
    let peer = try begin()
    peer.tell("NewEndpoint", ["endpoint": .string(Self.endpoint)])
    try app.wait { $0.endpoints == [Self.endpoint] }
    for number in 0..<1500 {
      peer.tell("Message", ["message": .bytes([UInt8(number & 0xff)])])
    }
    peer.tell("Unregistered", [:])
    Thread.sleep(forTimeInterval: 1)
    try app.wait { $0.connector.registration.endpoint == nil }
    #expect(!peer.errors.isEmpty)
  }

  @Test("C3: names of distributors that come and go by the hundred do not disturb the one in use")
  func names() throws {
    let peer = try begin()
    peer.tell("NewEndpoint", ["endpoint": .string(Self.endpoint)])
    try app.wait { $0.endpoints == [Self.endpoint] }
    let noisy = try daemon.connect()
    let long = Distributors.namespace + "." + String(repeating: "n", count: 220)
    for number in 0..<300 {
      noisy.call(.daemon, "RequestName", [.string("\(long)\(number)"), .uint32(4)]) { _ in }
      noisy.call(.daemon, "ReleaseName", [.string("\(long)\(number)")]) { _ in }
    }
    app.run(for: .seconds(1))
    #expect(app.connector.registration.distributor == Peer.name)
    peer.tell("Message", ["message": .bytes([9])])
    try app.wait { $0.messages.map(\.bytes) == [[9]] }
  }
}

/// A process that calls the connector, and may have the name of a distributor.
///
/// It answers no calls.
@MainActor private final class Peer {
  static let name = Distributors.namespace + ".peer"
  private(set) var answers: [Result<[Variant], GLibError>] = []
  private let bus: Bus
  private var ownership: Subscription?

  init(_ daemon: PrivateBus) throws {
    bus = try daemon.connect()
  }

  func own(_ app: App) throws {
    var isOurs = false
    ownership = bus.own(Self.name) { isOurs = $0 }
    try app.wait { _ in isOurs }
  }

  func leave() {
    ownership = nil
    bus.disconnect()
  }

  func tell(_ method: String, _ values: [String: Variant] = [:]) {
    let all = ["token": Variant.string(App.token)].merging(values) { $1 }
    call(Connector.second, method, [.dictionary(all)])
  }

  func tellOld(_ method: String, _ values: [Variant]) { call(Connector.first, method, values) }

  private func call(_ interface: String, _ method: String, _ values: [Variant]) {
    bus.call(BusObject(App.name, Connector.path, interface), method, values) { [weak self] in
      self?.answers.append($0)
    }
  }

  var replies: [[Variant]] { answers.compactMap { try? $0.get() } }

  /// The ends of their names.
  var errors: [String] {
    answers.compactMap { answer in
      guard case .failure(let error) = answer else { return nil }
      return error.remoteName?.split(separator: ".").last.map(String.init) ?? error.message
    }
  }
}

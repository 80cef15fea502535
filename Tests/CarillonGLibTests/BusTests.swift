import CGio
import CarillonFeatures
import TestBus
import Testing

@testable import CarillonGLib

@Suite(.serialized) @MainActor struct BusTests {
  let daemon: PrivateBus

  init() throws {
    daemon = try PrivateBus()
  }

  static let description = """
    <node><interface name="test.Clock">
      <method name="Add"><arg direction="in" type="u"/><arg direction="in" type="u"/>
        <arg direction="out" type="u"/></method>
      <method name="Echo"><arg direction="in" type="v"/><arg direction="out" type="v"/></method>
      <method name="Wait"/>
      <property name="Face" type="s" access="read"/>
    </interface></node>
    """
  static func clock(of bus: Bus) -> BusObject {
    BusObject(bus.uniqueName, "/clock", "test.Clock")
  }

  /// Waits for the answer to a call.
  private func answer(
    _ bus: Bus, _ object: BusObject, _ method: String, _ arguments: [Variant] = [],
    timeout: Span? = .seconds(5)
  ) throws -> [Variant] {
    var result: Result<[Variant], GLibError>?
    bus.call(object, method, arguments, timeout: timeout) { result = $0 }
    #expect(result == nil, "an answer never comes before the call returns")
    MainLoop.run(atMost: .seconds(10)) { result != nil }
    return try #require(result).get()
  }

  @Test("A method is answered later, and its arguments arrive unchanged")
  func answersLater() throws {
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let exported = try server.export(Self.description, at: "/clock") { call in
      #expect(call.sender == client.uniqueName)
      MainLoop.after(.milliseconds(20)) {
        guard case .uint32(let left)? = call.arguments[at: 0],
          case .uint32(let right)? = call.arguments[at: 1]
        else { return call.fail("test.Error.Arguments", "two numbers") }
        call.reply([.uint32(left + right)])
      }
    }
    defer { exported.cancel() }
    let sum = try answer(client, Self.clock(of: server), "Add", [.uint32(40), .uint32(2)])
    #expect(sum == [.uint32(42)])
  }

  @Test(
    "Values of every type survive the bus",
    arguments: [
      .bool(true), .byte(200), .int16(-3), .uint16(65_000), .int32(.min), .uint32(.max),
      .int64(.min), .uint64(.max), .double(-0.5), .string("Grüße, 𝔘\u{301}"), .string(""),
      .objectPath("/a/b"), .signature("a{sv}"), .bytes([]), .bytes([0, 255, 3]),
      .strings([]), .strings(["a", ""]), .array(of: "(si)", [.tuple([.string("x"), .int32(1)])]),
      .dictionary([:]),
      .dictionary(["b": .bool(false), "a": .dictionary(["n": .int32(1)])]),
      .array(of: "{us}", [.entry(.uint32(1), .string("one"))]), .array(of: "ay", [.bytes([1])]),
      .tuple([.variant(.variant(.string("deep")))]),
    ] as [Variant])
  func roundTrip(value: Variant) throws {
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let exported = try server.export(Self.description, at: "/clock") { $0.reply($0.arguments) }
    defer { exported.cancel() }
    let echo = try answer(client, Self.clock(of: server), "Echo", [.variant(value)])
    #expect(echo == [.variant(value)])
  }

  @Test("T25: of combining marks in a row 30 arrive, in texts and in names of dictionaries")
  func combiningMarks() throws {
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let exported = try server.export(Self.description, at: "/clock") { $0.reply($0.arguments) }
    defer { exported.cancel() }
    let many = String(repeating: "\u{344}\u{316}", count: 100_000)
    let few = String(repeating: "\u{344}\u{316}", count: 15)
    // Made of parts, because a dictionary of our own would hash the name.
    let sent = Variant.array(
      of: "{ss}", [.entry(.string("a\(many)"), .string("b\(many)c"))])
    let echo = try answer(client, Self.clock(of: server), "Echo", [.variant(sent)])
    #expect(
      echo == [
        .variant(.array(of: "{ss}", [.entry(.string("a\(few)"), .string("b\(few)c"))]))
      ])
  }

  @Test("Names below a namespace are told when they come and go, and others are not")
  func namespaces() throws {
    let (watcher, owner) = (try daemon.connect(), try daemon.connect())
    var changes = 0
    let watch = watcher.onNames(in: "test.space") { changes += 1 }
    defer { watch.cancel() }
    for name in ["test.spacecraft", "test.other", "test.space.one", "test.space.two"] {
      _ = try answer(owner, .daemon, "RequestName", [.string(name), .uint32(4)])
    }
    // Signals from before an answer of the bus have arrived with it.
    _ = try answer(watcher, .daemon, "GetId")
    MainLoop.run(atMost: .milliseconds(50)) { changes > 2 }
    #expect(changes == 2)
    owner.disconnect()
    MainLoop.run(atMost: .seconds(5)) { changes == 4 }
    #expect(changes == 4)
  }

  @Test("An error has its D-Bus name and message, without GLib's prefix")
  func errors() throws {
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let exported = try server.export(Self.description, at: "/clock") {
      $0.fail("test.Error.Broken", "No hands.")
    }
    defer { exported.cancel() }
    let error = #expect(throws: GLibError.self) {
      try answer(client, Self.clock(of: server), "Wait")
    }
    #expect(error?.remoteName == "test.Error.Broken")
    #expect(error?.message == "No hands.")
    let unknown = #expect(throws: GLibError.self) {
      try answer(client, BusObject("test.Nobody", "/x", "test.X"), "Y")
    }
    #expect(unknown?.remoteName == "org.freedesktop.DBus.Error.ServiceUnknown")
  }

  @Test("A call of a path that is none fails, and is answered like any other")
  func noPath() throws {
    let bus = try daemon.connect()
    let object = BusObject(bus.uniqueName, "not a path", "test.Clock")
    #expect { try answer(bus, object, "Wait") } throws: { error in
      (error as? GLibError)?.message == "This is no object path."
    }
  }

  @Test("T25: what waits counts with what it takes in memory: a value of no byte takes a hundred")
  func weight() throws {
    func weight(_ count: Int) -> Int? {
      let value = Variant.array(of: "ay", Array(repeating: .bytes([]), count: count)).makeGVariant()
      defer { g_variant_unref(value) }
      return Bus.weight(of: value)
    }
    #expect(try #require(weight(5000)) > 500_000)
    #expect(try #require(weight(0)) < 1000)
    #expect(weight(10_000) == nil)
  }

  @Test("An answer of more than 10,000 values is not read")
  func wideAnswer() throws {
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let exported = try server.export(Self.description, at: "/clock") { call in
      call.reply([.variant(.array(of: "n", Array(repeating: .int16(1), count: 10_000)))])
    }
    defer { exported.cancel() }
    #expect(throws: GLibError.self) {
      try answer(client, Self.clock(of: server), "Echo", [.variant(.bool(true))])
    }
  }

  @Test("A dropped call fails, and an unanswered one times out")
  func unanswered() throws {
    let (server, client) = (try daemon.connect(), try daemon.connect())
    var kept: [BusCall] = []
    var keeps = false
    let exported = try server.export(Self.description, at: "/clock") {
      if keeps { kept.append($0) }
    }
    defer { exported.cancel() }
    let dropped = #expect(throws: GLibError.self) {
      try answer(client, Self.clock(of: server), "Wait")
    }
    #expect(dropped?.remoteName == "org.freedesktop.DBus.Error.Failed")
    keeps = true
    let late = #expect(throws: GLibError.self) {
      try answer(client, Self.clock(of: server), "Wait", timeout: .milliseconds(50))
    }
    #expect(late?.isTimeout == true)
    #expect(kept.count == 1)
  }

  @Test("A canceled call is never answered")
  func cancelled() throws {
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let exported = try server.export(Self.description, at: "/clock") { $0.reply() }
    defer { exported.cancel() }
    var answered = false
    let pending = client.call(Self.clock(of: server), "Wait") { _ in answered = true }
    pending.cancel()
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(!answered)
  }

  @Test("A property is read through a call to the object")
  func property() throws {
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let exported = try server.export(Self.description, at: "/clock") { call in
      #expect(call.interface == "org.freedesktop.DBus.Properties")
      call.reply([.variant(.string("round"))])
    }
    defer { exported.cancel() }
    var face: Variant?
    client.property("Face", of: Self.clock(of: server)) { face = $0 }
    MainLoop.run(atMost: .seconds(5)) { face != nil }
    #expect(face == .string("round"))
  }

  @Test("Signals come only from the requested sender, until the subscription is released")
  func signals() throws {
    let (server, other) = (try daemon.connect(), try daemon.connect())
    let client = try daemon.connect()
    var heard: [String] = []
    var last = false
    var subscription: Subscription? = client.onSignal(
      "Struck", from: server.uniqueName, at: "/clock", interface: "test.Clock"
    ) { signal in
      #expect(signal.sender == server.uniqueName)
      heard.append(signal.arguments[at: 0]?.stringValue ?? "")
    }
    let end = client.onSignal("Last", from: nil, at: nil, interface: nil) { _ in last = true }
    defer { end.cancel() }
    func round(_ text: String) {
      last = false
      other.emit("Struck", [.string("not \(text)")], from: "/clock", interface: "test.Clock")
      other.flush()
      server.emit("Struck", [.string(text)], from: "/clock", interface: "test.Clock")
      server.emit("Last", from: "/clock", interface: "test.Clock")
      MainLoop.run(atMost: .seconds(5)) { last }
    }
    round("one")
    #expect(heard == ["one"])
    #expect(subscription != nil)
    subscription = nil
    round("two")
    #expect(heard == ["one"])
  }

  @Test("A name has one owner: a second one is told so, and watchers learn of each")
  func names() throws {
    let (first, second) = (try daemon.connect(), try daemon.connect())
    let watcher = try daemon.connect()
    var owners: [String?] = []
    let watch = watcher.onOwner(of: "test.Name") { owners.append($0) }
    defer { watch.cancel() }
    MainLoop.run(atMost: .seconds(5)) { owners.count == 1 }
    var firstHas: Bool?
    let hold = first.own("test.Name") { firstHas = $0 }
    MainLoop.run(atMost: .seconds(5)) { firstHas != nil && owners.count == 2 }
    var secondHas: Bool?
    let other = second.own("test.Name") { secondHas = $0 }
    defer { other.cancel() }
    MainLoop.run(atMost: .seconds(5)) { secondHas != nil }
    #expect(firstHas == true)
    #expect(secondHas == false)
    hold.cancel()
    MainLoop.run(atMost: .seconds(5)) { owners.count == 3 }
    #expect(owners == [nil, first.uniqueName, nil])
  }

  @Test("A missing bus is an error; the loss of a bus is reported, and later calls fail")
  func lost() throws {
    #expect(throws: GLibError.self) { try Bus.open(.at("unix:path=/nonexistent/bus")) }
    var result: Result<Bus, GLibError>?
    Bus.open(.at("unix:path=/nonexistent/bus")) { result = $0 }
    MainLoop.run(atMost: .seconds(5)) { result != nil }
    #expect(throws: GLibError.self) { try result?.get() }

    var daemon: PrivateBus? = try PrivateBus()
    let bus = try #require(try daemon?.connect())
    var closed = false
    let watch = bus.onClosed { closed = true }
    defer { watch.cancel() }
    daemon = nil
    MainLoop.run(atMost: .seconds(5)) { closed }
    #expect(closed)
    #expect(bus.isClosed)
    #expect(throws: GLibError.self) { try answer(bus, .daemon, "ListNames") }
  }
}

import CarillonFeatures
import Glibc
import Testing

@testable import CarillonGLib

/// Connections to one other process.
@Suite(.serialized) @MainActor struct PeerTests {
  private static let description = """
    <node><interface name="test.Door">
      <method name="Say"><arg direction="in" type="s"/><arg direction="out" type="s"/></method>
      <method name="Take"><arg direction="in" type="h"/><arg direction="out" type="b"/></method>
    </interface></node>
    """
  private static let door = BusObject("", "/door", "test.Door")

  /// Both ends; nothing has been let in yet.
  private func ends() throws -> (server: Bus, client: Bus) {
    var sockets: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
    var served: Result<Bus, GLibError>?
    Bus.serve(sockets[0]) { served = $0 }
    let client = try Bus.join(sockets[1])
    MainLoop.run(atMost: .seconds(5)) { served != nil }
    return (try #require(served).get(), client)
  }

  @Test("Each side answers the other, and what was sent before it began is not lost")
  func bothSides() throws {
    let (server, client) = try ends()
    var answers: [String] = []
    let ask = { (bus: Bus, text: String) in
      _ = bus.call(PeerTests.door, "Say", [.string(text)]) {
        answers.append((try? $0.get())?[at: 0]?.stringValue ?? "none")
      }
    }
    ask(client, "early")
    client.flush()
    let exports = try [(server, "server"), (client, "client")].map { bus, name in
      try bus.export(PeerTests.description, at: "/door") {
        $0.reply([.string("\(name) heard \($0.arguments[at: 0]?.stringValue ?? "")")])
      }
    }
    server.begin()
    client.begin()
    ask(server, "late")
    MainLoop.run(atMost: .seconds(5)) { answers.count == 2 }
    #expect(answers.sorted() == ["client heard late", "server heard early"])
    withExtendedLifetime(exports) {}
  }

  @Test("A descriptor goes along, and is closed with the call")
  func descriptors() throws {
    let (server, client) = try ends()
    var pipes: [Int32] = [-1, -1]
    try #require(pipe(&pipes) == 0)
    let export = try server.export(PeerTests.description, at: "/door") { call in
      let file = call.files.first ?? -1
      call.reply([.bool(write(file, "x", 1) == 1)])
    }
    server.begin()
    client.begin()
    var isTaken: Bool?
    _ = client.call(PeerTests.door, "Take", [.handle(0)], files: [pipes[1]]) {
      isTaken = (try? $0.get())?[at: 0]?.boolValue ?? false
    }
    MainLoop.run(atMost: .seconds(5)) { isTaken != nil }
    #expect(isTaken == true)
    close(pipes[1])
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(pipes[0], &bytes, 8) == 1)
    // The end: nobody has the other end open any more.
    #expect(read(pipes[0], &bytes, 8) == 0)
    close(pipes[0])
    withExtendedLifetime(export) {}
  }

  @Test("Who leaves without a wait is noticed, and what was asked of them fails")
  func leaves() throws {
    let (server, client) = try ends()
    var isClosed = false
    let closed = server.onClosed { isClosed = true }
    var failed = false
    server.begin()
    // Not begun: it reads nothing and answers nothing.
    _ = server.call(PeerTests.door, "Say", [.string("hello")], timeout: nil) {
      if case .failure = $0 { failed = true }
    }
    client.leave()
    MainLoop.run(atMost: .seconds(5)) { isClosed && failed }
    #expect(isClosed && failed)
    closed.cancel()
  }
}

/// Programs that run beside us.
@Suite @MainActor struct CompanionProcessTests {
  init() {
    // As the app does.
    signal(SIGPIPE, SIG_IGN)
  }

  @Test("It talks over its socket, and ends when our end is closed")
  func talks() throws {
    var hasEnded = false
    let socket = try #require(
      CompanionProcess.start(["/bin/sh", "-c", "exec cat <&3 >&3"]) { hasEnded = true })
    #expect(write(socket, "ping", 4) == 4)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(socket, &bytes, 8) == 4)
    #expect(bytes.prefix(4).elementsEqual("ping".utf8))
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(!hasEnded)
    close(socket)
    MainLoop.run(atMost: .seconds(5)) { hasEnded }
    #expect(hasEnded)
  }

  @Test("One that cannot be started has ended")
  func missing() {
    var ends = 0
    #expect(CompanionProcess.start(["/nonexistent/program"]) { ends += 1 } == nil)
    MainLoop.run(atMost: .seconds(5)) { ends > 0 }
    MainLoop.run(atMost: .milliseconds(20)) { false }
    #expect(ends == 1)
  }
}

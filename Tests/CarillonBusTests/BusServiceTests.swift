import CarillonFeatures
import CarillonGLib
import Glibc
import TestBus
import Testing

@testable import CarillonBus

@Suite(.serialized) @MainActor struct BusServiceTests {
  let daemon: PrivateBus
  let service: BusService
  let client: Bus

  init() throws {
    daemon = try PrivateBus()
    service = try BusService(on: daemon.connect())
    client = try daemon.connect()
  }

  private func call(
    _ method: String, _ arguments: [Variant] = [], files: [Int32] = []
  ) throws -> Result<[Variant], GLibError> {
    try call(Door.carillon, method, arguments, files: files)
  }

  private func call(
    _ object: BusObject, _ method: String, _ arguments: [Variant] = [], files: [Int32] = []
  ) throws -> Result<[Variant], GLibError> {
    var result: Result<[Variant], GLibError>?
    client.call(object, method, arguments, files: files, mayStart: false) { result = $0 }
    MainLoop.run(atMost: .seconds(10)) { result != nil }
    return try #require(result)
  }

  /// Waits for messages in transit: the bus keeps their order, so one more round trip is enough.
  private func settle() throws {
    _ = try call(.daemon, "GetId")
    var idle = false
    MainLoop.onIdle { idle = true }
    MainLoop.run(atMost: .seconds(10)) { idle }
    _ = try call(.daemon, "GetId")
  }

  @Test("§6: a call asks its question and is answered when the answer arrives")
  func deferredAnswer() throws {
    var asked: [DoorCall] = []
    var answer: ((Answer) -> Void)?
    service.serve {
      asked.append($0)
      answer = $1
    }
    #expect(try service.claimName())
    var result: Result<[Variant], GLibError>?
    client.call(Door.carillon, "Pause", [.string("1h")]) { result = $0 }
    MainLoop.run(atMost: .seconds(10)) { answer != nil }
    #expect(asked == [.pause(until: "1h")])
    #expect(result == nil)
    let give = try #require(answer)
    give(.done(Reply(text: #"{"until":"x"}"#)))
    MainLoop.run(atMost: .seconds(10)) { result != nil }
    #expect(try result?.get() == [.string(#"{"until":"x"}"#)])
  }

  @Test("§6: Export writes to the caller's file, which is ours until the answer, and then closed")
  func file() throws {
    var name = Array("/tmp/carillon-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    try #require(file >= 0)
    defer {
      close(file)
      unlink(name)
    }
    var ours: Int32 = -1
    service.serve { question, answer in
      guard case .export(let file) = question else { return }
      ours = file
      #expect(write(file, "text", 4) == 4)
      answer(.done(Reply(text: "{}")))
    }
    #expect(try service.claimName())
    #expect(try call("Export", [.handle(0)], files: [file]).get() == [.string("{}")])
    #expect(lseek(file, 0, SEEK_END) == 4)
    #expect(ours != file)
    try settle()
    #expect(fcntl(ours, F_GETFD) < 0)
  }

  @Test("§6: no file, a pipe and a file for reading only are refused by the argument's name")
  func noFile() throws {
    service.serve { _, _ in Issue.record("it was asked") }
    #expect(try service.claimName())
    var pipes: [Int32] = [0, 0]
    try #require(pipe(&pipes) == 0)
    let readable = open("/etc/hostname", O_RDONLY)
    defer { for file in pipes + [readable] { close(file) } }
    for files in [[], [pipes[1]], [readable]] {
      let result = try call("Export", [.handle(0)], files: files)
      guard case .failure(let error) = result else {
        Issue.record("\(files) was not refused")
        continue
      }
      #expect(error.remoteName == "org.carillon.Error.InvalidArgument")
      #expect(error.message.hasPrefix("file: "))
    }
  }

  @Test("§6: a method without an answer returns nothing, whatever the engine answers")
  func noAnswer() throws {
    service.serve { $1(.done(Reply(text: "{}"))) }
    #expect(try service.claimName())
    #expect(try call("Reschedule").get() == [])
    #expect(try call("RequestPermissions").get() == [.string("{}")])
  }

  @Test(
    "§6: each kind of refusal is its own D-Bus error, with the refusal's message",
    arguments: [
      (Refusal.Kind.invalidArgument, "org.carillon.Error.InvalidArgument"),
      (.refused, "org.carillon.Error.Refused"), (.notFound, "org.carillon.Error.NotFound"),
      (.storageBusy, "org.carillon.Error.StorageBusy"),
    ])
  func refusals(kind: Refusal.Kind, name: String) throws {
    service.serve { $1(.refused(Refusal(kind, "Again in 43 s."))) }
    #expect(try service.claimName())
    let result = try call("DeliverStoredNow", [.string("")])
    guard case .failure(let error) = result else {
      Issue.record("a refusal is an error")
      return
    }
    #expect(error.remoteName == name)
    #expect(error.message == "Again in 43 s.")
    #expect(CallFailure(error) == .refused(Refusal(kind, "Again in 43 s.")))
  }

  @Test("§6: calls that arrive before the engine wait for it")
  func earlyCalls() throws {
    #expect(try service.claimName())
    var result: Result<[Variant], GLibError>?
    client.call(Door.carillon, "GetState") { result = $0 }
    try settle()
    #expect(result == nil)
    service.serve { $1(.done(Reply(text: "late"))) }
    MainLoop.run(atMost: .seconds(10)) { result != nil }
    #expect(try result?.get() == [.string("late")])
  }

  @Test("§6: only one process has the name, and it cannot be taken away")
  func oneInstance() throws {
    #expect(try service.claimName())
    #expect(try service.claimName())
    let second = try BusService(on: daemon.connect())
    #expect(try !second.claimName())
    // The name cannot be replaced (2), so this request would be queued.
    let reply = try client.callAndWait(
      .daemon, "RequestName", [.string(Door.name), .uint32(2 | 4)])
    #expect(reply == [.uint32(3)])
    service.close()
    try settle()
    #expect(try second.claimName())
  }

  @Test("T20: Activate and Open pass on the token for taking the focus")
  func application() throws {
    var asked: [DoorCall] = []
    service.serve {
      asked.append($0)
      $1(.done(Reply(text: "")))
    }
    #expect(try service.claimName())
    #expect(try call(Door.application, "Activate", [.dictionary([:])]).get() == [])
    let tokens: [String: Variant] = [
      "desktop-startup-id": .string("old"), "activation-token": .string("new"),
    ]
    #expect(try call(Door.application, "Activate", [.dictionary(tokens)]).get() == [])
    let links = Variant.strings(["carillon://history/1", "carillon://settings/status"])
    let old: Variant = .dictionary(["desktop-startup-id": .string("old")])
    #expect(try call(Door.application, "Open", [links, old]).get() == [])
    #expect(
      asked == [
        .raise(activation: nil), .raise(activation: "new"),
        .open(link: "carillon://history/1", activation: "old"),
        .open(link: "carillon://settings/status", activation: "old"),
      ])
  }

  @Test("003: a process is asked to stay until it ends, and who asks then has to start another one")
  func stay() throws {
    var stayed = 0
    service.onStay = { stayed += 1 }
    service.serve { $1(.done(Reply(text: ""))) }
    #expect(try service.claimName())
    let arguments: [Variant] = [
      .string(Door.stay), .array(of: "v", []), .dictionary([:]),
    ]
    #expect(try call(Door.application, "ActivateAction", arguments).get() == [])
    #expect(stayed == 1)
    service.end()
    var failure: CallFailure?
    client.call(Door.application, "ActivateAction", arguments) {
      if case .failure(let error) = $0 { failure = CallFailure(error) }
    }
    try settle()
    #expect(failure == nil)
    service.close()
    #expect(MainLoop.run(atMost: .seconds(5)) { failure != nil })
    #expect(failure?.meansEnd == true)
    #expect(stayed == 1)
  }

  @Test("D5: if one of several links is refused, the caller gets an error and the others open")
  func someLinksRefused() throws {
    var opened = 0
    service.serve { question, answer in
      if question == .open(link: "b", activation: nil) {
        answer(.refused(Refusal(.invalidArgument, "deepLink: unknown")))
      } else {
        opened += 1
        answer(.done(Reply(text: "")))
      }
    }
    #expect(try service.claimName())
    let result = try call(
      Door.application, "Open", [.strings(["a", "b", "c"]), .dictionary([:])])
    #expect(throws: GLibError.self) { try result.get() }
    #expect(opened == 2)
    #expect(try call(Door.application, "Open", [.strings([]), .dictionary([:])]).get() == [])
  }

  @Test("§6: junk is refused and does no harm")
  func junk() throws {
    var raised: [String?] = []
    service.serve {
      if case .raise(let activation) = $0 { raised.append(activation) }
      $1(.done(Reply(text: "{}")))
    }
    #expect(try service.claimName())
    let junk: [(BusObject, String, [Variant])] = [
      (Door.carillon, "NoSuchMethod", []), (Door.carillon, "GetState", [.string("x")]),
      (Door.carillon, "Pause", [.uint32(7)]), (Door.carillon, "Respond", [.string("7")]),
      (Door.application, "Activate", [.string("x")]),
      (Door.application, "Open", [.strings((0..<33).map(String.init)), .dictionary([:])]),
      (
        Door.application, "ActivateAction",
        [.string("quit"), .array(of: "v", []), .dictionary([:])]
      ),
      (Door.carillon.properties, "Get", [.string(Door.interface), .string("x")]),
      (Door.carillon, "Set", [.string(String(repeating: "[", count: (1 << 20) + 1))]),
    ]
    for (object, method, arguments) in junk {
      let result = try call(object, method, arguments)
      #expect(throws: GLibError.self, "\(method)") { try result.get() }
    }
    let odd = Variant.dictionary(["activation-token": .uint32(7)])
    let long = Variant.dictionary([
      "activation-token": .string(String(repeating: "t", count: 1025))
    ])
    #expect(try call(Door.application, "Activate", [odd]).get() == [])
    #expect(try call(Door.application, "Activate", [long]).get() == [])
    #expect(raised == [nil, nil])
    #expect(try call("GetState").get() == [.string("{}")])
  }

  @Test("§6: a document of 1 MiB is accepted")
  func largeDocument() throws {
    let document = String(repeating: "x", count: 1 << 20)
    var received: DoorCall?
    service.serve {
      received = $0
      $1(.done(Reply(text: document)))
    }
    #expect(try service.claimName())
    #expect(try call("Configure", [.string(document)]).get() == [.string(document)])
    #expect(received == .configure(options: document))
  }

  @Test("§6: the state is announced once per turn of the loop, and only if it has changed")
  func stateChanged() throws {
    var state = "a"
    var questions = 0
    service.serve {
      if $0 == .state { questions += 1 }
      $1(.done(Reply(text: state)))
    }
    #expect(try service.claimName())
    var heard: [String] = []
    let listening = client.onSignal(
      nil, from: Door.name, at: Door.path, interface: Door.interface
    ) { heard.append("\($0.name) \($0.arguments[at: 0]?.stringValue ?? "")") }
    defer { listening.cancel() }
    try settle()
    for _ in 0..<5 { service.changed(.state) }
    service.changed(.history)
    service.changed(.configuration)
    try settle()
    #expect(questions == 1)
    service.changed(.state)
    try settle()
    state = "b"
    service.changed(.state)
    try settle()
    let entry = HistoryEntry(
      requestId: "1", kind: "slot", at: "2026-11-21T08:00:00+01:00", title: "Morning",
      channel: "daily", status: "shown", text: "Shown.")
    let event = ErrorEvent(
      code: .storageBusy, slotId: "", whenMs: 1, attempt: 1, networkState: "online", tzOffset: 60,
      appState: "background", timestamp: 1)
    service.tell(.delivered(entry))
    service.tell(.responded(entry))
    service.tell(.errorReported(event))
    service.tell(.messageReceived(entry))
    service.tell(.command(#"{"command":"stop"}"#))
    try settle()
    #expect(
      heard == [
        "StateChanged a", "StateChanged b", "Delivered \(serialize(entry))",
        "Responded \(serialize(entry))", "ErrorReported \(serialize(event))",
        "MessageReceived \(serialize(entry))", #"Command {"command":"stop"}"#,
      ])
  }

  @Test("§6: the description lists every method, its arguments, and the signals")
  func introspection() throws {
    #expect(try service.claimName())
    let object = BusObject(Door.name, Door.path, "org.freedesktop.DBus.Introspectable")
    let xml = try #require(try call(object, "Introspect").get()[at: 0]?.stringValue)
    for method in DoorMethod.all {
      #expect(xml.contains("<method name=\"\(method.name)\">"))
    }
    #expect(xml.contains("<arg type=\"s\" name=\"mergePatch\" direction=\"in\""))
    for signal in Door.signals { #expect(xml.contains("<signal name=\"\(signal)\">")) }
    #expect(xml.contains("<interface name=\"org.freedesktop.Application\">"))
  }

  @Test("§6: calls that wait, or are on their way, are refused when the service closes")
  func closing() throws {
    #expect(try service.claimName())
    var failures: [CallFailure] = []
    func note(_ result: Result<[Variant], GLibError>) {
      if case .failure(let error) = result { failures.append(CallFailure(error)) }
    }
    client.call(Door.carillon, "GetState") { note($0) }
    try settle()
    client.call(Door.carillon, "Pause", [.string("1h")]) { note($0) }
    // The bus has passed it on, but the service has not read it.
    _ = try client.callAndWait(.daemon, "GetId")
    service.close()
    MainLoop.run(atMost: .seconds(10)) { failures.count == 2 }
    #expect(
      failures
        == Array(
          repeating: .refused(Refusal(.refused, "Carillon is closing.")), count: 2))
  }

  @Test("§6: nothing is answered after closing")
  func closed() throws {
    service.serve { $1(.done(Reply(text: "{}"))) }
    #expect(try service.claimName())
    service.close()
    try settle()
    guard case .failure(let error) = try call("GetState") else {
      Issue.record("nobody is there")
      return
    }
    #expect(CallFailure(error) == .notRunning)
  }
}

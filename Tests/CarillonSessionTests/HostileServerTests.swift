import CarillonFeatures
import CarillonGLib
import Glibc
import TestBus
import Testing

@testable import CarillonSession

/// Notification servers that are broken, or mean harm.
extension NotifierTests {
  @Test("T21: of the signals during a call a few hundred are kept, and none with an endless text")
  func flooded() throws {
    let server = try started()
    let id = server.lastID + 1
    server.beforeAnswer = { server, id in
      server.signal("ActionInvoked", [.uint32(id), .string(String(repeating: "k", count: 1025))])
      for number in 0..<600 {
        server.signal("ActionInvoked", [.uint32(id + UInt32(number)), .string("k\(number)")])
      }
      MainLoop.run(atMost: .milliseconds(1500)) { false }
    }
    let notification = try show(call, on: server)
    #expect(notification.id == id)
    #expect(log.wait { $0.responses.count == 500 })
    #expect(log.responses.first == .init(notification, .action(key: "k0", activation: nil)))
    MainLoop.run(atMost: .milliseconds(50)) { false }
    #expect(log.responses.count == 500)
  }

  @Test(
    "T21: of the signals that a blocked thread cannot read, no more than some thousands are kept")
  func floodedWhileBlocked() throws {
    let (bus, server) = (try SessionBus.connect(), try SessionBus.connect())
    let limit = SignalLimit(of: NotificationService.signalTypes, longest: 100, most: 10)
    limit.expect(server.uniqueName)
    bus.limitSignals(of: NotificationService.name, to: limit)
    var seen: [String] = []
    let subscription = bus.onSignal(
      nil, from: server.uniqueName, at: NotificationService.path,
      interface: NotificationService.name
    ) { seen.append($0.name) }
    func signal(_ name: String, _ text: String = "") {
      server.emit(
        name, [.uint32(1), .string(text)], from: NotificationService.path,
        interface: NotificationService.name)
    }
    limit.begin()
    for _ in 0..<30 { signal("During") }
    signal("Last")
    MainLoop.run(atMost: .milliseconds(300)) { false }
    #expect(seen == Array(repeating: "During", count: 10))
    limit.end()
    signal("Long", String(repeating: "k", count: 200))
    for _ in 0..<20 { signal("After") }
    #expect(MainLoop.run(atMost: .seconds(5)) { seen.count == 30 })
    #expect(!seen.contains("Long") && !seen.contains("Last"))
    withExtendedLifetime(subscription) {}
  }

  @Test("T21: during a call others' signals do not use up what is kept of the server's")
  func floodedByOthers() throws {
    let daemon = SessionBus.daemon
    let (bus, server, other) = (try daemon.connect(), try daemon.connect(), try daemon.connect())
    let limit = SignalLimit(of: NotificationService.signalTypes, longest: 100, most: 10)
    bus.limitSignals(of: NotificationService.name, to: limit)
    limit.expect(server.uniqueName)
    var seen: [BusSignal] = []
    let subscription = bus.onSignal(
      nil, from: nil, at: NotificationService.path, interface: NotificationService.name
    ) { seen.append($0) }
    func signal(_ values: [Variant], by sender: Bus) {
      sender.emit(
        "ActionInvoked", values, from: NotificationService.path,
        interface: NotificationService.name, to: bus.uniqueName)
    }
    limit.begin()
    for _ in 0..<30 { signal([.uint32(1), .string("b")], by: other) }
    #expect(MainLoop.run(atMost: .seconds(5)) { seen.count == 10 })
    // In few bytes there may be thousands of values.
    signal([.array(of: "ay", [.bytes([]), .bytes([])])], by: server)
    signal([.uint32(1), .string("default")], by: server)
    #expect(MainLoop.run(atMost: .seconds(5)) { seen.last?.sender == server.uniqueName })
    #expect(seen.map(\.sender).count { $0 == other.uniqueName } == 10)
    #expect(seen.count == 11 && seen.last?.arguments.count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test("T21: of what a server says before the start a few hundred signals are kept")
  func floodedBeforeStart() throws {
    let log = EventLog()
    let notifier = LibnotifyNotifier(bus: bus, worker: NotifierTests.worker, send: log.take)
    notifier.wait()
    let server = try started()
    #expect(log.wait { $0.server?.isPresent == true })
    for number in 0..<2000 {
      server.signal("NotificationClosed", [.uint32(5000 + UInt32(number)), .uint32(2)])
    }
    MainLoop.run(atMost: .milliseconds(500)) { false }
    #expect(log.responses.isEmpty)
    notifier.begin()
    #expect(log.wait { $0.responses.count == 500 })
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(log.responses.count == 500)
  }

  @Test("T21: a name that changes hands without end is asked about once in a while")
  func changesHands() throws {
    let bus = try SessionBus.connect()
    let servers = [try SessionBus.daemon.connect(), try SessionBus.daemon.connect()]
    var asked = 0
    let objects = try servers.map { server in
      try server.export(
        """
        <node><interface name="\(NotificationService.name)">
          <method name="GetServerInformation"/></interface></node>
        """, at: NotificationService.path
      ) { _ in asked += 1 }
    }
    let watch = ServerWatch(bus: bus) {}
    #expect(MainLoop.run(atMost: .seconds(5)) { watch.presence != nil })
    // Allows a replacement, and replaces.
    for number in 0..<200 {
      _ = try servers[number % 2].callAndWait(
        .daemon, "RequestName", [.string(NotificationService.name), .uint32(3)])
    }
    MainLoop.run(atMost: .milliseconds(300)) { false }
    #expect(watch.owner == servers[1].uniqueName)
    #expect((1...20).contains(asked))
    for object in objects { object.cancel() }
    for server in servers {
      _ = try server.callAndWait(.daemon, "ReleaseName", [.string(NotificationService.name)])
    }
  }

  @Test(
    "T21: a flood of signals is handled a little at a time, and of one notification a few are kept")
  func floodedWithoutCall() throws {
    let server = try started()
    let notification = try show(call, on: server)
    log.onResponse = { usleep(1000) }
    var (seen, longest) = (0, 0)
    var isOver = false
    defer { isOver = true }
    // Whenever the loop comes to what is due.
    func look() {
      longest = max(longest, log.responses.count - seen)
      seen = log.responses.count
      if !isOver { MainLoop.after(.milliseconds(1)) { look() } }
    }
    look()
    for number in 0..<2000 {
      server.signal("ActionInvoked", [.uint32(5000 + UInt32(number)), .string("k")])
    }
    #expect(log.wait { $0.responses.count >= 200 })
    #expect(longest <= 40)
    MainLoop.run(atMost: .seconds(1)) { false }
    (log.responses, seen) = ([], 0)
    for number in 0..<2000 {
      server.signal("ActionInvoked", [.uint32(notification.id), .string("k\(number)")])
    }
    MainLoop.run(atMost: .seconds(1)) { false }
    #expect((20...400).contains(log.responses.count))
    #expect(log.responses.first?.response == .action(key: "k0", activation: nil))
  }

  @Test("T33: what is cleared away with hundreds of others' notifications is noticed")
  func cleared() throws {
    let server = try started()
    let shown = try (0..<3).map { _ in try show(call, on: server) }
    for other in 0..<900 {
      server.signal("NotificationClosed", [.uint32(5000 + UInt32(other)), .uint32(2)])
    }
    for notification in shown {
      server.signal("NotificationClosed", [.uint32(notification.id), .uint32(2)])
    }
    #expect(
      log.wait { log in
        shown.allSatisfy { one in log.responses.contains { $0.notification == one } }
      })
  }

  @Test(
    "B11: a click before a replacement is the old content's, however many signals came before it")
  func clickBehindFlood() throws {
    let server = try started()
    let notification = try show(call, on: server)
    for number in 0..<300 {
      server.signal("ActionInvoked", [.uint32(5000 + UInt32(number)), .string("k")])
    }
    server.signal("ActionInvoked", [.uint32(notification.id), .string("snooze")])
    log.onResponse = { usleep(2000) }
    // The click waits behind the flood by then.
    #expect(log.wait { !$0.responses.isEmpty })
    #expect(log.responses.count < 300)
    var next = call
    next.replaces = notification
    log.order = []
    #expect(try show(next, on: server) == notification)
    let click = EventLog.Responded(notification, .action(key: "snooze", activation: nil))
    let before = log.order.prefix { $0 != "result" }
    #expect(before == ["response"])
    #expect(log.responses.contains(click))
    #expect(log.wait { $0.responses.count == 301 })
    #expect(log.responses.last?.notification.id == 5299)
  }

  @Test("T34: activation tokens of notifications that do not exist are not kept for ever")
  func tokens() throws {
    let server = try started()
    let notification = try show(call, on: server)
    let id = Variant.uint32(notification.id)
    server.signal("ActivationToken", [id, .string("old")])
    for other in 0..<200 {
      server.signal("ActivationToken", [.uint32(50_000 + UInt32(other)), .string("t")])
    }
    server.signal("ActionInvoked", [id, .string("snooze")])
    #expect(log.wait { !$0.responses.isEmpty })
    #expect(log.responses == [.init(notification, .action(key: "snooze", activation: nil))])
    server.signal("ActivationToken", [id, .string("new")])
    server.signal("ActionInvoked", [id, .string("skip")])
    #expect(log.wait { $0.responses.count == 2 })
    #expect(log.responses.last == .init(notification, .action(key: "skip", activation: "new")))
  }

  @Test("T21: a signal of very many values is not read")
  func wideSignal() throws {
    let server = try started()
    let notification = try show(call, on: server)
    let id = Variant.uint32(notification.id)
    let wide = Variant.array(of: "b", Array(repeating: .bool(true), count: 10_000))
    server.signal("ActionInvoked", [id, .string("snooze"), wide])
    server.signal("ActionInvoked", [id, .string("skip")])
    #expect(log.wait { !$0.responses.isEmpty })
    #expect(log.responses == [.init(notification, .action(key: "skip", activation: nil))])
  }

  @Test(
    "T21: a server that denies its existence, and stays, costs this notification and not the next")
  func denies() throws {
    let server = try started()
    server.error = ("org.freedesktop.DBus.Error.ServiceUnknown", "no such name")
    notifier.show(call, ticket(1))
    #expect(log.wait { !$0.results.isEmpty })
    // It may just have gone.
    #expect(log.results == [.unowned])
    notifier.show(call, ticket(1))
    #expect(log.wait { $0.results.count == 2 })
    #expect(
      log.results.last
        == .refused(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "no such name"))
    server.error = nil
    log.results = []
    _ = try show(call, on: server)
  }

  @Test("B11: what a replacement did not replace is closed")
  func otherID() throws {
    let server = try started()
    let notification = try show(call, on: server)
    server.answersWith = 70_000
    var next = call
    next.replaces = notification
    let shown = try show(next, on: server)
    #expect(shown.id == 70_000)
    #expect(log.wait { _ in server.closed == [notification.id] })
    // Libnotify cannot replace an id like this one.
    server.answersWith = 4_000_000_000
    next.replaces = shown
    let large = try show(next, on: server)
    server.answersWith = 4_000_000_001
    next.replaces = large
    _ = try show(next, on: server)
    #expect(log.wait { _ in server.closed == [notification.id, 70_000, 4_000_000_000] })
  }

  @Test(
    "T21: a server that lost a question is asked once more",
    arguments: ["GetServerInformation", "GetCapabilities"])
  func lost(_ method: String) throws {
    let server = try StandInServer(on: SessionBus.daemon)
    server.loses = [method]
    let watch = ServerWatch(bus: bus, patience: .milliseconds(200)) {}
    server.start()
    #expect(log.wait { _ in watch.server != nil })
    #expect(watch.server?.capabilities == ["actions", "body"])
    let asked = server.asked
    MainLoop.run(atMost: .milliseconds(500)) { false }
    // The notifier of this test asks as well.
    #expect(server.asked == asked)
  }
}

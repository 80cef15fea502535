import CarillonGLib
import TestBus
import Testing

import CarillonFeatures
@testable import CarillonSession

@Suite(.serialized) @MainActor struct NotifierTests {
  let bus: Bus
  let log = EventLog()
  let notifier: LibnotifyNotifier

  init() throws {
    bus = try SessionBus.connect()
    notifier = LibnotifyNotifier(bus: bus, worker: NotifierTests.worker, send: log.take)
  }

  /// Shared by all tests, because libnotify has one thread per process.
  static let worker = Libnotify.worker(applicationName: "Carillon")

  let call = NotifyCall(
    applicationName: "Carillon", icon: "org.carillon.Carillon", summary: "Morning",
    body: "A &lt;b&gt; to read",
    actions: [
      .init(key: "default", label: "Open"), .init(key: "snooze", label: "Snooze 10 min"),
      .init(key: "skip", label: "Skip next"),
    ], urgency: .critical, category: "im.received", desktopEntry: "org.carillon.Carillon",
    soundName: "bell", suppressSound: true, resident: true, expireTimeout: 9000)

  func ticket(_ row: Int64 = 1) -> Ticket {
    Ticket(kind: .show, row: row, attempt: 1)
  }

  func started(
    name: String = "stand-in", vendor: String = "test"
  ) throws -> StandInServer {
    let server = try StandInServer(on: SessionBus.daemon, name: name, vendor: vendor)
    server.start()
    #expect(log.wait { $0.server?.isPresent == true })
    return server
  }

  func show(_ call: NotifyCall, on server: StandInServer) throws -> OnScreen {
    notifier.show(call, ticket())
    #expect(log.wait { !$0.results.isEmpty })
    guard case .shown(let notification) = try #require(log.results.last) else {
      throw Unexpected(result: log.results.last)
    }
    log.results = []
    return notification
  }

  private struct Unexpected: Error {
    let result: NotifyResult?
  }

  @Test("A notification reaches the server unchanged, with its buttons in order")
  func shows() throws {
    let server = try started()
    let notification = try show(call, on: server)
    #expect(
      notification == OnScreen(bus: bus.guid, owner: server.bus.uniqueName, id: server.lastID))
    let received = try #require(server.received.first)
    #expect(received.applicationName == "Carillon")
    #expect(received.icon == "org.carillon.Carillon")
    #expect(received.summary == "Morning")
    #expect(received.body == "A &lt;b&gt; to read")
    #expect(
      received.actions == ["default", "Open", "snooze", "Snooze 10 min", "skip", "Skip next"])
    #expect(received.expireTimeout == 9000)
    #expect(received.replaces == 0)
    #expect(received.hints["urgency"] == .byte(2))
    #expect(received.hints["category"] == .string("im.received"))
    #expect(received.hints["desktop-entry"] == .string("org.carillon.Carillon"))
    #expect(received.hints["sound-name"] == .string("bell"))
    #expect(received.hints["suppress-sound"] == .bool(true))
    #expect(received.hints["resident"] == .bool(true))
  }

  @Test("B12: progress reaches the server as the value hint")
  func progress() throws {
    let server = try started()
    var brewing = call
    brewing.progress = 80
    _ = try show(brewing, on: server)
    #expect(try #require(server.received.first).hints["value"] == .int32(80))
  }

  @Test("A plain notification has no unneeded hints")
  func plain() throws {
    let server = try started()
    _ = try show(
      NotifyCall(applicationName: "Carillon", icon: "", summary: "S", body: "", desktopEntry: "d"),
      on: server)
    let received = try #require(server.received.first)
    #expect(Set(received.hints.keys).subtracting(["sender-pid"]) == ["urgency", "desktop-entry"])
    #expect(received.actions.isEmpty)
    #expect(received.expireTimeout == -1)
  }

  @Test("B9: the image is drawn as large as the screen shows it")
  func drawsPicture() throws {
    let server = try started()
    notifier.scale = { 2 }
    let emblem = Ring(
      reading: Reading(.still(4)), total: 8,
      phases: [Phase(until: nil, tone: .blue, word: "Soaking")],
      inside: .vessel(Vessel(shape: .disc, fill: .still(0.5), tone: .blue)),
      words: Legend(title: "Pre-infusion"), spoken: "")
    var drawn = call
    drawn.picture = NotifyCall.Picture(
      file: "/nonexistent.png", emblem: emblem, tone: .blue, at: .distantPast, side: 48)
    _ = try show(drawn, on: server)
    let image = try #require(server.received.first?.hints["image-data"])
    guard case .tuple(let parts) = image, parts.count == 7, case .bytes(let bytes) = parts[6] else {
      Issue.record("\(image)")
      return
    }
    #expect(
      Array(parts[0..<6]) == [
        .int32(96), .int32(96), .int32(96 * 4), .bool(true), .int32(8), .int32(4),
      ])
    #expect(bytes.count == 96 * 96 * 4)
    // A plate with transparent corners and something in the middle.
    #expect(bytes[3] == 0 && bytes[(48 * 96 + 48) * 4 + 3] == 255)
    #expect(Set(bytes).count > 50)
  }

  @Test("A notification of the same server is replaced; one of another server or bus is not")
  func replaces() throws {
    let server = try started()
    let first = try show(call, on: server)
    var next = call
    next.replaces = first
    #expect(try show(next, on: server) == first)
    next.replaces = OnScreen(bus: first.bus, owner: ":1.99999", id: first.id)
    #expect(try show(next, on: server).id == first.id + 1)
    next.replaces = OnScreen(bus: "other", owner: first.owner, id: first.id)
    #expect(try show(next, on: server).id == first.id + 2)
    #expect(server.received.map(\.replaces) == [0, first.id, 0, 0])
  }

  @Test(
    "The server's error decides whether to try again",
    arguments: [
      ("org.freedesktop.Notifications.Error.ExcessNotificationGeneration", NotifyResult.excess),
      ("org.freedesktop.DBus.Error.ServiceUnknown", .unowned),
      ("org.freedesktop.DBus.Error.Spawn.ChildExited", .unowned),
      ("org.freedesktop.DBus.Error.NoReply", .abandoned),
      ("test.Error.No", .refused(name: "test.Error.No", message: "not today")),
    ])
  func errors(name: String, result: NotifyResult) throws {
    let server = try started()
    server.error = (name, "not today")
    notifier.show(call, ticket())
    #expect(log.wait { !$0.results.isEmpty })
    #expect(log.results == [result])
    #expect(server.received.count == 1)
  }

  static let excess = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"

  @Test("Plasma: a replacement that is too similar for a second is sent again, once")
  func similar() throws {
    let server = try started()
    var next = call
    next.replaces = try show(call, on: server)
    server.error = (NotifierTests.excess, "too similar")
    notifier.show(next, ticket())
    MainLoop.run(atMost: .seconds(2)) { server.received.count == 2 }
    server.error = nil
    #expect(log.wait { !$0.results.isEmpty })
    #expect(log.results == [.shown(try #require(next.replaces))])
    #expect(server.received.map(\.replaces) == [0, 101, 101])

    server.error = (NotifierTests.excess, "too similar")
    log.results = []
    notifier.show(next, ticket())
    #expect(log.wait { !$0.results.isEmpty })
    #expect(log.results == [.excess])
    #expect(server.received.count == 5)
  }

  @Test(
    "Plasma: what was clicked or closed after a replacement was too similar does not come back",
    arguments: ["ActionInvoked", "NotificationClosed"])
  func similarAndAnswered(signal: String) throws {
    let server = try started()
    let former = try show(call, on: server)
    var next = call
    next.replaces = former
    server.error = (NotifierTests.excess, "too similar")
    notifier.show(next, ticket())
    MainLoop.run(atMost: .seconds(2)) { server.received.count == 2 }
    server.error = nil
    let what: Variant = signal == "ActionInvoked" ? .string("default") : .uint32(2)
    server.signal(signal, [.uint32(former.id), what])
    #expect(log.wait { !$0.results.isEmpty })
    #expect(log.results == [.excess])
    #expect(log.responses.count == 1)
    #expect(server.received.count == 2)
  }

  @Test("T21: without a server nothing is sent")
  func unowned() throws {
    #expect(log.wait { $0.server == .absent })
    notifier.show(call, ticket())
    #expect(log.results == [.unowned])
    let without = EventLog()
    LibnotifyNotifier(bus: nil, worker: NotifierTests.worker, send: without.take)
      .show(call, ticket())
    #expect(without.results == [.unowned])
  }

  @Test("T21: a server that exits loses its call, and a new one is found")
  func abandoned() throws {
    let server = try started()
    _ = try show(call, on: server)
    server.isFrozen = true
    notifier.show(call, ticket())
    MainLoop.run(atMost: .milliseconds(300)) { false }
    #expect(log.results.isEmpty)
    server.crash()
    #expect(log.wait { !$0.results.isEmpty && $0.server == .absent })
    #expect(log.results == [.abandoned])
    let next = try started()
    log.results = []
    _ = try show(call, on: next)
  }

  @Test("T21: a frozen server is overdue after 5 s, silent until it answers, then present")
  func frozen() throws {
    let server = try started()
    server.isFrozen = true
    var ticks = 0
    func tick() {
      ticks += 1
      MainLoop.after(.milliseconds(100)) { tick() }
    }
    tick()
    // Timers that are due in one turn of the loop run in the order in which they were set.
    var isEarly: Bool?
    var isLate: Bool?
    MainLoop.after(.milliseconds(4900)) { isEarly = !self.log.results.isEmpty }
    notifier.show(call, ticket())
    MainLoop.after(.seconds(6)) { isLate = self.log.results.isEmpty }
    #expect(log.wait(.seconds(8)) { !$0.results.isEmpty })
    #expect(log.results == [.overdue])
    #expect(log.server == .silent(owner: server.bus.uniqueName))
    #expect(isEarly == false && isLate != true)
    #expect(ticks > 2, "the loop went on meanwhile")
    // A second call is not queued behind it.
    notifier.show(call, ticket(2))
    #expect(log.results == [.overdue, .unowned])

    server.isFrozen = false
    #expect(log.wait { $0.results.count == 3 && $0.server?.isPresent == true })
    guard case .shown(let notification) = try #require(log.results.last) else {
      throw Unexpected(result: log.results.last)
    }
    #expect(notification.id == server.lastID)
    #expect(log.tickets == [ticket(), ticket(2), ticket()])
    log.results = []
    _ = try show(call, on: server)
    #expect(server.received.count == 2)
  }

  @Test("T21: a server that does not describe itself is silent after 2 s, and still asked")
  func silent() throws {
    let server = try StandInServer(on: SessionBus.daemon)
    server.isFrozen = true
    server.start()
    #expect(log.wait(.seconds(4)) { $0.server == .silent(owner: server.bus.uniqueName) })
    server.isFrozen = false
    #expect(log.wait { $0.server?.isPresent == true })
  }

  @Test("T21: a new owner ends the silence of the previous one")
  func newOwner() throws {
    let server = try started()
    server.isFrozen = true
    notifier.show(call, ticket())
    #expect(log.wait(.seconds(8)) { $0.results == [.overdue] })
    let next = try StandInServer(on: SessionBus.daemon, name: "next")
    server.leave()
    next.start()
    // The call, and libnotify with it, still waits for the previous server.
    #expect(log.wait { $0.server == .silent(owner: next.bus.uniqueName) })
    server.isFrozen = false
    #expect(log.wait { $0.server?.isPresent == true })
    #expect(log.results.count == 2)
    log.results = []
    #expect(try show(call, on: next).owner == next.bus.uniqueName)
  }

  @Test("A click with its token, a dismissal and an expiry are responses")
  func responses() throws {
    let server = try started()
    let notification = try show(call, on: server)
    let id = Variant.uint32(notification.id)
    server.signal("ActivationToken", [id, .string("token")])
    server.signal("ActionInvoked", [id, .string("snooze")])
    server.signal("NotificationClosed", [id, .uint32(2)])
    server.signal("ActionInvoked", [id, .string("default")])
    server.signal("NotificationClosed", [id, .uint32(1)])
    server.signal("NotificationClosed", [id, .uint32(3)])
    server.signal("NotificationClosed", [id, .uint32(4)])
    server.signal("ActionInvoked", [.uint32(7), .string("last")])
    #expect(log.wait { $0.responses.count == 5 })
    #expect(
      log.responses == [
        .init(notification, .action(key: "snooze", activation: "token")),
        .init(notification, .dismissed),
        .init(notification, .action(key: "default", activation: nil)),
        .init(notification, .expired),
        .init(
          OnScreen(bus: notification.bus, owner: notification.owner, id: 7),
          .action(key: "last", activation: nil)),
      ])
  }

  @Test("GNOME: signals of the shell beside the server's are not second clicks")
  func doubled() throws {
    let server = try started()
    let shell = try SessionBus.daemon.connect()
    let notification = try show(call, on: server)
    let click: [Variant] = [.uint32(notification.id), .string("default")]
    server.signal("ActionInvoked", click, from: shell)
    server.signal("ActionInvoked", click)
    server.signal("ActionInvoked", click, from: shell)
    server.signal("NotificationClosed", [.uint32(notification.id), .uint32(2)])
    #expect(log.wait { $0.responses.count == 2 })
    #expect(
      log.responses.map(\.response) == [.action(key: "default", activation: nil), .dismissed])
  }

  @Test("A signal that overtakes the answer is reported after it")
  func parked() throws {
    let server = try started()
    let former = try show(call, on: server)
    server.beforeAnswer = { server, id in
      server.signal("ActionInvoked", [.uint32(former.id), .string("former")])
      server.signal("ActionInvoked", [.uint32(id), .string("default")])
      MainLoop.run(atMost: .milliseconds(200)) { false }
    }
    notifier.show(call, ticket())
    #expect(log.wait { $0.responses.count == 2 })
    guard case .shown(let notification)? = log.results.first else {
      throw Unexpected(result: log.results.first)
    }
    #expect(log.order.suffix(3) == ["result", "response", "response"])
    #expect(log.responses.last == .init(notification, .action(key: "default", activation: nil)))
  }

  @Test("B11: a notification that closes while a call replaces it ends before the call is answered")
  func closedMeanwhile() throws {
    let server = try started()
    let former = try show(call, on: server)
    server.beforeAnswer = { server, _ in
      server.signal("NotificationClosed", [.uint32(former.id), .uint32(1)])
      server.signal("NotificationClosed", [.uint32(former.id), .uint32(2)])
      MainLoop.run(atMost: .milliseconds(200)) { false }
    }
    var again = call
    again.replaces = former
    notifier.show(again, ticket())
    #expect(log.wait { $0.responses.count == 2 })
    #expect(log.responses.map(\.response) == [.expired, .dismissed])
    #expect(log.order.suffix(3) == ["response", "result", "response"])
  }

  @Test("A notification is closed only by the server that has it")
  func closes() throws {
    let server = try started()
    notifier.close(OnScreen(bus: bus.guid, owner: ":1.99999", id: 5))
    notifier.close(OnScreen(bus: "other", owner: server.bus.uniqueName, id: 6))
    notifier.close(OnScreen(bus: bus.guid, owner: server.bus.uniqueName, id: 7))
    MainLoop.run(atMost: .seconds(5)) { !server.closed.isEmpty }
    #expect(server.closed == [7])
  }

  @Test(
    "MATE: a close button is distinguished from an expiry by the time",
    arguments: [
      (Duration.seconds(2), Int32(-1), Response.dismissed), (.seconds(6.9), -1, .expired),
      (.seconds(2), 0, .dismissed), (.seconds(2), 2000, .expired), (.seconds(1), 2000, .dismissed),
    ])
  func mate(age: Duration, timeout: Int32, response: Response) {
    let mate = NotificationServer(
      name: "Notification Daemon", vendor: "MATE", version: "1.26.0", capabilities: [], owner: "",
      bus: "")
    #expect(
      Closing.response(reason: 1, server: mate, age: age, expireTimeout: timeout) == response)
    #expect(
      Closing.response(reason: 1, server: nil, age: age, expireTimeout: timeout) == .expired)
  }

  @Test("MATE: a notification that this process showed and that closes at once was dismissed")
  func mateServer() throws {
    let server = try started(name: "Notification Daemon", vendor: "MATE")
    let notification = try show(call, on: server)
    server.signal("NotificationClosed", [.uint32(notification.id), .uint32(1)])
    server.signal("NotificationClosed", [.uint32(3), .uint32(1)])
    #expect(log.wait { $0.responses.count == 2 })
    #expect(log.responses.map(\.response) == [.dismissed, .expired])
  }
}

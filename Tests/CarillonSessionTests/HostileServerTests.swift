import CarillonFeatures
import CarillonGLib
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
      for key in 0..<600 { server.signal("ActionInvoked", [.uint32(id), .string("k\(key)")]) }
      MainLoop.run(atMost: .milliseconds(1500)) { false }
    }
    let notification = try show(call, on: server)
    #expect(notification.id == id)
    #expect(log.wait { $0.responses.count == 500 })
    #expect(log.responses.first == .init(notification, .action(key: "k0", activation: nil)))
    MainLoop.run(atMost: .milliseconds(50)) { false }
    #expect(log.responses.count == 500)
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

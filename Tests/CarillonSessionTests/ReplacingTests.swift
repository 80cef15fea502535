import CarillonFeatures
import CarillonGLib
import TestBus
import Testing

@testable import CarillonSession

/// Signals that arrive while a call replaces a notification.
extension NotifierTests {
  /// Replaces a notification; the server calls `signalling` before it answers.
  private func replace(
    _ notification: OnScreen, on server: StandInServer,
    signalling: @escaping (StandInServer) -> Void
  ) {
    server.beforeAnswer = { server, _ in
      signalling(server)
      MainLoop.run(atMost: .milliseconds(200)) { false }
    }
    var next = call
    next.replaces = notification
    next.actions.append(NotifyCall.Button(key: "stop_shot", label: "Stop Shot"))
    notifier.show(next, ticket(2))
  }

  @Test(
    "B11: a click during a replacement is reported at once, about the old notification")
  func clickedWhileReplaced() throws {
    let server = try started()
    let notification = try show(call, on: server)
    let id = Variant.uint32(notification.id)
    replace(notification, on: server) { server in
      server.signal("ActivationToken", [id, .string("token")])
      server.signal("ActionInvoked", [id, .string("snooze")])
      server.signal("NotificationClosed", [id, .uint32(2)])
    }
    #expect(log.wait { !$0.results.isEmpty })
    #expect(log.order.suffix(2) == ["response", "result"])
    #expect(log.responses == [.init(notification, .action(key: "snooze", activation: "token"))])
    #expect(log.results == [.shown(notification)])
    // From now on, signals are about the new notification.
    server.signal("NotificationClosed", [id, .uint32(2)])
    #expect(log.wait { $0.responses.count == 2 })
    #expect(log.responses.last == .init(notification, .dismissed))
  }

  @Test("B11: a click on a button that only the replacement has is reported after it")
  func clickedOnReplacement() throws {
    let server = try started()
    let notification = try show(call, on: server)
    let id = Variant.uint32(notification.id)
    replace(notification, on: server) { server in
      server.signal("ActivationToken", [id, .string("token")])
      server.signal("ActionInvoked", [id, .string("stop_shot")])
      server.signal("NotificationClosed", [id, .uint32(2)])
    }
    #expect(log.wait { $0.responses.count == 2 })
    #expect(log.order.suffix(3) == ["result", "response", "response"])
    #expect(
      log.responses == [
        .init(notification, .action(key: "stop_shot", activation: "token")),
        .init(notification, .dismissed),
      ])
  }

  @Test("B11: a close without a click during a replacement is reported afterwards")
  func closedWhileReplaced() throws {
    let server = try started()
    let notification = try show(call, on: server)
    replace(notification, on: server) { server in
      server.signal("NotificationClosed", [.uint32(notification.id), .uint32(2)])
    }
    #expect(log.wait { !$0.responses.isEmpty })
    #expect(log.order.suffix(2) == ["result", "response"])
  }
}

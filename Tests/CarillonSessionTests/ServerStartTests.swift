import CarillonFeatures
import CarillonGLib
import TestBus
import Testing

@testable import CarillonSession

@Suite(.serialized) @MainActor struct ServerStartTests {
  private let log = EventLog()
  private let ticket = Ticket(kind: .startServer, row: 0, attempt: 1)

  /// A notifier on a bus that starts a notification server with `command`.
  private func notifier(startedBy command: String?) throws -> (LibnotifyNotifier, PrivateBus) {
    let daemon = try PrivateBus()
    let bus = try daemon.connect()
    if let command {
      try daemon.addService("org.freedesktop.Notifications", program: command)
      _ = try bus.callAndWait(.daemon, "ReloadConfig")
    }
    let notifier = LibnotifyNotifier(
      bus: bus, worker: NotifierTests.worker, send: log.take)
    return (notifier, daemon)
  }

  @Test("T21: a server that the bus can start is startable, any other is absent")
  func startable() throws {
    let (first, firstBus) = try notifier(startedBy: "/bin/true")
    #expect(log.wait { $0.server == .startable })
    let (second, secondBus) = try notifier(startedBy: nil)
    #expect(log.wait { $0.server == .absent })
    #expect(log.changes.count == 2)
    _ = (first, firstBus, second, secondBus)
  }

  @Test("T21: a started server is queried before the start is reported")
  func starts() throws {
    let (notifier, daemon) = try notifier(startedBy: "/bin/true")
    #expect(log.wait { $0.server == .startable })
    notifier.startServer(ticket)
    let server = try StandInServer(on: daemon)
    MainLoop.after(.milliseconds(50)) { server.start() }
    #expect(log.wait { !$0.started.isEmpty })
    #expect(log.started == [true])
    #expect(log.order == ["change", "change", "started"])
    #expect(log.server?.isPresent == true)
    server.crash()
    #expect(log.wait { $0.server == .startable })
  }

  @Test("T21: a service that fails to start is not a server")
  func startFails() throws {
    let (notifier, daemon) = try notifier(startedBy: "/bin/false")
    #expect(log.wait { $0.server == .startable })
    notifier.startServer(ticket)
    #expect(log.wait { !$0.started.isEmpty })
    #expect(log.started == [false])
    _ = daemon
    let without = LibnotifyNotifier(bus: nil, worker: NotifierTests.worker, send: log.take)
    without.startServer(ticket)
    #expect(log.started == [false, false])
  }

  @Test("A server that answers with errors is asked again at intervals")
  func errors() throws {
    let daemon = try PrivateBus()
    let server = try daemon.connect()
    var calls = 0
    let object = try server.export(
      """
      <node><interface name="org.freedesktop.Notifications">
        <method name="GetServerInformation"/></interface></node>
      """, at: "/org/freedesktop/Notifications"
    ) { call in
      calls += 1
      call.fail("test.Error.NotNow", "not now")
    }
    let name = server.own("org.freedesktop.Notifications") { _ in }
    defer { name.cancel() }
    let notifier = LibnotifyNotifier(
      bus: try daemon.connect(), worker: NotifierTests.worker, send: log.take)
    MainLoop.run(atMost: .milliseconds(3500)) { false }
    #expect(calls == 3)
    #expect(log.changes == [.server(.silent(owner: server.uniqueName))])
    _ = (notifier, object)
  }
}

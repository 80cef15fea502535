import CarillonFeatures
import CarillonGLib
import Foundation
import TestBus
import Testing

@testable import CarillonSession

@Suite(.serialized) @MainActor struct SurroundingsTests {
  private let log = EventLog()
  private let folder = TemporaryFolder()

  @Test("Early events become part of the situation, or follow it")
  func funnel() {
    let funnel = Funnel(send: log.take)
    let notification = OnScreen(bus: "b", owner: ":1.1", id: 1)
    funnel.take(.situation(.zone("Asia/Tokyo")))
    funnel.take(.situation(.locked(true)))
    funnel.take(.responded(notification, .dismissed))
    funnel.take(.situation(.resumed(.hours(1))))
    #expect(log.order.isEmpty)
    var gathered: Situation?
    funnel.open { gathered = $0 }
    #expect(gathered?.zone == "Asia/Tokyo")
    #expect(gathered?.locked == true)
    #expect(log.order == ["response", "change"])
    funnel.take(.situation(.locked(true)))
    funnel.take(.situation(.online(true)))
    #expect(log.changes == [.resumed(.hours(1))])
    funnel.take(.situation(.locked(false)))
    // The engine treats a server that failed as absent, so a repeated report is news to it.
    funnel.take(.situation(.server(.absent)))
    funnel.take(.situation(.clockSet(.seconds(2))))
    #expect(
      log.changes == [
        .resumed(.hours(1)), .locked(false), .server(.absent), .clockSet(.seconds(2)),
      ])
    // Whom a redirect has led to is no state. (T29)
    funnel.take(.situation(.redirected(to: "b.test")))
    #expect(log.changes.last == .redirected(to: "b.test"))
    // The engine knows that it has written the entry; the situation here still says off.
    funnel.take(.situation(.autostart(false)))
    #expect(log.changes.last == .autostart(false))
    // The same zone again: its rules have changed. (T16)
    funnel.take(.situation(.zone("Asia/Tokyo")))
    #expect(log.changes.last == .zone("Asia/Tokyo"))
    funnel.open { _ in Issue.record("it begins once") }
  }

  @Test("The situation is gathered once, with the current server")
  func gathers() throws {
    let bus = try SessionBus.connect()
    let server = try StandInServer(on: SessionBus.daemon)
    server.start()
    let surroundings = Surroundings(
      sessionBus: bus, applicationName: "Carillon", executable: "/usr/bin/carillon",
      configuration: folder.path, send: log.take)
    var gathered: [Situation] = []
    surroundings.gather(resumed: {}, done: { gathered.append($0) })
    #expect(MainLoop.run(atMost: .seconds(3)) { !gathered.isEmpty })
    guard case .present(let met)? = gathered.first?.server else {
      return #expect(gathered.first?.server == nil, "a server is present")
    }
    #expect(met.owner == server.bus.uniqueName)
    #expect(met.bus == bus.guid)
    #expect(met.capabilities == ["actions", "body"])
    server.crash()
    #expect(log.wait { $0.server == .absent })
    #expect(gathered.count == 1)
  }

  @Test("The situation has the keyring's state and the application's switch; the key comes first")
  func gathersKeyring() throws {
    let bus = try SessionBus.connect()
    let server = try StandInServer(on: SessionBus.daemon, name: "Plasma", vendor: "KDE")
    server.start()
    let daemon = try KeyringDaemon()
    try daemon.start()
    try "[Applications][org.carillon.Carillon]\nShowPopups=false\nShowInHistory=false\n".write(
      to: folder.url.appending(path: "plasmanotifyrc"), atomically: false, encoding: .utf8)
    var order: [String] = []
    let surroundings = Surroundings(
      sessionBus: bus, applicationName: "Carillon", executable: "/usr/bin/carillon",
      configuration: folder.path, contentKey: { order.append($0 == nil ? "no key" : "key") },
      send: log.take)
    var gathered: Situation?
    surroundings.gather(resumed: {}) {
      gathered = $0
      order.append("gathered")
    }
    #expect(MainLoop.run(atMost: .seconds(3)) { gathered != nil })
    #expect(gathered?.keyring == .open)
    #expect(gathered?.permitted == false)
    #expect(order == ["key", "gathered"])
    try daemon.lock()
    #expect(log.wait { $0.changes.contains(.keyring(.locked)) })
    #expect(order == ["key", "gathered", "no key"])
    server.crash()
    withExtendedLifetime(surroundings) {}
  }

  @Test("A server that does not answer delays the start by two seconds at most")
  func slow() throws {
    let bus = try SessionBus.connect()
    let server = try StandInServer(on: SessionBus.daemon)
    server.isFrozen = true
    server.start()
    let surroundings = Surroundings(
      sessionBus: bus, applicationName: "Carillon", executable: "/usr/bin/carillon",
      configuration: folder.path, send: log.take)
    var gathered: Situation?
    var isLate = false
    surroundings.gather(resumed: {}, done: { gathered = $0 })
    let after = MainLoop.after(.milliseconds(2500)) { isLate = gathered == nil }
    MainLoop.run(atMost: .seconds(5)) { gathered != nil }
    after.cancel()
    #expect(!isLate)
    #expect(gathered?.server.isPresent == false)
    server.isFrozen = false
    #expect(log.wait { $0.server?.isPresent == true })
  }

  @Test("Without any bus there is still a situation, without a server")
  func noBus() {
    let surroundings = Surroundings(
      sessionBus: nil, applicationName: "Carillon", executable: "/usr/bin/carillon",
      configuration: folder.path, send: log.take)
    var gathered: Situation?
    surroundings.gather(resumed: {}, done: { gathered = $0 })
    MainLoop.run(atMost: .seconds(5)) { gathered != nil }
    #expect(gathered?.server == .absent)
  }

  @Test("Logind reports the end of sleep and the lock")
  func logind() throws {
    let daemon = try PrivateBus()
    let logind = try daemon.connect()
    let object = try logind.export(
      """
      <node><interface name="org.freedesktop.login1.Manager">
        <method name="GetSessionByPID"><arg type="u" direction="in"/>
          <arg type="o" direction="out"/></method></interface></node>
      """, at: "/org/freedesktop/login1"
    ) { $0.fail("org.freedesktop.login1.NoSessionForPID", "none") }
    let user = try logind.export(
      """
      <node><interface name="org.freedesktop.login1.User">
        <property name="Display" type="(so)" access="read"/></interface></node>
      """, at: "/org/freedesktop/login1/user/self"
    ) { $0.reply([.variant(.tuple([.string("1"), .objectPath("/session/one")]))]) }
    let session = try logind.export(
      """
      <node><interface name="org.freedesktop.login1.Session">
        <property name="LockedHint" type="b" access="read"/></interface></node>
      """, at: "/session/one"
    ) { $0.reply([.variant(.bool(true))]) }
    let name = logind.own("org.freedesktop.login1") { _ in }
    MainLoop.run(atMost: .milliseconds(100)) { false }

    var wakes = 0
    var locks: [Bool] = []
    let watch = LoginWatch(
      systemBus: try daemon.connect(), woke: { wakes += 1 }, locked: { locks.append($0) })
    #expect(MainLoop.run(atMost: .seconds(5)) { locks == [true] })
    logind.emit(
      "PropertiesChanged",
      [
        .string("org.freedesktop.login1.Session"), .dictionary(["LockedHint": .bool(false)]),
        .strings([]),
      ], from: "/session/one", interface: "org.freedesktop.DBus.Properties")
    for isStarting in [true, false] {
      logind.emit(
        "PrepareForSleep", [.bool(isStarting)], from: "/org/freedesktop/login1",
        interface: "org.freedesktop.login1.Manager")
    }
    #expect(MainLoop.run(atMost: .seconds(5)) { locks == [true, false] && wakes == 1 })
    _ = (object, user, session, name, watch)
  }

  /// A logind whose only session has this path, and is locked as the second closure says.
  private func logind(
    on bus: Bus, session path: String, type: String = "o", locked: @escaping () -> Bool
  ) throws -> [Subscription] {
    let value: Variant = type == "o" ? .objectPath(path) : .string(path)
    var exported = [
      try bus.export(
        """
        <node><interface name="org.freedesktop.login1.Manager">
          <method name="GetSessionByPID"><arg type="u" direction="in"/>
            <arg type="\(type)" direction="out"/></method></interface></node>
        """, at: "/org/freedesktop/login1"
      ) { $0.reply([value]) }
    ]
    if type == "o" {
      exported.append(
        try bus.export(
          """
          <node><interface name="org.freedesktop.login1.Session">
            <property name="LockedHint" type="b" access="read"/></interface></node>
          """, at: path
        ) { $0.reply([.variant(.bool(locked()))]) })
    }
    return exported + [bus.own("org.freedesktop.login1") { _ in }]
  }

  @Test("T38: a logind that starts anew is asked again; while it is gone, its last word counts")
  func logindAnew() throws {
    let daemon = try PrivateBus()
    var isLocked = true
    var logind = try logind(on: daemon.connect(), session: "/session/one") { isLocked }
    var locks: [Bool] = []
    let watch = LoginWatch(
      systemBus: try daemon.connect(), woke: {}, locked: { locks.append($0) })
    #expect(MainLoop.run(atMost: .seconds(5)) { locks == [true] })
    logind = []
    #expect(!MainLoop.run(atMost: .milliseconds(300)) { locks.count > 1 })
    isLocked = false
    let bus = try daemon.connect()
    logind = try self.logind(on: bus, session: "/session/two") { isLocked }
    #expect(MainLoop.run(atMost: .seconds(5)) { locks == [true, false] })
    bus.emit(
      "PropertiesChanged",
      [
        .string("org.freedesktop.login1.Session"), .dictionary(["LockedHint": .bool(true)]),
        .strings([]),
      ], from: "/session/two", interface: "org.freedesktop.DBus.Properties")
    #expect(MainLoop.run(atMost: .seconds(5)) { locks == [true, false, true] })
    _ = (logind, watch)
  }

  @Test("T38: without logind, or with a session whose path is none, nothing is locked")
  func noSession() throws {
    let daemon = try PrivateBus()
    var locks: [Bool] = []
    func watch() throws -> LoginWatch {
      LoginWatch(systemBus: try daemon.connect(), woke: {}, locked: { locks.append($0) })
    }
    let first = try watch()
    #expect(MainLoop.run(atMost: .seconds(1)) { locks == [false] })
    let logind = try logind(on: daemon.connect(), session: "no path", type: "s") { true }
    #expect(MainLoop.run(atMost: .seconds(1)) { locks == [false, false] })
    let second = try watch()
    #expect(MainLoop.run(atMost: .seconds(1)) { locks == [false, false, false] })
    _ = (logind, first, second)
  }

  @Test("T39: a manager that announces a change with each answer is not asked without end")
  func restlessManager() throws {
    let daemon = try PrivateBus()
    let systemd = try daemon.connect()
    var asked = 0
    let object = try systemd.export(
      """
      <node><interface name="org.freedesktop.systemd1.Manager">
        <method name="Subscribe"/><method name="GetUnitFileState">
        <arg type="s" direction="in"/><arg type="s" direction="out"/></method></interface></node>
      """, at: "/org/freedesktop/systemd1"
    ) { call in
      guard call.method == "GetUnitFileState" else { return call.reply() }
      asked += 1
      systemd.emit(
        "UnitFilesChanged", from: "/org/freedesktop/systemd1",
        interface: "org.freedesktop.systemd1.Manager")
      call.reply([.string("enabled")])
    }
    let name = systemd.own("org.freedesktop.systemd1") { _ in }
    var told: [Bool] = []
    let unit = SystemdUnit(bus: try daemon.connect()) { told.append($0) }
    #expect(!MainLoop.run(atMost: .milliseconds(2500)) { asked > 4 })
    #expect(asked >= 2 && told.last == true)
    _ = (object, name, unit)
  }

  @Test("T39: systemd's unit is asked for at first, and again when unit files change")
  func systemd() throws {
    let daemon = try PrivateBus()
    var told: [Bool] = []
    let unit = SystemdUnit(bus: try daemon.connect()) { told.append($0) }
    #expect(MainLoop.run(atMost: .seconds(5)) { told == [false] }, "no manager starts nothing")

    let systemd = try daemon.connect()
    var state: String? = "enabled"
    var subscribers = 0
    let object = try systemd.export(
      """
      <node><interface name="org.freedesktop.systemd1.Manager">
        <method name="Subscribe"/><method name="GetUnitFileState">
        <arg type="s" direction="in"/><arg type="s" direction="out"/></method></interface></node>
      """, at: "/org/freedesktop/systemd1"
    ) { call in
      guard call.method == "GetUnitFileState" else {
        subscribers += 1
        return call.reply()
      }
      #expect(call.arguments == [.string("carillon.service")])
      if let state {
        call.reply([.string(state)])
      } else {
        call.fail("org.freedesktop.systemd1.NoSuchUnit", "none")
      }
    }
    var name: Subscription? = systemd.own("org.freedesktop.systemd1") { _ in }
    #expect(MainLoop.run(atMost: .seconds(5)) { told == [false, true] && subscribers == 1 })
    func emit(_ signal: String, _ arguments: [Variant] = []) {
      systemd.emit(
        signal, arguments, from: "/org/freedesktop/systemd1",
        interface: "org.freedesktop.systemd1.Manager")
    }
    for (next, expected) in [("disabled", false), ("enabled", true), (nil, false)] {
      state = next
      emit("UnitFilesChanged")
      #expect(MainLoop.run(atMost: .seconds(5)) { told.last == expected })
    }
    state = "enabled"
    emit("Reloading", [.bool(true)])
    #expect(!MainLoop.run(atMost: .milliseconds(200)) { told.last == true })
    emit("Reloading", [.bool(false)])
    #expect(MainLoop.run(atMost: .seconds(5)) { told.last == true })
    // It starts itself anew; that changes nothing on disk.
    name = nil
    #expect(!MainLoop.run(atMost: .milliseconds(300)) { told.last == false })
    name = systemd.own("org.freedesktop.systemd1") { _ in }
    #expect(MainLoop.run(atMost: .seconds(5)) { subscribers == 2 })
    #expect(told == [false, true, false, true, false, true])
    _ = (object, name, unit)
  }

  @Test("Plasma's Do Not Disturb is read and followed; a server without one has none")
  func plasma() throws {
    let daemon = try PrivateBus()
    let plasma = try daemon.connect()
    let object = try plasma.export(
      """
      <node><interface name="org.freedesktop.Notifications">
        <property name="Inhibited" type="b" access="read"/></interface></node>
      """, at: "/org/freedesktop/Notifications"
    ) { $0.reply([.variant(.bool(true))]) }
    let name = plasma.own("org.freedesktop.Notifications") { _ in }
    MainLoop.run(atMost: .milliseconds(100)) { false }
    var told: [Bool?] = []
    let switches = DoNotDisturb(bus: try daemon.connect()) { told.append($0) }
    switches.follow(server("Plasma", "KDE", owner: plasma.uniqueName))
    #expect(MainLoop.run(atMost: .seconds(5)) { told == [true] })
    plasma.emit(
      "PropertiesChanged",
      [
        .string("org.freedesktop.Notifications"), .dictionary(["Inhibited": .bool(false)]),
        .strings([]),
      ], from: "/org/freedesktop/Notifications", interface: "org.freedesktop.DBus.Properties")
    #expect(MainLoop.run(atMost: .seconds(5)) { told == [true, false] })
    switches.follow(server("other", "other", owner: ":1.99"))
    #expect(MainLoop.run(atMost: .seconds(5)) { told == [true, false, nil] })
    _ = (object, name)
  }

  @Test("Xfce's Do Not Disturb is read from its settings, even if it was never set")
  func xfce() throws {
    let daemon = try PrivateBus()
    let xfconf = try daemon.connect()
    var isSet = false
    let object = try xfconf.export(
      """
      <node><interface name="org.xfce.Xfconf"><method name="GetProperty">
        <arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="v" direction="out"/></method></interface></node>
      """, at: "/org/xfce/Xfconf"
    ) { call in
      #expect(call.arguments == [.string("xfce4-notifyd"), .string("/do-not-disturb")])
      if isSet {
        call.reply([.variant(.bool(true))])
      } else {
        call.fail("org.xfce.Xfconf.Error.PropertyNotFound", "never set")
      }
    }
    let name = xfconf.own("org.xfce.Xfconf") { _ in }
    MainLoop.run(atMost: .milliseconds(100)) { false }
    var told: [Bool?] = []
    let switches = DoNotDisturb(bus: try daemon.connect()) { told.append($0) }
    switches.follow(server("Xfce Notify Daemon", "Xfce", owner: ":1.7"))
    #expect(MainLoop.run(atMost: .seconds(5)) { told == [false] })
    isSet = true
    switches.follow(server("Xfce Notify Daemon", "Xfce", owner: ":1.8"))
    #expect(MainLoop.run(atMost: .seconds(5)) { told == [false, true] })
    xfconf.emit(
      "PropertyChanged",
      [.string("xfce4-notifyd"), .string("/do-not-disturb"), .variant(.bool(false))],
      from: "/org/xfce/Xfconf", interface: "org.xfce.Xfconf")
    #expect(MainLoop.run(atMost: .seconds(5)) { told == [false, true, false] })
    _ = (object, name)
  }

  private func server(_ name: String, _ vendor: String, owner: String) -> NotificationServer {
    NotificationServer(
      name: name, vendor: vendor, version: "1", capabilities: [], owner: owner, bus: "b")
  }
}

import CarillonBus
import CarillonEngine
import CarillonGLib
import Foundation
import Glibc

/// Measures the time from `DeliverStoredNow` to `Notify` on the bus, and of a bare `Notify`, in ms.
///
/// This process is caller and notification server, over two connections, so both are measured
/// alike. The app runs with a shifted clock: `clock` is the file that sets it, by 61 s between two
/// calls, because the cooldown is a minute.
func measureNotify(clock: String) throws -> Result {
  let desk = try Desk(clock: clock)
  try desk.waitForApp()
  var result = Result()
  let bare = try desk.samples(250, warmUp: 20, of: desk.callNotify)
  result.add("notify.bare", bare)
  result.add("notify.deliver", try desk.samples(250, warmUp: 5, of: desk.deliver))
  // After some rest the WAL has been moved into the database, and the next commit has to wait for
  // the disk once.
  result.add(
    "notify.rested",
    try desk.samples(15, warmUp: 0) {
      MainLoop.run(atMost: .seconds(3)) { false }
      return try desk.deliver()
    })
  return result
}

/// Measures the time from `Push` to `Notify` on the bus, and of a bare `Notify`, in ms.
///
/// The messages are news of one brew, each replacing the one before; then critical alarms, each another one,
/// while all before it are open.
func measurePush(clock: String) throws -> Result {
  let desk = try Desk(clock: clock)
  try desk.waitForApp()
  var result = Result()
  result.add("notify.bare", try desk.samples(250, warmUp: 20, of: desk.callNotify))
  var number = 0
  result.add(
    "notify.push",
    try desk.samples(250, warmUp: 5) {
      number += 1
      return try desk.push(brewMessage(brew: number / 60 + 1, second: number % 60 + 20))
    })
  result.add(
    "notify.alarm",
    try desk.samples(250, warmUp: 5) {
      number += 1
      return try desk.push(alarmMessage(number))
    })
  return result
}

/// A notification server that records when `Notify` arrives, and a caller.
private final class Desk {
  private let caller: Bus
  private let server: Bus
  private var exported: Subscription?
  private var owned: Subscription?
  private var arrived: Int64?
  private var shown: UInt32 = 0
  private let clock: Int32
  private var shift: Int64 = 0

  private static let notifications = BusObject(
    "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
    "org.freedesktop.Notifications")

  private static let description = """
    <node><interface name="org.freedesktop.Notifications">
    <method name="GetServerInformation"><arg type="s" direction="out"/>
    <arg type="s" direction="out"/><arg type="s" direction="out"/><arg type="s" direction="out"/>
    </method><method name="GetCapabilities"><arg type="as" direction="out"/></method>
    <method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/>
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="as" direction="in"/><arg type="a{sv}" direction="in"/>
    <arg type="i" direction="in"/><arg type="u" direction="out"/></method>
    <method name="CloseNotification"><arg type="u" direction="in"/></method>
    </interface></node>
    """

  init(clock path: String) throws {
    guard let address = ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] else {
      throw Unusable("there is no session bus")
    }
    clock = open(path, O_RDWR)
    guard clock >= 0, pread(clock, &shift, 8, 0) == 8 else { throw Unusable("no clock at \(path)") }
    caller = try Bus.open(.at(address))
    server = try Bus.open(.at(address))
    exported = try server.export(Desk.description, at: Desk.notifications.path) { [weak self] in
      self?.answer($0)
    }
    owned = server.own(Desk.notifications.name) { _ in }
  }

  deinit {
    close(clock)
  }

  private func answer(_ call: BusCall) {
    switch call.method {
    case "Notify":
      arrived = nanoseconds()
      shown += 1
      call.reply([.uint32(shown)])
    case "GetCapabilities": call.reply([.strings(["actions", "body"])])
    case "GetServerInformation":
      call.reply([.string("bench"), .string("carillon"), .string("1"), .string("1.2")])
    default: call.reply()
    }
  }

  /// Calls, runs the loop until the answer arrives, and returns it.
  private func ask(
    _ object: BusObject, _ method: String, _ arguments: [Variant] = []
  ) throws -> [Variant] {
    var reply: Swift.Result<[Variant], GLibError>?
    caller.call(object, method, arguments, mayStart: false) { reply = $0 }
    guard MainLoop.run(atMost: .seconds(10), until: { reply != nil }), let reply else {
      throw Unusable("\(method) was not answered")
    }
    return try reply.get()
  }

  /// Waits until the app knows this server and has something to show.
  func waitForApp() throws {
    for _ in 0..<100 {
      MainLoop.run(atMost: .milliseconds(200)) { false }
      guard let text = try? ask(Door.carillon, "GetState")[at: 0]?.stringValue,
        let state = deserialize(StateReport.self, from: text)
      else { continue }
      if state.server.state == "present", state.nextOccurrences.first?.title != nil { return }
    }
    throw Unusable("the app is not ready")
  }

  func samples(
    _ count: Int, warmUp: Int, of sample: () throws -> Double
  ) throws -> [Double] {
    for _ in 0..<warmUp { _ = try sample() }
    return try (0..<count).map { _ in try sample() }
  }

  func callNotify() throws -> Double {
    MainLoop.run(atMost: .milliseconds(20)) { false }
    return try timed {
      try ask(
        Desk.notifications, "Notify",
        [
          .string("Carillon"), .uint32(0), .string("org.carillon.Carillon"),
          .string("A headline of the usual length"), .string("And a summary below it."),
          .strings(["default", "Open", "snooze", "Snooze 10 min", "skip", "Skip Next"]),
          .dictionary(["urgency": .byte(1)]), .int32(-1),
        ])
    }
  }

  func deliver() throws -> Double {
    shift += 61_000_000_000
    guard pwrite(clock, &shift, 8, 0) == 8 else { throw Unusable("the clock cannot be set") }
    // The app has received it and handled the consequences.
    MainLoop.run(atMost: .milliseconds(50)) { false }
    _ = try ask(Door.carillon, "GetState")
    return try timed { try ask(Door.carillon, "DeliverStoredNow", [.string("")]) }
  }

  /// Answered with its verdict, possibly before it is shown.
  func push(_ message: String) throws -> Double {
    MainLoop.run(atMost: .milliseconds(20)) { false }
    return try timed { try ask(Door.carillon, "Push", [.string(message)]) }
  }

  /// The time from before the call to the arrival of `Notify`.
  private func timed(_ call: () throws -> [Variant]) throws -> Double {
    arrived = nil
    let began = nanoseconds()
    _ = try call()
    MainLoop.run(atMost: .seconds(5)) { arrived != nil }
    guard let arrived else { throw Unusable("no Notify came") }
    return Double(arrived - began) / 1e6
  }
}

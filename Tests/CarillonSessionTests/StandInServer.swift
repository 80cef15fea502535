import CarillonFeatures
import CarillonGLib
import TestBus

/// A notification server controlled by a test, on a connection of its own.
///
/// While frozen, it receives calls without answering, like a stopped process.
final class StandInServer {
  /// The arguments of a `Notify` call.
  struct Notify {
    let applicationName: String
    let replaces: UInt32
    let icon: String
    let summary: String
    let body: String
    let actions: [String]
    let hints: [String: Variant]
    let expireTimeout: Int32
  }

  let bus: Bus
  private(set) var received: [Notify] = []
  private(set) var closed: [UInt32] = []
  var lastID: UInt32 = 100
  /// The error to answer `Notify` with; nil answers with a new id, or the replaced one.
  var error: (name: String, message: String)?
  /// Called with the id before the call is answered.
  var beforeAnswer: (StandInServer, UInt32) -> Void = { _, _ in }
  /// The methods of which calls get lost, each once.
  var loses: Set<String> = []
  var asked = 0
  /// The id to answer with, whatever is replaced.
  var answersWith: UInt32?
  var isFrozen = false {
    didSet { if !isFrozen { thaw() } }
  }

  private let name: String
  private let vendor: String
  private var frozen: [BusCall] = []
  private var lost: [BusCall] = []
  private var object: Subscription?
  private var ownership: Subscription?

  init(on daemon: PrivateBus, name: String = "stand-in", vendor: String = "test") throws {
    self.name = name
    self.vendor = vendor
    bus = try daemon.connect()
    object = try bus.export(StandInServer.description, at: "/org/freedesktop/Notifications") {
      [weak self] in self?.take($0)
    }
  }

  /// Claims the name, and waits until it has it.
  func start() {
    var isOurs = false
    ownership = bus.own("org.freedesktop.Notifications") { isOurs = $0 }
    MainLoop.run(atMost: .seconds(5)) { isOurs }
  }

  /// Releases the name, but stays connected.
  func leave() {
    ownership = nil
  }

  /// Ends like a killed process: its callers learn that no answer comes.
  func crash() {
    bus.disconnect()
  }

  func signal(_ name: String, _ arguments: [Variant], from other: Bus? = nil) {
    let sender = other ?? bus
    sender.emit(
      name, arguments, from: "/org/freedesktop/Notifications",
      interface: "org.freedesktop.Notifications")
    sender.flush()
  }

  private func thaw() {
    let calls = frozen
    frozen = []
    for call in calls { take(call) }
  }

  private func take(_ call: BusCall) {
    if isFrozen { return frozen.append(call) }
    if call.method.hasPrefix("Get") { asked += 1 }
    if loses.remove(call.method) != nil { return lost.append(call) }
    switch call.method {
    case "GetServerInformation":
      call.reply([.string(name), .string(vendor), .string("1.0"), .string("1.2")])
    case "GetCapabilities": call.reply([.strings(["actions", "body"])])
    case "CloseNotification":
      closed.append(call.arguments[at: 0]?.uint32Value ?? 0)
      call.reply()
    default: notify(call)
    }
  }

  private func notify(_ call: BusCall) {
    let values = call.arguments
    let notify = Notify(
      applicationName: values[at: 0]?.stringValue ?? "", replaces: values[at: 1]?.uint32Value ?? 0,
      icon: values[at: 2]?.stringValue ?? "", summary: values[at: 3]?.stringValue ?? "",
      body: values[at: 4]?.stringValue ?? "", actions: values[at: 5]?.stringsValue ?? [],
      hints: values[at: 6]?.dictionaryValue ?? [:], expireTimeout: values[at: 7]?.int32Value ?? 0)
    received.append(notify)
    if let error { return call.fail(error.name, error.message) }
    if notify.replaces == 0 { lastID += 1 }
    let id = answersWith ?? (notify.replaces == 0 ? lastID : notify.replaces)
    beforeAnswer(self, id)
    call.reply([.uint32(id)])
  }

  private static let description = """
    <node><interface name="org.freedesktop.Notifications">
      <method name="Notify"><arg direction="in" type="s"/><arg direction="in" type="u"/>
        <arg direction="in" type="s"/><arg direction="in" type="s"/>
        <arg direction="in" type="s"/><arg direction="in" type="as"/>
        <arg direction="in" type="a{sv}"/><arg direction="in" type="i"/>
        <arg direction="out" type="u"/></method>
      <method name="CloseNotification"><arg direction="in" type="u"/></method>
      <method name="GetCapabilities"><arg direction="out" type="as"/></method>
      <method name="GetServerInformation"><arg direction="out" type="s"/>
        <arg direction="out" type="s"/><arg direction="out" type="s"/>
        <arg direction="out" type="s"/></method>
    </interface></node>
    """
}

package import CarillonEngine
package import CarillonGLib
import Glibc

/// The app's interfaces on the session bus: `org.carillon.Carillon1` and
/// `org.freedesktop.Application`.
///
/// Created before the engine, because objects must exist before the name does. Calls that arrive
/// before `serve` wait for it. Whoever owns the name is the only engine of this session.
///
/// A burst of calls is served little by little, because everything else of the program happens on the
/// same loop.
package final class BusService {
  package typealias Ask = (DoorCall, _ answer: @escaping (Answer) -> Void) -> Void

  private let bus: Bus
  private var object: Subscription?
  private var ask: Ask?
  private var waiting = CallQueue<BusCall>()
  /// Called when another start, which opens no window, wants this process to keep running.
  package var onStay: () -> Void = {}
  private var isEnding = false
  /// How long calls have been served in this turn of the loop.
  private var spent = Duration.zero
  private var isTurnDue = false
  private var lastState: String?
  private var announcing = false

  /// Exports the objects, but does not claim the name yet.
  package init(on bus: Bus) throws(GLibError) {
    self.bus = bus
    object = try bus.export(Door.description, at: Door.path) { [weak self] call in
      self?.handle(call)
    }
  }

  /// Claims the name; false if another process has it, which is then the running Carillon.
  ///
  /// Blocks, so call it before the main loop runs. The name cannot be taken over by others, and
  /// this does not queue for it.
  package func claimName() throws(GLibError) -> Bool {
    let noQueue: UInt32 = 4
    let reply = try bus.callAndWait(
      .daemon, "RequestName", [.string(Door.name), .uint32(noQueue)])
    // 1: we own it now; 4: we owned it already.
    return [1, 4].contains(reply[at: 0]?.uint32Value)
  }

  /// Answers calls from now on, starting with those that have waited.
  package func serve(_ ask: @escaping Ask) {
    self.ask = ask
    serveWaiting()
  }

  /// Lets calls wait from now on, until `serve` is called again.
  package func hold() {
    ask = nil
  }

  /// Lets calls wait until ``close()`` refuses them: whoever calls from now on has to start another process.
  package func end() {
    isEnding = true
    hold()
  }

  /// Removes objects and name from the bus; refuses the calls that wait, and those under way. (§6)
  ///
  /// Whoever serves must have answered its open calls. Runs the main loop until the bus has freed the
  /// name, because calls to it may still be on their way here.
  package func close() {
    isEnding = true
    ask = { _, answer in answer(.refused(Host.closing)) }
    while let call = waiting.next() { serve(call) }
    var isFree = false
    // If this fails, the bus frees the name itself.
    bus.call(.daemon, "ReleaseName", [.string(Door.name)]) { _ in isFree = true }
    MainLoop.run(atMost: .seconds(1)) { isFree }
    object?.cancel()
    object = nil
    ask = nil
  }

  /// Emits `signal`; implements `Shell.tell`.
  package func tell(_ signal: Signal) {
    switch signal {
    case .delivered(let entry): emit("Delivered", serialize(entry))
    case .responded(let entry): emit("Responded", serialize(entry))
    case .errorReported(let event): emit("ErrorReported", serialize(event))
    case .messageReceived(let entry): emit("MessageReceived", serialize(entry))
    case .command(let document): emit("Command", document)
    case .testStep(let report): emit("TestStep", serialize(report))
    case .pressed(let report): emit("Pressed", serialize(report))
    }
  }

  /// Announces a changed state; implements `Shell.changed`.
  ///
  /// Announces at most once per turn of the loop, and only if the state differs from the last one.
  package func changed(_ topic: Topic) {
    guard topic == .state, !announcing else { return }
    announcing = true
    MainLoop.soon { [weak self] in self?.announceState() }
  }
}

extension BusService {
  private func announceState() {
    announcing = false
    ask?(.state) { [weak self] answer in
      guard let self, case .done(let reply) = answer else { return }
      let document = reply.text
      guard document != lastState else { return }
      lastState = document
      emit("StateChanged", document)
    }
  }

  private func emit(_ signal: String, _ document: String) {
    bus.emit(signal, [.string(document)], from: Door.path, interface: Door.interface)
  }

  /// How long calls may be served before everything else on the loop has its turn.
  private static let longestTurn = Duration.milliseconds(8)

  private func handle(_ call: BusCall) {
    guard object != nil else { return }
    if ask != nil, waiting.isEmpty, spent < Self.longestTurn { return serve(call) }
    guard waiting.append(call, of: call.sender, bytes: call.weight) else {
      return call.fail(
        "org.freedesktop.DBus.Error.LimitsExceeded", "Too many calls are waiting. Try again later.")
    }
    continueSoon()
  }

  private func continueSoon() {
    guard !isTurnDue else { return }
    isTurnDue = true
    // A timer that is due at once would keep the loop busy, and idle sources would never run.
    MainLoop.soon { [weak self] in
      self?.isTurnDue = false
      self?.serveWaiting()
    }
  }

  private func serveWaiting() {
    spent = .zero
    let hadToWait = !waiting.isEmpty
    while ask != nil, spent < Self.longestTurn, let call = waiting.next() { serve(call) }
    if !waiting.isEmpty {
      continueSoon()
    } else if hadToWait {
      MainLoop.after(.seconds(2)) { Heap.giveBack() }
    }
  }

  private func serve(_ call: BusCall) {
    guard let ask else { return }
    let began = ContinuousClock.now
    defer {
      spent += ContinuousClock.now - began
      continueSoon()
    }
    do throws(Refusal) {
      if call.interface == Door.application.interface {
        try handleApplication(call, ask)
      } else {
        try handleDoor(call, ask)
      }
    } catch {
      call.fail(error.busName, error.message)
    }
  }

  private func handleDoor(_ call: BusCall, _ ask: Ask) throws(Refusal) {
    guard let method = DoorMethod.named(call.method) else {
      throw Refusal(.notFound, "\(call.method): no such method")
    }
    var values = DoorMethod.Values(texts: call.arguments.compactMap(\.stringValue))
    if let file = method.file { values.file = try writable(file, of: call) }
    let question = try method.question(values)
    try Strangers.check(question, of: call, on: bus)
    // The call keeps its files open until it is answered.
    ask(question) { answer in
      switch answer {
      case .done(let reply): call.reply(method.answer == nil ? [] : [.string(reply.text)])
      case .refused(let refusal): call.fail(refusal.busName, refusal.message)
      }
    }
  }

  /// The file that came with `call`; -1 if none did.
  ///
  /// A pipe or a socket is refused: whoever has its other end could make us wait.
  private func writable(_ name: String, of call: BusCall) throws(Refusal) -> Int32 {
    guard case .handle(let index)? = call.arguments[at: 0], call.files.indices.contains(Int(index))
    else { return -1 }
    let file = call.files[Int(index)]
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      fcntl(file, F_GETFL) & O_ACCMODE != O_RDONLY
    else {
      throw Refusal(.invalidArgument, "\(name): must be a regular file that is open for writing")
    }
    return file
  }

  private func handleApplication(_ call: BusCall, _ ask: Ask) throws(Refusal) {
    switch call.method {
    case "Activate":
      let token = PlatformData.activation(in: call.arguments[at: 0])
      self.ask(all: [.raise(activation: token)], ask, for: call)
    case "Open":
      let links = call.arguments[at: 0]?.stringsValue ?? []
      let token = PlatformData.activation(in: call.arguments[at: 1])
      guard links.count <= BusService.mostLinks else {
        throw Refusal(.invalidArgument, "uris: more than \(BusService.mostLinks)")
      }
      guard links.allSatisfy({ $0.utf8.count <= Door.longestArgument }) else {
        throw Refusal(.invalidArgument, "uris: longer than 1 MiB")
      }
      self.ask(all: links.map { .open(link: $0, activation: token) }, ask, for: call)
    case "ActivateAction" where call.arguments[at: 0]?.stringValue == Door.stay:
      guard !isEnding else { throw Host.closing }
      onStay()
      call.reply()
    default:
      // Our desktop file has no actions.
      throw Refusal(.notFound, "action_name: there is no such action")
    }
  }

  /// A limit, because each link is a transaction and may open a window.
  private static let mostLinks = 32

  /// Asks one question after another and answers `call` once, with the first refusal if any.
  private func ask(all questions: [DoorCall], _ ask: Ask, for call: BusCall) {
    var open = questions.count
    var refusal: Refusal?
    func finish() {
      guard open == 0 else { return }
      if let refusal {
        call.fail(refusal.busName, refusal.message)
      } else {
        call.reply()
      }
    }
    for question in questions {
      ask(question) { answer in
        if case .refused(let reason) = answer { refusal = refusal ?? reason }
        open -= 1
        finish()
      }
    }
    if questions.isEmpty { finish() }
  }
}

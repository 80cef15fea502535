package import CarillonEngine
import CarillonGLib
import CarillonRehearsal
import Glibc

/// The windows, in a process of their own that lives as long as one is open.
///
/// GTK keeps much of what a window needed once: only the end of its process gives all of that back. And whatever
/// goes wrong in a window, the hours ring.
package final class WindowProcess {
  /// What the windows ask of the process with the engine.
  package struct Service {
    package let ask: AppLink.Ask
    package let read: AppLink.Read
    var quit: () -> Void
    package var rehearse: AppLink.Rehearse = { $2(.failure(.canceled)) }
    /// Called when a window gets the focus, or none has it any more. (D3)
    package var focused: (Bool) -> Void = { _ in }
    /// Finds the cached file of a picture by its address. (B28)
    package var picture: (String, @escaping (String?) -> Void) -> Void = { $1(nil) }
    package var unlockKeyring: () -> Void = {}

    package init(
      ask: @escaping AppLink.Ask, read: @escaping AppLink.Read, quit: @escaping () -> Void
    ) {
      self.ask = ask
      self.read = read
      self.quit = quit
    }
  }

  /// A running process.
  private final class Run {
    /// Topics of which a change was told and not taken yet, and whether there was another one since.
    var telling: [Topic: Bool] = [:]
    var bus: Bus?
    /// What is to be sent once it is connected.
    var waiting: [() -> Void] = []
    /// How many requests for a window it was sent.
    var requests: UInt32 = 0
    var subscriptions: [Subscription] = []
    var rehearsal: Cancellation?
    /// How many calls it has not answered, and what watches over that.
    var unanswered = 0
    var watchdog: Source?
    /// Since when it is silent; nil while it answers.
    var silentSince: ContinuousClock.Instant?
    /// Whether one of its windows has the focus, as it said last.
    var isFocused = false
  }

  /// After that, a call that is not answered means that the process hangs.
  private static let patience = Span.seconds(3)
  /// How long it has to hang before a window that is asked for is opened by another process.
  private static let longPatience = Duration.seconds(10)
  /// The most calls that may be unanswered: a process that hangs reads none.
  private static let mostUnanswered = 50

  private let program: [String]
  private let service: Service
  private let log: (String) -> Void
  private var run: Run?
  /// Those whose windows are closed, until they have ended.
  private var leaving: [Run] = []

  /// `program` is this one with the argument that makes it a ``WindowsApp``.
  package init(_ program: [String], _ service: Service, log: @escaping (String) -> Void) {
    self.program = program
    self.service = service
    self.log = log
  }

  /// Whether a window may be open.
  package var isOpen: Bool { run != nil }

  /// Whether what was copied here can still be pasted; on X11 it ends with this process. (C5)
  package var holdsClipboard: Bool { Clipboard.isOurs }

  /// Opens the window of `page`, or brings it to the front.
  ///
  /// `activation` is the token for taking the focus.
  package func open(_ page: Page, activation: String?) {
    send(.open, [.string(serialize(page)), .string(activation ?? "")])
  }

  /// Shows why something was refused, opening the main window if necessary.
  package func complain(_ message: String) { send(.complain, [.string(message)]) }

  /// Puts `text` on the clipboard, opening a window where only a program with the focus may do that. (C5)
  package func copy(_ text: String, activation: String?) {
    guard Clipboard.needsFocus else {
      Clipboard.copy(text)
      return sendIfRunning(.copied)
    }
    send(.copy, [.string(text), .string(activation ?? "")])
  }

  /// Asks whether a button may send to a computer, opening the main window if necessary. (C5)
  ///
  /// `answer` is called once; closing the window denies.
  package func ask(
    _ question: ButtonQuestion, activation: String?, answer: @escaping (ButtonConsent) -> Void
  ) {
    send(.question, [.string(serialize(question)), .string(activation ?? "")], timeout: nil) {
      answer($0.flatMap { ButtonConsent(rawValue: $0) } ?? .unasked)
    }
  }

  /// Asks for attention, unless the user looks at the window already. (D10)
  package func callAttention() { sendIfRunning(.attention) }

  /// Updates the windows; implements `Shell.changed`.
  ///
  /// One change of a topic is on its way at a time: a process that does not read must not pile them up.
  package func changed(_ topic: Topic) {
    guard let run, run.bus != nil else { return }
    guard run.telling[topic] == nil else {
      run.telling[topic] = true
      return
    }
    run.telling[topic] = false
    send(.changed, [.string(topic.rawValue)]) { [weak self, weak run] _ in
      guard let run, run.telling.removeValue(forKey: topic) == true, self?.run === run else {
        return
      }
      self?.changed(topic)
    }
  }

  /// A test of a connection has gone on. (C7)
  package func told(_ report: TestReport) { sendIfRunning(.told, [.string(serialize(report))]) }

  /// Ends the process.
  package func close() {
    guard let run else { return }
    end(run)
  }

  private func sendIfRunning(_ method: WindowDoor.WindowsMethod, _ arguments: [Variant] = []) {
    // One that is starting reads all there is when it has started.
    guard run?.bus != nil else { return }
    send(method, arguments)
  }

  /// `answer` is called once: with nil if there is none.
  private func send(
    _ method: WindowDoor.WindowsMethod, _ arguments: [Variant] = [],
    timeout: Span? = .minutes(1), answer: @escaping (String?) -> Void = { _ in }
  ) {
    if method.opens, let run, isLost(run) {
      log("the window's process does not answer; another one is started")
      end(run)
    }
    guard let run = run ?? start(), run.unanswered + run.waiting.count < Self.mostUnanswered else {
      return answer(nil)
    }
    if method.opens { run.requests += 1 }
    let call = { [weak self, weak run] in
      guard let run, let bus = run.bus else { return answer(nil) }
      // A question is answered by the user, who may take their time.
      if timeout != nil { self?.asked(run) }
      bus.call(WindowDoor.windows, method.rawValue, arguments, timeout: timeout) { result in
        if timeout != nil { run.unanswered -= 1 }
        guard case .success(let values) = result else { return answer(nil) }
        self?.answered(run)
        answer(values[at: 0]?.stringValue)
      }
    }
    if run.bus != nil { call() } else { run.waiting.append(call) }
  }

  private func asked(_ run: Run) {
    run.unanswered += 1
    if run.watchdog == nil { watch(run) }
  }

  private func watch(_ run: Run) {
    run.watchdog = MainLoop.after(Self.patience) { [weak self, weak run] in
      guard let self, let run, self.run === run else { return }
      run.silentSince = .now
      // A frozen window shows nothing new, and no longer reports its focus. (D3)
      service.focused(false)
    }
  }

  /// Call it for an answer only: a call that timed out is no sign of life.
  private func answered(_ run: Run) {
    run.watchdog?.cancel()
    run.watchdog = nil
    let wasSilent = run.silentSince != nil
    run.silentSince = nil
    guard self.run === run else { return }
    if wasSilent { service.focused(run.isFocused) }
    // What else it owes is watched from now on.
    if run.unanswered > 0 { watch(run) }
  }

  private func isLost(_ run: Run) -> Bool {
    run.silentSince.map { .now - $0 >= Self.longPatience } ?? false
  }

  private func start() -> Run? {
    let run = Run()
    guard
      let socket = CompanionProcess.start(
        program, ended: { [weak self, weak run] in if let run { self?.end(run) } })
    else {
      log("the window's process could not be started")
      return nil
    }
    self.run = run
    Bus.serve(socket) { [weak self] result in
      switch result {
      case .success(let bus): self?.connected(run, bus)
      case .failure(let error):
        self?.log("the window's process: \(error.message)")
        self?.end(run)
      }
    }
    return run
  }

  private func connected(_ run: Run, _ bus: Bus) {
    guard self.run === run else { return bus.leave() }
    run.bus = bus
    do {
      run.subscriptions = [
        try bus.export(WindowDoor.engineDescription, at: WindowDoor.engine.path) {
          [weak self, weak run] call in
          guard let self, let run, let method = WindowDoor.EngineMethod(rawValue: call.method)
          else { return }
          serve(method, call, run)
        },
        bus.onClosed { [weak self, weak run] in
          guard let self, let run else { return }
          leaving.removeAll { $0 === run }
          end(run)
        },
      ]
    } catch {
      log("the window's process: \(error.message)")
      return end(run)
    }
    bus.begin()
    let waiting = run.waiting
    run.waiting = []
    for call in waiting { call() }
  }

  /// Lets go of a process, which ends then.
  private func end(_ run: Run) {
    guard self.run === run else { return }
    self.run = nil
    run.subscriptions = []
    run.rehearsal?.cancel()
    run.watchdog?.cancel()
    run.bus?.leave()
    run.bus = nil
    // Nobody asks them any more.
    for call in run.waiting { call() }
    run.waiting = []
    service.focused(false)
  }
}

extension WindowProcess {
  private func serve(_ method: WindowDoor.EngineMethod, _ call: BusCall, _ run: Run) {
    let text = call.arguments[at: 0]?.stringValue ?? ""
    switch method {
    case .ask:
      guard let order = deserialize(Order.self, from: text) else { return }
      service.ask(order) { call.reply([.string(serialize($0))]) }
    case .read:
      guard let query = deserialize(Query.self, from: text) else { return }
      call.reply([.string(serialize(service.read(query)))])
    case .export:
      guard let file = call.files.first else { return }
      service.ask(.export(file: file)) { call.reply([.string(serialize($0))]) }
    case .rehearse: rehearse(text, call, run)
    case .findPicture: service.picture(text) { call.reply([.string($0 ?? "")]) }
    case .focused:
      run.isFocused = call.arguments[at: 0]?.boolValue ?? false
      service.focused(run.isFocused)
      call.reply()
    case .copy:
      Clipboard.copy(text)
      call.reply()
    case .unlockKeyring:
      service.unlockKeyring()
      call.reply()
    case .quit:
      call.reply()
      service.quit()
    case .closed:
      let isAll = call.arguments[at: 0]?.uint32Value == run.requests
      call.reply([.bool(isAll)])
      guard isAll else { return }
      // It ends by itself, once it has the answer; the next window is another process's.
      self.run = nil
      run.rehearsal?.cancel()
      leaving.append(run)
      service.focused(false)
    }
  }

  private func rehearse(_ text: String, _ call: BusCall, _ run: Run) {
    // Only the last one asked for is waited for.
    run.rehearsal?.cancel()
    let cancellation = Cancellation()
    run.rehearsal = cancellation
    let patch = text.isEmpty ? nil : JSONValue(parsing: text).map { Patch($0) }
    service.rehearse(patch, cancellation) { call.reply([.string(serialize(RehearsalReply($0)))]) }
  }
}

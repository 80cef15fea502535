package import CarillonEngine
package import CarillonGLib
import CarillonRehearsal
import CarillonSlots

/// The process of the windows.
///
/// It ends when the last window is closed, or the process with the engine ends.
package final class WindowsApp {
  /// What it does by itself.
  package struct Means {
    var sounds: Sounds
    var mail: MailPortal
    var notificationSettings: () -> Bool
    /// Opens an address in the user's browser; `failed` is called, later, if nothing can.
    var browse: (_ url: String, _ failed: @escaping () -> Void) -> Void
    /// The address of the manual; nil if it is not installed.
    var manual: String?
    /// Tells which distributors there are, and when that changes, as long as the answer is kept. (C3)
    var distributors: (_ found: @escaping ([String]) -> Void) -> AnyObject?

    package init(
      sounds: Sounds, mail: MailPortal, notificationSettings: @escaping () -> Bool,
      browse: @escaping (_ url: String, _ failed: @escaping () -> Void) -> Void, manual: String?,
      distributors: @escaping (_ found: @escaping ([String]) -> Void) -> AnyObject?
    ) {
      self.sounds = sounds
      self.mail = mail
      self.notificationSettings = notificationSettings
      self.browse = browse
      self.manual = manual
      self.distributors = distributors
    }
  }

  private let bus: Bus
  private let loop = MainLoop()
  private let words: Words
  private let means: Means
  private var window: SettingsWindow?
  private var threads: ThreadWindows?
  private var subscriptions: [Subscription] = []
  /// How many requests for a window were taken.
  private var requests: UInt32 = 0
  /// How many orders are not answered yet.
  ///
  /// What becomes of them may have to be stored after the window has gone.
  private var orders = 0
  private var isLeaving = false

  /// `bus` leads to a ``WindowProcess``.
  package init(
    _ bus: Bus, words: Words, features: Features, zone: @escaping (String) -> (any ZoneRules)?,
    now: @escaping () -> Instant, means: Means
  ) {
    self.bus = bus
    self.words = words
    self.means = means
    var link = AppLink(
      ask: { [weak self] in self?.ask($0, $1) },
      read: { [weak self] in self?.read($0) ?? .refused(Host.closing) }, now: now, zone: zone,
      words: words, features: features)
    link.rehearse = { [weak self] in self?.rehearse($0, $1, $2) }
    makeWindows(link)
  }

  /// Returns once the last window is closed.
  package func run() throws(GLibError) {
    subscriptions = [
      try bus.export(WindowDoor.windowsDescription, at: WindowDoor.windows.path) {
        [weak self] call in
        guard let method = WindowDoor.WindowsMethod(rawValue: call.method) else { return }
        self?.serve(method, call)
      },
      bus.onClosed { [loop] in loop.quit() },
    ]
    if !Clipboard.needsFocus {
      // What was copied outlives the window.
      Clipboard.keeper = { [weak self] in self?.tell(.copy, [.string($0)]) }
    }
    bus.begin()
    loop.run()
    window?.close()
    threads?.close()
  }

  private func makeWindows(_ link: AppLink) {
    let focus = FocusWatch { [weak self] in self?.tell(.focused, [.bool($0)]) }
    let focused: (Bool) -> Void = { [weak self] isFocused in
      focus.changed(isFocused)
      if !isFocused { self?.leaveIfDone() }
    }
    var exits = SettingsWindow.Exits(
      quit: { [weak self] in self?.tell(.quit) },
      notificationSettings: means.notificationSettings, focused: focused, sounds: means.sounds,
      unlockKeyring: { [weak self] in self?.tell(.unlockKeyring) },
      browse: { [weak self] in self?.browse($0) })
    exits.help = { [weak self] in self?.showManual() }
    exits.distributors = means.distributors
    let window = SettingsWindow(link, exits: exits)
    self.window = window
    threads = ThreadWindows(
      link,
      exits: ThreadWindows.Exits(
        refused: { window.complain($0) }, focused: focused,
        picture: { [weak self] in self?.findPicture($0, $1) }, mail: means.mail))
    threads?.onClosed = { [weak self] in self?.leaveIfDone() }
  }

  private func browse(_ url: String) {
    means.browse(url) { [weak self] in
      guard let self else { return }
      window?.complain(words.noBrowser)
    }
  }

  private func showManual() {
    if let manual = means.manual { browse(manual) } else { window?.complain(words.noManual) }
  }

  /// Ends the process if no window is open and no order under way, unless a window was asked for meanwhile.
  private func leaveIfDone() {
    // The window that is being closed still counts as open.
    MainLoop.onIdle { [weak self] in
      guard let self, !isLeaving, orders == 0, window?.isOpen == false, threads?.isOpen == false
      else { return }
      isLeaving = true
      bus.call(WindowDoor.engine, WindowDoor.EngineMethod.closed.rawValue, [.uint32(requests)]) {
        [weak self] result in
        guard let self else { return }
        isLeaving = false
        if case .success(let values) = result, values[at: 0]?.boolValue == false { return }
        loop.quit()
      }
    }
  }
}

extension WindowsApp {
  private func serve(_ method: WindowDoor.WindowsMethod, _ call: BusCall) {
    let first = call.arguments[at: 0]?.stringValue ?? ""
    let second = call.arguments[at: 1]?.stringValue ?? ""
    let activation = second.isEmpty ? nil : second
    if method.opens { requests += 1 }
    switch method {
    case .open:
      guard let page = deserialize(Page.self, from: first) else { return }
      open(page, activation)
    case .complain: window?.complain(first)
    case .copy: window?.copy(first, activation: activation)
    case .copied: window?.sayCopied()
    case .question:
      guard let question = deserialize(ButtonQuestion.self, from: first), let window else { return }
      return window.ask(question, activation: activation) { call.reply([.string($0.rawValue)]) }
    case .attention: window?.callAttention()
    case .changed:
      guard let topic = Topic(rawValue: first) else { return }
      window?.changed(topic)
      threads?.changed(topic)
    case .told:
      guard let report = deserialize(TestReport.self, from: first) else { return }
      window?.told(report)
    }
    call.reply()
    // A window that could not be opened keeps nothing alive.
    if method.opens { leaveIfDone() }
  }

  private func open(_ page: Page, _ activation: String?) {
    if case .thread(let target) = page {
      threads?.open(target, activation: activation)
    } else {
      window?.open(page, activation: activation)
    }
  }

  private func ask(_ order: Order, _ answer: @escaping (Answer) -> Void) {
    orders += 1
    let done: (Result<[Variant], GLibError>) -> Void = { [weak self] in
      answer(WindowsApp.answer($0))
      self?.orders -= 1
      self?.leaveIfDone()
    }
    if case .export(let file) = order {
      bus.call(
        WindowDoor.engine, WindowDoor.EngineMethod.export.rawValue, [.handle(0)], files: [file],
        timeout: nil, answer: done)
    } else {
      bus.call(
        WindowDoor.engine, WindowDoor.EngineMethod.ask.rawValue, [.string(serialize(order))],
        timeout: nil, answer: done)
    }
  }

  /// Waits: a window shows what it has read at once.
  private func read(_ query: Query) -> Answer {
    WindowsApp.answer(
      Result { () throws(GLibError) in
        try bus.callAndWait(
          WindowDoor.engine, WindowDoor.EngineMethod.read.rawValue, [.string(serialize(query))])
      })
  }

  private static func answer(_ result: Result<[Variant], GLibError>) -> Answer {
    guard case .success(let values) = result,
      let answer = deserialize(Answer.self, from: values[at: 0]?.stringValue ?? "")
    else { return .refused(Host.closing) }
    return answer
  }

  private func rehearse(
    _ patch: Patch?, _ cancellation: Cancellation,
    _ done: @escaping (Result<WeekAhead, WeekQuestion.Failure>) -> Void
  ) {
    bus.call(
      WindowDoor.engine, WindowDoor.EngineMethod.rehearse.rawValue,
      [.string(patch?.value.serialized ?? "")], timeout: nil
    ) { result in
      guard !cancellation.isCanceled else { return done(.failure(.canceled)) }
      switch result {
      case .success(let values):
        let reply = deserialize(RehearsalReply.self, from: values[at: 0]?.stringValue ?? "")
        done(reply?.result ?? .failure(.canceled))
      // It is too long, unless the engine's process is ending.
      case .failure(let error): done(.failure(.store(StoreFailure(.broken, error.message))))
      }
    }
  }

  private func findPicture(_ url: String, _ found: @escaping (String?) -> Void) {
    bus.call(
      WindowDoor.engine, WindowDoor.EngineMethod.findPicture.rawValue, [.string(url)]
    ) { result in
      // Hides nothing: without an answer there is no picture, and a lost connection ends this process.
      let file = (try? result.get())?[at: 0]?.stringValue ?? ""
      found(file.isEmpty ? nil : file)
    }
  }

  private func tell(_ method: WindowDoor.EngineMethod, _ arguments: [Variant] = []) {
    bus.call(WindowDoor.engine, method.rawValue, arguments) { _ in }
  }
}

extension Words {
  /// No program opens web addresses. (T34)
  package var noBrowser: String { say("No program on this computer opens web addresses.") }

  package var noManual: String { say("The manual is not installed beside this Carillon.") }
}

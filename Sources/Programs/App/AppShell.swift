import CarillonBus
import CarillonEngine
import CarillonDesktop
import CarillonGLib
import CarillonSession
import CarillonStore

/// Performs the engine's effects in the tray app: icon, windows, autostart, bus signals.
final class AppShell: Shell {
  private let service: BusService
  private let checkpoints: Checkpoints
  private let autostart: AutostartEntry
  private let exports: Exports
  private let sounds: SoundPlayer
  private let launcher: LauncherEntry
  private let words: Words
  private weak var host: Host?
  private var idle: Source?
  private var retrying: Source?

  /// Deletes everything; calls back with what could not be deleted, if anything. (T29)
  var eraser: ((@escaping (String?) -> Void) -> Void)?

  /// Set later, because they need the host.
  var tray: Tray?
  var windows: WindowProcess?
  /// Called before a window opens, after each change of the state, and after each of the settings.
  var onWindow: () -> Void = {}
  var onChange: () -> Void = {}
  var onConfiguration: () -> Void = {}

  init(
    service: BusService, checkpoints: Checkpoints, autostart: AutostartEntry, exports: Exports,
    sounds: SoundPlayer, launcher: LauncherEntry, words: Words, host: Host
  ) {
    self.service = service
    self.checkpoints = checkpoints
    self.autostart = autostart
    self.exports = exports
    self.sounds = sounds
    self.launcher = launcher
    self.words = words
    self.host = host
  }

  /// A sound that the theme does not have is replaced by the usual one: what should be heard is not silent
  /// because somebody has changed their theme. (B15, D11)
  func play(_ sound: String) {
    let usual = Settings.ChannelChoice.usualSound
    sounds.play(sound) { [sounds] isHeard in
      if !isHeard, sound != usual { sounds.play(usual) }
    }
  }

  /// The icon reads this from the state.
  func attention(_ wanted: Bool) { tray?.changed(.state) }

  func callAttention() { windows?.callAttention() }

  /// The icon reads this from the state too. (D8)
  func badge(_ count: Int) {
    launcher.show(count)
    tray?.changed(.state)
  }

  func open(_ page: Page, activation: String?) {
    switch page {
    case .article(let url, let delivery):
      browse(url, activation: activation) { [weak self] in
        self?.windows?.open(.history(delivery), activation: activation)
      }
    case .thread, .window, .settings, .history, .digest, .about:
      onWindow()
      windows?.open(page, activation: activation)
    }
  }

  func copy(_ text: String, activation: String?) { windows?.copy(text, activation: activation) }

  func ask(_ question: ButtonQuestion, activation: String?) {
    let answer: (ButtonConsent) -> Void = { [weak host] consent in
      let (id, action) = (question.requestID, question.action)
      host?.ask(.consent(requestID: id, action: action, consent)) { [weak self] answer in
        if case .refused(let refusal) = answer { self?.windows?.complain(refusal.message) }
      }
    }
    guard let windows else { return answer(.unasked) }
    windows.ask(question, activation: activation, answer: answer)
  }

  /// Opens an article; says so in the window if nothing can. (T34)
  private func browse(_ url: String, activation: String?, failed: @escaping () -> Void) {
    Browser.open(url, activation: activation) { [weak self, words] in
      failed()
      self?.windows?.complain(words.noBrowser)
    }
  }

  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {
    let (isEnabled, error) = autostart.set(enabled)
    if let error { log("start entry: \(error)") }
    host?.send(.finished(ticket, .autostart(enabled: isEnabled, error: error)))
  }

  func tell(_ signal: Signal) {
    service.tell(signal)
    if case .testStep(let report) = signal { windows?.told(report) }
    // The journal gets codes and ids only. (T28)
    guard case .errorReported(let event) = signal else { return }
    log(event.slotId.isEmpty ? event.code.rawValue : "\(event.code.rawValue) \(event.slotId)")
  }

  func changed(_ topic: Topic) {
    service.changed(topic)
    tray?.changed(topic)
    windows?.changed(topic)
    checkpoints.soon()
    onChange()
    if topic == .configuration { onConfiguration() }
  }

  func wantIdle() {
    guard idle == nil else { return }
    idle = MainLoop.soon { [weak self] in
      self?.idle = nil
      self?.checkpoints.whenCaughtUp { self?.host?.send(.idle) }
    }
  }

  func export(_ job: ExportJob, _ ticket: Ticket) {
    exports.write(job) { [weak self] bytes, problem in
      self?.host?.send(.finished(ticket, .exported(bytes: bytes, error: problem?.rawValue)))
    }
  }

  func erase(done: @escaping (String?) -> Void) { eraser?(done) }

  func retry(after delay: Span) {
    checkpoints.soon()
    retrying?.cancel()
    retrying = MainLoop.after(delay) { [weak self] in
      self?.retrying = nil
      self?.host?.resume()
    }
  }
}

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
  private weak var host: Host?
  private var idle: Source?
  private var retrying: Source?

  /// Deletes everything; calls back with what could not be deleted, if anything. (T29)
  var eraser: ((@escaping (String?) -> Void) -> Void)?

  /// Set later, because they need the host.
  var tray: Tray?
  var window: SettingsWindow?
  var threads: ThreadWindows?

  init(
    service: BusService, checkpoints: Checkpoints, autostart: AutostartEntry, exports: Exports,
    sounds: SoundPlayer, launcher: LauncherEntry, host: Host
  ) {
    self.service = service
    self.checkpoints = checkpoints
    self.autostart = autostart
    self.exports = exports
    self.sounds = sounds
    self.launcher = launcher
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

  func callAttention() { window?.callAttention() }

  /// The icon reads this from the state too. (D8)
  func badge(_ count: Int) {
    launcher.show(count)
    tray?.changed(.state)
  }

  func open(_ page: Page, activation: String?) {
    switch page {
    case .thread(let target): threads?.open(target, activation: activation)
    case .article(let url, let delivery):
      browse(url, activation: activation) { [weak self] in
        self?.window?.open(.history(delivery), activation: activation)
      }
    case .window, .settings, .history, .digest, .about: window?.open(page, activation: activation)
    }
  }

  func copy(_ text: String, activation: String?) { window?.copy(text, activation: activation) }

  func ask(_ question: ButtonQuestion, activation: String?) {
    let answer: (ButtonConsent) -> Void = { [weak host] consent in
      let (id, action) = (question.requestID, question.action)
      host?.ask(.consent(requestID: id, action: action, consent)) { [weak self] answer in
        if case .refused(let refusal) = answer { self?.window?.complain(refusal.message) }
      }
    }
    guard let window else { return answer(.unasked) }
    window.ask(question, activation: activation, answer: answer)
  }

  /// Opens an article; says so in the window if nothing can. (T34)
  func browse(_ url: String, activation: String? = nil, failed: @escaping () -> Void = {}) {
    Browser.open(url, activation: activation) { [weak self] in
      failed()
      self?.window?.complainOfBrowser()
    }
  }

  /// Opens the manual in the browser; says so in the window if there is none, or nothing can open it.
  func showManual(at address: String?) {
    if let address { browse(address) } else { window?.complainOfManual() }
  }

  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {
    let (isEnabled, error) = autostart.set(enabled)
    if let error { log("start entry: \(error)") }
    host?.send(.finished(ticket, .autostart(enabled: isEnabled, error: error)))
  }

  func tell(_ signal: Signal) {
    service.tell(signal)
    if case .testStep(let report) = signal { window?.told(report) }
    // The journal gets codes and ids only. (T28)
    guard case .errorReported(let event) = signal else { return }
    log(event.slotId.isEmpty ? event.code.rawValue : "\(event.code.rawValue) \(event.slotId)")
  }

  func changed(_ topic: Topic) {
    service.changed(topic)
    tray?.changed(topic)
    window?.changed(topic)
    threads?.changed(topic)
    checkpoints.soon()
  }

  func wantIdle() {
    guard idle == nil else { return }
    idle = MainLoop.onIdle { [weak self] in
      self?.idle = nil
      self?.host?.send(.idle)
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

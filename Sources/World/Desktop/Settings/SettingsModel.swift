import CarillonAnswers
import CarillonEngine
import CarillonSlots
import CarillonGLib
import Foundation

/// The window's data and actions, without widgets.
///
/// It stores nothing itself: it asks the engine, and asks again after every change. The user's
/// changes go to the engine at once, and their result is shown when it comes back.
final class SettingsModel {
  /// The current state, as reported by the engine.
  struct Truth {
    let state: StateReport
    let configuration: ConfigurationReport
    let now: Instant
    let zone: any ZoneRules

    var today: LocalDate { zone.wallClock(at: now).date }
  }

  /// A temporary message with an optional button.
  struct Toast {
    let text: String
    /// The button, such as "Undo" or "Try Again", and its action.
    var button: (label: String, act: () -> Void)?
  }

  let link: AppLink
  var words: Words { link.words }
  /// Nil until the engine has answered once.
  private(set) var truth: Truth?

  /// Called after every change.
  var onTruth: (Truth) -> Void = { _ in }
  var onHistory: () -> Void = {}
  var onSubjects: () -> Void = {}
  var onToast: (Toast) -> Void = { _ in }
  /// Something was refused after the window was closed; must not hold the model.
  var onLateRefusal: (_ sentence: String) -> Void = { _ in }
  /// A page requests another page, and what to show there.
  var onGo: (_ page: PageName, _ id: String?) -> Void = { _, _ in }

  /// A test of a connection has gone on; receives its new steps. (C7)
  var onTestStep: (TestReport) -> Void = { _ in }

  /// A page opens an article in the browser. (T34)
  var onBrowse: (_ url: String) -> Void = { _ in }

  /// An hour that the user is adding and has not saved; the next days are shown with it.
  var draft: Slot?

  private var stale: Set<Topic> = []

  init(_ link: AppLink) {
    self.link = link
  }

  /// Handles a change; asks at most once per turn of the loop.
  func changed(_ topic: Topic) {
    if stale.isEmpty {
      MainLoop.onIdle { [weak self] in
        guard let self else { return }
        let topics = stale
        stale = []
        if topics.contains(.state) || topics.contains(.configuration) { refresh() }
        if topics.contains(.history) { onHistory() }
        if topics.contains(.threads) { onSubjects() }
      }
    }
    stale.insert(topic)
  }

  /// Asks for the state and reports it before returning.
  func refresh() {
    let refused: (String) -> Void = { [weak self] in self?.onToast(Toast(text: $0)) }
    link.daily.getState { [weak self] result in
      guard let self else { return }
      do throws(Refusal) {
        let report = try result.get()
        let truth = Truth(
          state: report, configuration: try configuration(), now: link.now(),
          zone: link.zone(of: report))
        self.truth = truth
        onTruth(truth)
      } catch {
        refused(error.message)
      }
    }
  }

  private func configuration() throws(Refusal) -> ConfigurationReport {
    try ConfigurationReport(link.read(.configuration))
  }

  /// The last reported state with the current time, for texts that depend on it.
  var truthNow: Truth? {
    truth.map {
      Truth(state: $0.state, configuration: $0.configuration, now: link.now(), zone: $0.zone)
    }
  }

  /// Renders `template` for an hour, or for the next one. (T9)
  func preview(
    _ slotID: SlotID?, _ template: Template, then: (PreviewReport) -> Void
  ) {
    link.read(.preview(slotID, template), then: then)
  }

  /// Asks for something to be done; a refusal is shown as a toast, and all controls are reset.
  ///
  /// `then` is called in any case, with the document if it was done.
  func carryOut(_ order: Order, then: @escaping (Reply?) -> Void = { _ in }) {
    link.ask(order) { [weak self] answer in
      guard let self else { return }
      do throws(Refusal) {
        then(try answer.document())
      } catch {
        refused(error)
        then(nil)
      }
    }
  }

  private func refused(_ refusal: Refusal) {
    onToast(Toast(text: refusal.message))
    if let truth { onTruth(truth) }
  }

  /// Shows the stored content of a slot now, or of the next one; a refusal is shown as a toast.
  func ringNow(_ slot: SlotID?, then: @escaping () -> Void = {}) {
    link.daily.deliverStoredNow(slot) { [weak self] result in
      if case .failure(let refusal) = result { self?.refused(refusal) }
      then()
    }
  }

  /// Fetches now; a toast says what came of it, or why nothing did. (§6)
  func fetchNow(then: @escaping () -> Void = {}) {
    link.daily.runFullPipelineNow { [weak self] result in
      guard let self else { return then() }
      let report: PipelineReport
      switch result {
      case .success(let found): report = found
      case .failure(let refusal):
        refused(refusal)
        return then()
      }
      then()
      let failures = report.failures(words)
      let sentences = failures.isEmpty ? Set(report.sentences(words)).sorted() : failures
      guard !sentences.isEmpty else { return }
      onToast(Toast(text: sentences.joined(separator: "\n")))
    }
  }

  /// Saves `patch`, a merge patch for `Set`.
  ///
  /// If it cannot be saved, a toast says so and offers to try again; it names the value `stays`,
  /// which is still set ("07:30"). All controls are reset. `tell` receives the reason of a refusal by
  /// the engine; without it, a toast says it.
  func set(
    _ patch: [String: JSONValue], stays: String? = nil,
    then: @escaping (Bool) -> Void = { _ in }, tell: ((String) -> Void)? = nil
  ) {
    link.ask(.change(Patch(patch))) { [weak self] answer in
      guard let self else { return }
      do throws(Refusal) {
        _ = try answer.document()
        then(true)
      } catch {
        failed(explained(error, of: patch), stays, tell) { [weak self] in
          self?.set(patch, stays: stays, then: then, tell: tell)
        }
        then(false)
      }
    }
  }

  /// Changes the current hours, so that changes from elsewhere are not undone.
  func setSlots(
    stays: String? = nil, then: @escaping (Bool) -> Void = { _ in },
    _ change: @escaping (inout [Slot]) -> Void
  ) {
    setItems(stays: stays, then: then) { model throws(Refusal) in
      var configuration = try model.configuration()
      change(&configuration.slots)
      return configuration.slotsPatch
    }
  }

  /// Saves the patch that `make` makes of what is configured now.
  func setItems(
    stays: String? = nil, then: @escaping (Bool) -> Void,
    _ make: @escaping (SettingsModel) throws(Refusal) -> [String: JSONValue]
  ) {
    do throws(Refusal) {
      set(try make(self), stays: stays, then: then)
    } catch {
      failed(error, stays) { [weak self] in
        self?.setItems(stays: stays, then: then, make)
      }
      then(false)
    }
  }

  /// A refusal in the terms of the settings page, if it depends on another setting.
  private func explained(_ refusal: Refusal, of patch: [String: JSONValue]) -> Refusal {
    guard refusal.kind == .invalidArgument, let settings = truth?.configuration.settings else {
      return refusal
    }
    let reasons = patch.compactMap {
      OptionsModel.reason(refused: $0.key, $0.value, of: settings, words: words)
    }
    return reasons.first.map { Refusal(refusal.kind, $0) } ?? refusal
  }

  private func failed(
    _ refusal: Refusal, _ stays: String?, _ tell: ((String) -> Void)? = nil,
    again: @escaping () -> Void
  ) {
    if refusal.kind == .storageBusy {
      let text =
        stays.map { words.say("Could not save. “{value}” is still set.", ["value": $0]) }
        ?? words.say("Could not save.")
      onToast(Toast(text: text, button: (words.say("Try Again"), again)))
    } else if let tell {
      tell(refusal.message)
    } else {
      onToast(Toast(text: refusal.message))
    }
    if let truth { onTruth(truth) }
  }
}

extension Answer {
  /// The document; throws a refusal.
  func document() throws(Refusal) -> Reply {
    switch self {
    case .done(let reply): return reply
    case .refused(let refusal): throw refusal
    }
  }
}

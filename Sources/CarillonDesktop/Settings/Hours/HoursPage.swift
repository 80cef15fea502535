import CarillonCore
import CarillonGLib

/// The page of hours: what comes next, and the list of them. (T1, T11)
final class HoursPage: WindowPage {
  private let model: SettingsModel
  private lazy var view = HoursView(words: model.words) { [weak self] in self?.act($0) }
  /// Counts the seconds of Ring Now's cooldown, while they are seen.
  private var second: Source?
  private var inFront = false

  init(_ model: SettingsModel) {
    self.model = model
  }

  var widget: Widget { view.page }

  func show(_ truth: SettingsModel.Truth) {
    let now = model.link.now()
    let hours = HoursModel(truth.state, now: now, zone: truth.zone, words: model.words)
    view.show(hours)
    guard hours.ringNowIn != nil, second == nil, inFront else { return }
    second = MainLoop.after(.seconds(1)) { [weak self] in
      self?.second = nil
      if let truth = self?.model.truth { self?.show(truth) }
    }
  }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
    second?.cancel()
    second = nil
    if inFront, let truth = model.truth { show(truth) }
  }

  func addHour() {}

  private func act(_ action: HoursView.Action) {
    let question: Question =
      switch action {
      case .ringNow: .deliverStoredNow(slotID: "")
      case .fetchNow: .runFullPipelineNow
      case .resume: .pause(until: "off")
      case .respond(let requestID, let action): .respond(requestID: requestID, action: action)
      case .unskip(let slotID): .unskip(slotID: slotID)
      case .endSnooze(let requestID): .respond(requestID: requestID, action: "dismiss")
      }
    view.set(action, busy: true)
    model.carryOut(question) { [weak self] _ in self?.view.set(action, busy: false) }
  }
}

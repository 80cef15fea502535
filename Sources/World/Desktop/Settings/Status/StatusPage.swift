import CGtk
import CarillonEngine
import CarillonGLib

/// The status page: whether everything works. (T11)
final class StatusPage: WindowPage {
  /// Revealing this sends a test.
  static let test = "test"

  private let model: SettingsModel
  private let exits: SettingsWindow.Exits
  private lazy var view = StatusView(words: model.words) { [weak self] in self?.act($0) }
  private var storage: StorageReport?
  private var metrics: MetricsReport?
  /// The request of the test being followed, once the desktop has answered.
  private var followed: String?
  private var isSending = false
  private var inFront = false

  init(_ model: SettingsModel, exits: SettingsWindow.Exits) {
    self.model = model
    self.exits = exits
  }

  var widget: Widget { view.page }
  var headerEnd: [Widget] { [view.copy] }

  func show(_ truth: SettingsModel.Truth) {
    guard inFront else { return }
    model.link.read(.storage) { storage = $0 }
    model.link.read(.metrics) { metrics = $0 }
    view.show(
      StatusModel(
        truth.state, storage: storage, metrics: metrics,
        kinds: model.link.features.kinds, now: truth.now, zone: truth.zone,
        words: model.words, size: StatusPage.size))
  }

  func setInFront(_ inFront: Bool) {
    self.inFront = inFront
    if inFront, let truth = model.truth { show(truth) }
  }

  func historyChanged() {
    follow()
  }

  func reveal(_ id: String) {
    if id == StatusPage.test, !isSending {
      view.focusTest()
      sendTest()
    }
  }

  private static func size(_ bytes: Int64) -> String {
    let text = g_format_size(guint64(max(0, bytes)))
    defer { g_free(text) }
    return text.map { String(cString: $0) } ?? ""
  }

  private func act(_ action: StatusView.Action) {
    switch action {
    case .sendTest: sendTest()
    case .copyReport: copyReport()
    case .mend(let remedy): mend(remedy)
    case .test(.openNotificationSettings): mend(.openNotificationSettings)
    case .test(.findOutWhy): model.onGo(.history, followed)
    case .test(.done):
      followed = nil
      view.show(nil)
      view.focusTest()
    }
  }

  private func mend(_ remedy: StatusModel.Remedy) {
    switch remedy {
    case .openNotificationSettings:
      if !exits.notificationSettings() { model.onToast(.init(text: model.words.whereToLook)) }
    case .startWithSession: startWithSession()
    case .removeStartEntry: removeStartEntry()
    case .fetchNow: model.fetchNow()
    case .resume: model.carryOut(.pause(until: "off"))
    case .unlockKeyring: exits.unlockKeyring()
    case .allowOlderContent(let seconds): model.set(["ttlSeconds": .integer(seconds)])
    case .go(let page): model.onGo(page, nil)
    }
  }

  private func startWithSession() {
    model.set(["autostart": .bool(true)]) { [weak self] isDone in
      guard let self, isDone else { return }
      model.onToast(.init(text: model.words.say("Carillon starts with your session.")))
    }
  }

  private func removeStartEntry() {
    model.set(["autostart": .bool(false)]) { [weak self] isDone in
      guard let self, isDone else { return }
      model.onToast(.init(text: model.words.say("The start entry was removed.")))
    }
  }

  private func copyReport() {
    guard let truth = model.truth else { return }
    Clipboard.copy(
      ProblemReport.text(truth.state, storage: storage, now: model.link.now(), zone: truth.zone))
    model.onToast(
      .init(
        text: model.words.say(
          "Report copied. It contains no content, addresses or passwords.")))
  }
}

extension StatusPage {
  private func sendTest() {
    guard let truth = model.truth else { return }
    isSending = true
    followed = nil
    view.setSending(true)
    let moment = Moment(model.link.now(), in: truth.zone)
    view.show(TestModel(sent: moment, words: model.words))
    model.link.ask(.sendTest) { [weak self] answer in
      guard let self else { return }
      isSending = false
      view.setSending(false)
      switch answer {
      case .done(let reply):
        followed = reply.value(as: HistoryEntry.self)?.requestId
        follow()
      case .refused(let refusal):
        view.show(TestModel(refused: refusal.message, at: moment, words: model.words))
      }
    }
  }

  /// Shows the progress of the test.
  private func follow() {
    guard let followed, let truth = model.truth else { return }
    model.link.read(.explain(id: followed)) { report in
      guard
        let test = TestModel(report, server: truth.state.server, words: model.words)
      else { return }
      view.show(test)
    }
  }
}

extension Words {
  /// Explains where to find the notification settings that could not be opened. (T31)
  var whereToLook: String {
    say(
      "Carillon cannot open this desktop’s notification settings. Look for Carillon under "
        + "Notifications in your system settings.")
  }
}

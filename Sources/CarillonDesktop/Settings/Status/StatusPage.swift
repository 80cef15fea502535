import CarillonCore
import CarillonGLib

/// The page of status: whether it works. (T11)
final class StatusPage: WindowPage {
  private let model: SettingsModel
  private let openNotificationSettings: () -> Bool
  private lazy var view = StatusView(words: model.words) { [weak self] in self?.act($0) }

  init(_ model: SettingsModel, notificationSettings: @escaping () -> Bool) {
    self.model = model
    openNotificationSettings = notificationSettings
  }

  var widget: Widget { view.page }

  func show(_ truth: SettingsModel.Truth) {
    view.show(StatusModel(truth.state, now: truth.now, zone: truth.zone, words: model.words))
  }

  private func act(_ action: StatusView.Action) {
    view.set(action, busy: true)
    let free: () -> Void = { [weak self] in self?.view.set(action, busy: false) }
    switch action {
    case .sendTest: model.carryOut(.sendTest) { _ in free() }
    case .startWithSession(let on): model.set(["autostart": .bool(on)]) { _ in free() }
    case .openNotificationSettings:
      free()
      if !openNotificationSettings() { model.onToast(.init(text: model.words.whereToLook)) }
    }
  }
}

extension Words {
  /// Where a desktop keeps its notification settings, if nobody could open them. (T31)
  var whereToLook: String {
    say(
      "Carillon does not know where this desktop keeps them. Look for “Notifications” in its "
        + "settings, and there for Carillon.")
  }
}

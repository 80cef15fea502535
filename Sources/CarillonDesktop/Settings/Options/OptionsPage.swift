import CarillonCore
import CarillonGLib

/// The page of settings: how Carillon is to behave.
final class OptionsPage: WindowPage {
  private let model: SettingsModel
  let widget: Widget

  init(_ model: SettingsModel, notificationSettings: @escaping () -> Bool) {
    self.model = model
    widget = ScrolledPage(Build.column([])).widget
  }

  func show(_ truth: SettingsModel.Truth) {}
}

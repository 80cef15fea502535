import CarillonCore
import CarillonGLib

/// What is stored, for how long, and every computer contacted. (T29)
final class PrivacyPage: WindowPage {
  private let model: SettingsModel
  let widget: Widget

  init(_ model: SettingsModel) {
    self.model = model
    widget = ScrolledPage(Build.column([])).widget
  }

  func show(_ truth: SettingsModel.Truth) {}
}

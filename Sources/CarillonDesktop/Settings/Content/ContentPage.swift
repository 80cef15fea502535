import CarillonCore
import CarillonGLib

/// The page of content: where it comes from, and what it says. (T9, T25)
final class ContentPage: WindowPage {
  private let model: SettingsModel
  let widget: Widget

  init(_ model: SettingsModel) {
    self.model = model
    widget = ScrolledPage(Build.column([])).widget
  }

  func show(_ truth: SettingsModel.Truth) {}
}

/// The pages of the window, in the order of the sidebar.
///
/// The names are those of `carillon://settings/PAGE`. (D5)
enum PageName: String, CaseIterable {
  case hours, content, connections, alarms, journeys, history, status, settings
  /// A subpage of the settings.
  case privacy
  /// A subpage of the hours.
  case week
  /// What a digest stands for, a subpage of the history; no link leads to it. (§5)
  case digest

  /// The page that Back leads to; nil if it is in the sidebar.
  var parent: PageName? {
    switch self {
    case .hours, .content, .connections, .alarms, .journeys, .history, .status, .settings: nil
    case .privacy: .settings
    case .week: .hours
    case .digest: .history
    }
  }
}

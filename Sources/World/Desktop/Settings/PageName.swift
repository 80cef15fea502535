/// The pages of the window, in the order of the sidebar.
///
/// The names are those of `carillon://settings/PAGE`. (D5)
enum PageName: String, CaseIterable {
  case hours, content, history, status, settings
  /// A subpage of the settings.
  case privacy
}

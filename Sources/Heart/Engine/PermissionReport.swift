/// The answer of `RequestPermissions`: whether the desktop shows notifications.
package struct PermissionReport: Hashable, Codable, Sendable {
  package var granted: Bool
  /// `present`, `absent` and the like: what is known of the notification server.
  package var server: String
  /// `PERMISSION_DENIED` or `SCHEDULE_DENIED`; absent if nothing is in the way.
  package var reason: String?

  package init(granted: Bool, server: String, reason: String? = nil) {
    self.granted = granted
    self.server = server
    self.reason = reason
  }
}

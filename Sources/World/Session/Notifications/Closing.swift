import CarillonEngine

/// Interprets the end of a notification as a response of the user.
enum Closing {
  /// Whether this server's reasons make sense only together with the time on screen.
  ///
  /// MATE reports "expired" for its close button too.
  static func needsAge(_ server: NotificationServer?) -> Bool {
    server?.vendor == "MATE"
  }

  /// The response that a `NotificationClosed` means; nil if it means none.
  ///
  /// `age` is the time on screen, if this process showed the notification.
  static func response(
    reason: UInt32, server: NotificationServer?, age: Duration?, expireTimeout: Int32?
  ) -> Response? {
    switch reason {
    case 1:
      guard needsAge(server), let age, let expireTimeout else { return .expired }
      // 0 never expires. By default, MATE's popups stay for 7 s.
      let lifetime = Duration.milliseconds(expireTimeout < 0 ? 7000 : expireTimeout)
      let early = expireTimeout == 0 || age < lifetime - .milliseconds(300)
      return early ? .dismissed : .expired
    case 2: return .dismissed
    // Closed by a call, or for an unknown reason: not by the user.
    default: return nil
    }
  }
}

import CarillonEngine

/// What the end of a notification says about its user.
enum Closing {
  /// Whether this server's reasons mean something only together with the time on the screen.
  ///
  /// MATE's says "expired" for its close button too.
  static func needsAge(_ server: NotificationServer?) -> Bool {
    server?.vendor == "MATE"
  }

  /// The response that a `NotificationClosed` stands for, or nil if it stands for none.
  ///
  /// `age` is how long the notification was on the screen, where this process showed it.
  static func response(
    reason: UInt32, server: NotificationServer?, age: Duration?, expireTimeout: Int32?
  ) -> Response? {
    switch reason {
    case 1:
      guard needsAge(server), let age, let expireTimeout else { return .expired }
      // 0 never expires. Popups that are not told how long to stay do so for 7 s.
      let lifetime = Duration.milliseconds(expireTimeout < 0 ? 7000 : expireTimeout)
      let early = expireTimeout == 0 || age < lifetime - .milliseconds(300)
      return early ? .dismissed : .expired
    case 2: return .dismissed
    // Closed by a call, or for no reason that the specification knows: nobody did anything.
    default: return nil
    }
  }
}

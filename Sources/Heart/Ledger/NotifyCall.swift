import CarillonDetail
import CarillonText
import CarillonTime

/// The arguments of one `org.freedesktop.Notifications.Notify` call, made for one server.
///
/// Texts are already truncated and escaped; adapters pass them on unchanged.
package struct NotifyCall: Hashable, Codable, Sendable {
  /// The notification to replace; nil for a new one.
  ///
  /// The id is valid only for its owner.
  package var replaces: OnScreen?
  package var applicationName: String
  /// The name of a themed icon, or an absolute path.
  package var icon: String
  package var summary: String
  package var body: String
  package var actions: [Button]
  package var urgency: Urgency
  /// The `category` hint, such as `im.received`; empty for none.
  package var category: String
  /// The `desktop-entry` hint. (T30)
  package var desktopEntry: String
  /// The `sound-name` hint; nil to send none.
  ///
  /// `suppressSound` silences servers that play a sound of their own.
  package var soundName: String?
  package var suppressSound: Bool
  package var resident: Bool
  /// The `value` hint: a progress bar in percent; nil for none. (B12)
  package var progress: Int?
  /// Sent as an image; nil to show only the icon. (B9)
  package var picture: Picture?
  /// In milliseconds; −1 leaves it to the server, 0 never expires.
  package var expireTimeout: Int32

  package init(
    replaces: OnScreen? = nil, applicationName: String, icon: String, summary: String,
    body: String, actions: [Button] = [], urgency: Urgency = .normal, category: String = "",
    desktopEntry: String, soundName: String? = nil, suppressSound: Bool = false,
    resident: Bool = false, expireTimeout: Int32 = -1
  ) {
    self.replaces = replaces
    self.applicationName = applicationName
    self.icon = icon
    self.summary = summary
    self.body = body
    self.actions = actions
    self.urgency = urgency
    self.category = category
    self.desktopEntry = desktopEntry
    self.soundName = soundName
    self.suppressSound = suppressSound
    self.resident = resident
    self.expireTimeout = expireTimeout
  }

  package struct Button: Hashable, Codable, Sendable {
    /// The action key that a click returns; `default` is the body.
    package var key: String
    package var label: String

    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  package enum Urgency: UInt8, Codable, Sendable {
    case low = 0
    case normal = 1
    case critical = 2
  }
}

/// The result of a `NotifyCall`.
package enum NotifyResult: Hashable, Codable, Sendable {
  case shown(OnScreen)
  /// The name had no owner and nothing was handed over; the call can be repeated.
  case unowned
  /// The server returned an error; nothing is on the screen.
  case refused(name: String, message: String)
  /// KDE has shown the same notification within the last second; it is already on the screen.
  case excess
  /// The server left without an answer; it may have shown the notification.
  case abandoned
  /// No answer for 5 s. The ticket stays open, because an answer may still come. (T21)
  case overdue
}

/// The user's answer to a notification, or its expiry.
package enum Response: Hashable, Codable, Sendable {
  /// A button or the body (`default`), with the token that lets a window come to the front.
  case action(key: String, activation: String?)
  case dismissed
  case expired
}

import CarillonDetail
import CarillonText
import CarillonTime

/// The arguments of one `org.freedesktop.Notifications.Notify`, made for one server.
///
/// Texts are truncated and escaped: an adapter passes them on as they are.
package struct NotifyCall: Hashable, Codable, Sendable {
  /// The notification this one takes the place of; nil for a new one.
  ///
  /// Its id means something to its owner only.
  package var replaces: OnScreen?
  package var applicationName: String
  /// A themed icon's name, or an absolute path.
  package var icon: String
  package var summary: String
  package var body: String
  package var actions: [Button]
  package var urgency: Urgency
  /// The `category` hint, such as `im.received`; empty for none.
  package var category: String
  /// The `desktop-entry` hint. (T30)
  package var desktopEntry: String
  /// The `sound-name` hint; none is sent for nil.
  ///
  /// `suppressSound` silences servers that have a sound of their own.
  package var soundName: String?
  package var suppressSound: Bool
  package var resident: Bool
  /// The `value` hint: percent of a bar below the text; nil for none. (B12)
  package var progress: Int?
  /// Sent along as an image; nil: the icon has to do. (B9)
  package var picture: Picture?
  /// Milliseconds; −1 leaves it to the server, 0 never expires.
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
    /// The action key that comes back when it is clicked; `default` is the body.
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

/// What became of a `NotifyCall`.
package enum NotifyResult: Hashable, Codable, Sendable {
  case shown(OnScreen)
  /// Nobody owned the name and nothing was handed over: it may be sent again.
  case unowned
  /// The server answered with an error: nothing is on the screen.
  case refused(name: String, message: String)
  /// KDE saw the same notification within a second: it is on the screen already.
  case excess
  /// The server left without an answer; it may or may not have shown it.
  case abandoned
  /// No answer for 5 s. The ticket stays open: another result may still follow. (T21)
  case overdue
}

/// What the user did with a notification, or that it went by itself.
package enum Response: Hashable, Codable, Sendable {
  /// A button or the body (`default`); with the token that lets a window come to the front.
  case action(key: String, activation: String?)
  case dismissed
  case expired
}

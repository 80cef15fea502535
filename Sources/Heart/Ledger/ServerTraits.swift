import CarillonDetail
import CarillonText
import CarillonTime

/// The behavior of a server, beyond the capabilities it declares.
package struct ServerTraits: Hashable, Sendable {
  /// Whether it reads the body as markup, so text must be escaped. (T10)
  package var markup: Bool
  package var actions: Bool
  /// Whether it plays `sound-name` itself.
  package var sound: Bool
  /// Whether a replacement loses the buttons.
  package var replacingLosesButtons = false
  /// Whether notifications outlive the process that sent them.
  package var keepsAfterClientLeft = true
  /// Whether the `value` hint shows a bar and keeps the texts. (B12)
  package var showsProgress = false
  /// Whether its list of past notifications is shown to the user again after unlocking, so that nothing
  /// in it has to be told once more. (T38)
  package var listReappears = false
  /// Whether low urgency means the list only, without a popup.
  package var lowIsListOnly = false

  /// The size of the image beside the texts, in layout pixels. (B9)
  package var imageSide = 48

  package init(_ server: NotificationServer) {
    markup = server.capabilities.contains("body-markup")
    actions = server.capabilities.contains("actions")
    sound = server.capabilities.contains("sound")
    switch server.name.lowercased() {
    case "gnome-shell":
      replacingLosesButtons = true
      keepsAfterClientLeft = false
      lowIsListOnly = true
      listReappears = true
      // Since version 46, it shows 48 pixels like the others.
      if server.major.map({ $0 < 46 }) ?? true { imageSide = 32 }
    case "dunst":
      // Dunst supports markup without declaring it.
      markup = true
      showsProgress = true
      imageSide = 32
    default: break
    }
  }
}

extension NotificationServer {
  /// The major version; nil if the version does not begin with a number.
  fileprivate var major: Int? { Int(version.prefix { $0.isNumber }) }
}

import CarillonDetail
import CarillonText
import CarillonTime

/// What a server does differently from others, beyond what it declares.
package struct ServerTraits: Hashable, Sendable {
  /// Whether it reads the body as markup, so that text must be escaped. (T10)
  package var markup: Bool
  package var actions: Bool
  /// Whether it plays `sound-name` itself.
  package var sound: Bool
  /// Whether one that is replaced on the screen loses its buttons.
  package var replacingLosesButtons = false
  /// Whether notifications outlive the process that sent them.
  package var keepsAfterClientLeft = true
  /// Whether the `value` hint makes a bar, and leaves the texts. (B12)
  package var showsProgress = false
  /// Whether low urgency means: in the list only, without a popup.
  package var lowIsListOnly = false

  /// How large an image is shown beside the texts, in pixels of the layout. (B9)
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
      // Since 46 it shows 48 like the others.
      if server.major.map({ $0 < 46 }) ?? true { imageSide = 32 }
    case "dunst":
      // It does not declare markup and honours it all the same.
      markup = true
      showsProgress = true
      imageSide = 32
    default: break
    }
  }
}

extension NotificationServer {
  /// The first number of its version; nil if it begins with none.
  fileprivate var major: Int? { Int(version.prefix { $0.isNumber }) }
}

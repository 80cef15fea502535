/// The sounds that notifications can have. (B15)
package struct Sounds {
  let theme: () -> [String]
  let play: (_ name: String, _ then: @escaping (Bool) -> Void) -> Void

  /// `theme` names those of the user's theme.
  ///
  /// `play` calls `then` once, with false where this computer plays none.
  package init(
    theme: @escaping () -> [String],
    play: @escaping (_ name: String, _ then: @escaping (Bool) -> Void) -> Void
  ) {
    self.theme = theme
    self.play = play
  }

  /// Where there is no sound at all.
  package static let none = Sounds(theme: { [] }, play: { $1(false) })

  /// Those that fit a notification: others say that a device was unplugged, say.
  var offered: [String] {
    theme().filter { name in !Sounds.others.contains { name.hasPrefix($0) } }
  }

  private static let others = [
    "audio-", "battery-", "button-", "camera-", "count-down", "desktop-", "device-", "drag-",
    "game-", "item-", "link-", "menu-", "network-", "notebook-", "phone-failure", "phone-hangup",
    "phone-outgoing", "power-", "screen-", "scroll-", "service-", "session-", "software-",
    "suspend-", "system-", "tooltip-", "trash-", "window-close", "window-inactive",
    "window-maximized", "window-minimized", "window-move", "window-new", "window-resize",
    "window-scroll", "window-slide", "window-switch", "window-unmaximized", "window-unminimized",
  ]
}

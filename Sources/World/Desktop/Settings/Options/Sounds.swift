/// The sounds that notifications can have. (B15)
package struct Sounds {
  let theme: () -> [String]
  let play: (_ name: String, _ then: @escaping (Bool) -> Void) -> Void

  /// `theme` returns the names of the sounds in the user's theme.
  ///
  /// `play` calls `then` once, with false if the sound cannot be played.
  package init(
    theme: @escaping () -> [String],
    play: @escaping (_ name: String, _ then: @escaping (Bool) -> Void) -> Void
  ) {
    self.theme = theme
    self.play = play
  }

  /// For tests and places without sound.
  package static let none = Sounds(theme: { [] }, play: { $1(false) })

  /// The sounds suitable for notifications, as opposed to, say, that of unplugging a device.
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

package import CarillonEngine
package import CarillonGLib

/// The icon while Carillon cannot start: it asks for attention, and its menu says why.
package final class TroubleTray {
  private let menu: TrayMenu
  private let indicator: Indicator
  private let words: Words

  package init(
    _ sentence: String, on bus: Bus, words: Words, iconThemePath: String?,
    quit: @escaping () -> Void
  ) {
    self.words = words
    menu = TrayMenu { action in if action == .quit { quit() } }
    indicator = Indicator(
      on: bus, title: words.say("Carillon"), iconThemePath: iconThemePath, menu: menu.menu)
    show(sentence)
  }

  package func show(_ sentence: String) {
    menu.show([
      TrayEntry("trouble", sentence, .note), .separator("program"),
      TrayEntry("quit", words.say("Quit"), .action(.quit)),
    ])
    indicator.show(TrayIcon(look: .attention, description: sentence))
  }
}

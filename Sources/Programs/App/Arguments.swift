import ArgumentParser
import CarillonEngine

/// The command line of the tray app.
struct Arguments: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "carillon",
    abstract: "Shows notifications at the times you choose, from the tray.",
    discussion: """
      Opens the window. If Carillon is already running, its window comes to the front. To control \
      it from a terminal, use carillonctl.
      """,
    version: Release.version)

  @Flag(help: "Start without a window, with only the icon in the panel (as at login).")
  var hidden = false

  @Flag(help: "Open the window on its Settings page.")
  var settings = false

  @Flag(
    help:
      "Ring what is due, without a window or an icon, and quit once everything is answered. The systemd timer uses this."
  )
  var ring = false

  @Argument(help: "A link to open, such as carillon://settings/hours or /alarms/17.")
  var link: String?
}

import CarillonFeatures
import Testing

/// A message for a brew's stage, as its machine sends it.
func stage(_ stage: String, _ brew: String = "b1", _ more: [String: String] = [:])
  -> [String: String]
{
  ["type": "brew_stage", "stage": stage, "brewId": brew].merging(more) { $1 }
}

/// Helpers for brews.
extension Device {
  /// A device without hours, so that it shows only messages.
  static func forMessages(at now: Instant = at("2026-11-21T09:00:00Z")) throws -> Device {
    let device = try Device(at: now)
    device.setSlots([])
    return device
  }

  static let gnome = server("gnome-shell", "GNOME", "43")
  static let dunst = server("dunst", "knopwob", "1.12")

  private static func server(
    _ name: String, _ vendor: String, _ version: String
  ) -> NotificationServer {
    NotificationServer(
      name: name, vendor: vendor, version: version, capabilities: ["actions", "body"],
      owner: Device.server.owner, bus: Device.server.bus)
  }

  /// Shows an extraction; `machine` is a patch with the machine's address.
  func showBrewing(machine: String? = nil) {
    if let machine { set(machine) }
    push(stage("brewing"))
    run(for: .seconds(1))
  }

  /// The commands that were sent as signals on the bus.
  var commands: [JSONValue] {
    signals.compactMap { signal in
      if case .command(let text) = signal { JSONValue(parsing: text) } else { nil }
    }
  }
}

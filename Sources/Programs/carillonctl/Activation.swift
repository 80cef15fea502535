import Foundation

/// The token by which a window may take the focus, where a desktop gave us one.
enum Activation {
  static var token: String? {
    let environment = ProcessInfo.processInfo.environment
    return environment["XDG_ACTIVATION_TOKEN"] ?? environment["DESKTOP_STARTUP_ID"]
  }
}

import FoundationEssentials

/// The token for taking the focus, if the desktop gave us one.
enum Activation {
  static var token: String? {
    let environment = ProcessInfo.processInfo.environment
    return environment["XDG_ACTIVATION_TOKEN"] ?? environment["DESKTOP_STARTUP_ID"]
  }
}

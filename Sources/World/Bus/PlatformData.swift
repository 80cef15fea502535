import CarillonGLib

/// The data a desktop passes when it starts, raises or opens an application.
enum PlatformData {
  /// The token for taking the focus, from Wayland or startup notification.
  static func activation(in data: Variant?) -> String? {
    let token = data?["activation-token"]?.stringValue
    return token ?? data?["desktop-startup-id"]?.stringValue
  }

  static func with(activation token: String?) -> Variant {
    guard let token else { return .dictionary([:]) }
    return .dictionary([
      "activation-token": .string(token), "desktop-startup-id": .string(token),
    ])
  }
}

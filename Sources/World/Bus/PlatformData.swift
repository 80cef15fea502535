import CarillonGLib

/// The data a desktop passes when it starts, raises or opens an application.
enum PlatformData {
  /// The token for taking the focus, from Wayland or startup notification.
  ///
  /// A text that is longer than any token is none: GTK would pass it on to the display.
  static func activation(in data: Variant?) -> String? {
    let token = data?["activation-token"]?.stringValue ?? data?["desktop-startup-id"]?.stringValue
    return token.flatMap { $0.utf8.count <= 1024 ? $0 : nil }
  }

  static func with(activation token: String?) -> Variant {
    guard let token else { return .dictionary([:]) }
    return .dictionary([
      "activation-token": .string(token), "desktop-startup-id": .string(token),
    ])
  }
}

import CGio

/// The key that stored content is sealed with, in base64 as stored in the keyring. (T28)
enum ContentKey {
  private static let length = 32

  static func make() -> [UInt8] {
    // The system's generator, which is suitable for keys.
    var generator = SystemRandomNumberGenerator()
    return (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  static func text(of key: [UInt8]) -> String {
    guard let text: UnsafeMutablePointer<CChar> = g_base64_encode(key, gsize(key.count)) else {
      preconditionFailure("GLib answers with a string")
    }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Nil if `text` was not made by `text(of:)`.
  static func bytes(of text: String) -> [UInt8]? {
    var count: gsize = 0
    guard let bytes = g_base64_decode(text, &count) else { return nil }
    defer { g_free(bytes) }
    let key = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    return key.count == length && self.text(of: key) == text ? key : nil
  }
}

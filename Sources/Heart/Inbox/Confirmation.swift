import CarillonLedger

/// The button that sends a failed command again.
enum Retry {
  static func key(of command: Int64) -> String { "retry-\(command)" }

  static func command(of key: String) -> Int64? {
    key.hasPrefix("retry-") && key.utf8.count < 30 ? Int64(key.dropFirst(6)) : nil
  }
}

/// The notification that reports a command's outcome: one per subject, with the subject's drawing.
package enum Confirmation {
  private static let prefix = "command:"

  package static func tag(of thread: String) -> String { prefix + thread }

  package static func thread(of tag: String) -> String {
    tag.hasPrefix(prefix) ? String(tag.dropFirst(prefix.count)) : tag
  }
}

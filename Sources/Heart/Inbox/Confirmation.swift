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

  static func isTag(_ tag: String) -> Bool { tag.hasPrefix(prefix) }

  package static func thread(of tag: String) -> String {
    tag.hasPrefix(prefix) ? String(tag.dropFirst(prefix.count)) : tag
  }

  /// Tells how something ended that the user had asked for: in the history, and on the screen if it
  /// failed. (B17)
  ///
  /// `tag` is its subject's, or the tag of its notification.
  static func add(
    to ledger: Ledger, on tag: String, channel: String, title: String, body: String,
    isFailure: Bool, actions: [Action] = []
  ) throws(StoreFailure) {
    var request = Request(
      channel: channel, category: isFailure ? "transfer.error" : "transfer.complete")
    request.asked = true
    request.silent = !isFailure
    request.actions = actions
    let now = ledger.now
    var delivery = Delivery(
      .message, tag: Confirmation.tag(of: Confirmation.thread(of: tag)), at: now, now: now)
    delivery.did = try ledger.settings.did
    delivery.title = truncate(title, to: Message.longestTitle)
    delivery.body = truncate(body, to: Message.longestBody)
    delivery.request = request
    try ledger.add(&delivery)
    try ledger.trace(delivery, .asked)
  }
}

package import CarillonLedger

/// The subjects of all kinds that are listed on a page. (D16)
extension Inbox {
  /// More rows are of no use to a person, and would take long to lay out.
  package static let mostListed = 200

  /// Their order depends on what is sealed, so more are read than are listed: of each kind those that
  /// were heard of last.
  static let mostRead = 500

  /// The rows in their order, and how many more there are.
  package func listed() throws(StoreFailure) -> (rows: [SubjectRow], more: Int) {
    let context = try kindContext()
    var listed: [SubjectRow] = []
    var unread = 0
    for kind in kinds.listed {
      let subjects = try rows.openThreads(of: kind.name, limit: Inbox.mostRead)
      if subjects.count == Inbox.mostRead {
        unread += try rows.openThreadCount(of: kind.name) - subjects.count
      }
      listed += subjects.compactMap { kind.row(of: $0, context) }
    }
    listed.sort { $0.isBefore($1) }
    let shown = Array(listed.prefix(Inbox.mostListed))
    return (shown, listed.count - shown.count + unread)
  }

  /// Opens the window of a subject, as its notification does: the user has seen it. (D15)
  package func openWindow(of tag: String) throws(StoreFailure) -> Answer {
    guard let subject = try rows.thread(tag), kinds.windowed(subject) != nil else {
      return .refused(Refusal(.notFound, "tag: nothing is known of \(beginning(of: tag, 140))"))
    }
    try seen(tag)
    emit(.open(.thread(LinkTarget(tag: tag, kind: subject.kind)), activation: nil))
    return .done(.nothing)
  }
}

package import CarillonLedger

/// The subjects of all kinds that are listed on a page. (D16)
extension Subjects {
  /// More rows are of no use to a person, and would take long to lay out.
  package static let mostListed = 200

  /// Their order depends on what is sealed, so more are read than are listed: of each kind those that
  /// were heard of last.
  static let mostRead = 500

  /// The rows in their order, and how many more there are; only those about `thing`, if it is given. (D5)
  package func listed(
    about thing: String? = nil
  ) throws(StoreFailure) -> (rows: [SubjectRow], more: Int) {
    var context = try kindContext()
    let snoozes = try rows.snoozes()
    let reminded = try rows.remindedThreads(limit: Subjects.mostListed)
    var listed: [SubjectRow] = []
    var unread = 0
    for kind in kinds.listed {
      var subjects = try rows.openThreads(of: kind.name, limit: Subjects.mostRead)
      if subjects.count == Subjects.mostRead {
        // What a topic sends in numbers must not hide what others have said, nor what is urgent. (C4, D15)
        var tags = Set(subjects.map(\.tag))
        let others =
          try rows.ownOpenThreads(of: kind.name, limit: Subjects.mostListed)
          + reminded.filter { $0.kind == kind.name }
        subjects += others.filter { tags.insert($0.tag).inserted }
        unread += try rows.openThreadCount(of: kind.name) - subjects.count
      }
      for subject in subjects {
        context.snoozedUntil = snoozes[subject.tag]
        if let row = kind.row(of: subject, context) { listed.append(row) }
      }
    }
    if let thing {
      listed = listed.filter { $0.about == thing }
      unread = 0
    }
    listed.sort { $0.isBefore($1) }
    let shown = Array(listed.prefix(Subjects.mostListed))
    return (shown, listed.count - shown.count + unread)
  }
}

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
    let reminded = try rows.remindedThreads(limit: Subjects.mostRead)
    var listed: [SubjectRow] = []
    var heardAt: [String: Instant] = [:]
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
        guard let row = kind.row(of: subject, context) else { continue }
        listed.append(row)
        heardAt[subject.tag] = subject.heardAt
      }
    }
    if let thing {
      listed = listed.filter { $0.about == thing }
      unread = 0
    }
    listed.sort { $0.isBefore($1) }
    let shown = Subjects.cut(listed, heardAt)
    return (shown, listed.count - shown.count + unread)
  }

  /// Of too many rows, in their order, those that stay. (C4, C5)
  ///
  /// First those of the user's own services, then of each topic and paired sender as many as of any other, so
  /// that none takes another's place by what it calls urgent.
  private static func cut(_ rows: [SubjectRow], _ heardAt: [String: Instant]) -> [SubjectRow] {
    guard rows.count > mostListed else { return rows }
    var bySender = Dictionary(grouping: rows) { Subject.guest(in: $0.tag) ?? "" }
    var staying = takingTurns(bySender.removeValue(forKey: "") ?? [], heardAt)
    let theirs = bySender.sorted { $0.key < $1.key }.map { takingTurns($0.value, heardAt) }
    for place in 0..<mostListed {
      staying += theirs.compactMap { place < $0.count ? $0[place] : nil }
    }
    let tags = Set(staying.prefix(mostListed).map(\.tag))
    return rows.filter { tags.contains($0.tag) }
  }

  /// A sender's rows in their order, and each in turn with the newest of those that weigh as much: the first and
  /// the last of very many stay.
  private static func takingTurns(
    _ rows: [SubjectRow], _ heardAt: [String: Instant]
  ) -> [SubjectRow] {
    let newestFirst = rows.sorted {
      if $0.section.place != $1.section.place { return $0.section.place < $1.section.place }
      if $0.rank.weight != $1.rank.weight { return $0.rank.weight > $1.rank.weight }
      let (one, other) = (heardAt[$0.tag] ?? .distantPast, heardAt[$1.tag] ?? .distantPast)
      return one != other ? one > other : $0.tag < $1.tag
    }
    var tags: Set<String> = []
    return zip(rows, newestFirst).flatMap { [$0, $1] }.filter { tags.insert($0.tag).inserted }
  }
}

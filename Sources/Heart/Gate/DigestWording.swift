import CarillonLedger

/// What one notification for several says. (T18, T38, §5)
extension Room {
  /// Words a digest of `count` members; `first` are as many of them as there may be room for.
  func word(
    _ digest: inout Delivery, of first: [Delivery], count: Int
  ) throws(StoreFailure) {
    digest.title = truncate(
      words.count("{n} notification", "{n} notifications", count), to: Template.longestTitle)
    var lines: [String] = []
    for member in first { lines.append(try line(of: member)) }
    digest.body = list(lines, of: count)
  }

  /// The row of a member: when it was due, and what it says.
  func line(of member: Delivery) throws(StoreFailure) -> String {
    var time = zone.wallClock(at: member.fireAt).time
    if let id = member.item, let item = try ledger.item(id), item.offset == .zero {
      time = item.time
    }
    // A text whose key is lost cannot be said any more; what it was can.
    let title = member.title ?? ledger.name(ofChannel: member.channel)
    return "\(words.clock(time)) \(title)"
  }

  /// As many lines as there is room for, and how many more there are.
  ///
  /// `count`: how many there are in all, if `lines` are only the first; there must be no room for them.
  func list(_ lines: [String], of count: Int? = nil) -> String {
    let count = max(count ?? 0, lines.count)
    var body = ""
    for (index, line) in lines.enumerated() {
      let left = count - index - 1
      let rest = left == 0 ? "" : "\n" + words.count("and {n} more", "and {n} more", left)
      let next = index == 0 ? line : "\(body)\n\(line)"
      guard next.count + rest.count <= Template.longestBody else {
        let more = words.count("and {n} more", "and {n} more", left + 1)
        return index == 0
          ? truncate(line, to: Template.longestBody)
          : truncate("\(body)\n\(more)", to: Template.longestBody)
      }
      body = next
    }
    return body
  }
}

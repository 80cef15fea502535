import CarillonLedger

/// What one notification for several says. (T18, T38, §5)
extension Room {
  /// Words a digest of `count` members; `first` are as many of them as there may be room for.
  func word(
    _ digest: inout Delivery, of first: [Delivery], count: Int
  ) throws(StoreFailure) {
    digest.title = truncate(
      words.count("{n} notification", "{n} notifications", count), to: Template.longestTitle)
    digest.body = try list(of: first, count: count)
  }

  /// The rows of as many members as fit, by when each was due.
  ///
  /// If some do not fit, hours and what the user's own services say come first, and then each topic's and paired
  /// sender's in turn: none hides what is not its own. (C4)
  func list(of members: [Delivery], count: Int) throws(StoreFailure) -> String {
    var lines: [(line: String, guest: String?)] = []
    for member in members { lines.append((try line(of: member), member.guest)) }
    let all = list(lines.map(\.line), of: count)
    let isWhole = members.count == count && all == lines.map(\.line).joined(separator: "\n")
    return isWhole ? all : list(inTurn(lines), of: count)
  }

  private func inTurn(_ lines: [(line: String, guest: String?)]) -> [String] {
    var turns: [String: Int] = [:]
    let placed = lines.enumerated().map { index, each in
      guard let guest = each.guest else { return (turn: 0, index, each.line) }
      turns[guest, default: 0] += 1
      return (turn: turns[guest] ?? 1, index, each.line)
    }
    return placed.sorted { ($0.turn, $0.1) < ($1.turn, $1.1) }.map(\.2)
  }

  /// The row of a member: when it was due or asked for, and what it says.
  func line(of member: Delivery) throws(StoreFailure) -> String {
    var time = zone.wallClock(at: member.fireAt).time
    // What was asked for came when it was asked for, and not at its hour. (T12)
    if case .planned = member.origin, let id = member.item, let item = try ledger.item(id),
      item.offset == .zero
    {
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

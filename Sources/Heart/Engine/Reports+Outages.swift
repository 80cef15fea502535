import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Outages of connections, as rows of the history. (C6)
extension Reports {
  /// What the history lists: deliveries, and outages beside them.
  enum Happened {
    case delivery(Delivery)
    case outage(Outage)

    /// Where the page ends whose last row it is.
    ///
    /// Outages come after the deliveries of the same instant, so that no delivery has an id below theirs.
    var cursor: HistoryQuery.Cursor {
      switch self {
      case .delivery(let delivery):
        HistoryQuery.Cursor(decidedAt: delivery.decidedAt ?? .distantPast, id: delivery.id)
      case .outage(let outage): HistoryQuery.Cursor(decidedAt: outage.to, id: 0)
      }
    }

    /// Whether it is listed above the other: the newest first.
    func isBefore(_ other: Happened) -> Bool {
      (other.cursor.decidedAt, other.cursor.id) < (cursor.decidedAt, cursor.id)
    }
  }

  /// The outages that a page may list; none if it asks for something else.
  func outages(_ query: HistoryQuery) throws(StoreFailure) -> [Outage] {
    guard query.status == nil, query.kind == nil || query.kind == Outage.kind else { return [] }
    var end = Instant.distantFuture
    if let before = query.before {
      end = before.id > 0 ? before.decidedAt : before.decidedAt - .milliseconds(1)
    }
    return try rows.outages(endedBy: end, limit: query.limit)
  }

  func entry(of outage: Outage) -> HistoryEntry {
    let today = zone.wallClock(at: outage.to).date
    let from = Moment(outage.from, in: zone)
    let to = Moment(outage.to, in: zone)
    let values = [
      "server": outage.server,
      "from": from.date == today ? words.clock(from.time) : words.at(from, today: today),
      "to": words.clock(to.time),
    ]
    return HistoryEntry(
      requestId: outage.id, kind: Outage.kind, at: outage.to.iso(in: zone),
      title: words.say("{server} was not reachable from {from} to {to}", values), channel: "",
      status: Outage.kind,
      text: [outage.why.map { words.sentence(for: $0) }, lost(in: outage)].compactMap(\.self)
        .joined(separator: " "))
  }

  /// The outage with the id of an entry; nil for any other text.
  func outage(named id: String) throws(StoreFailure) -> Outage? {
    let parts = id.split(separator: ":", maxSplits: 2).map(String.init)
    guard parts.count == 3, parts[0] == Outage.kind, let end = Int64(parts[1]) else { return nil }
    return try rows.outages(endedBy: Instant(milliseconds: end), limit: 10).first { $0.id == id }
  }

  func explanation(of outage: Outage) -> ExplanationReport {
    func step(_ instant: Instant, _ code: String, _ text: String, _ detail: String?)
      -> ExplanationReport.Step
    {
      ExplanationReport.Step(
        at: instant.iso(in: zone), atMs: instant.milliseconds, code: code, text: text,
        detail: detail, values: ["carrier": outage.carrier])
    }
    let steps = [
      step(
        outage.from, "deaf", words.say("The connection was lost"),
        outage.why.map { words.sentence(for: $0) }),
      step(outage.to, "connected", words.say("Connected again"), lost(in: outage)),
    ]
    return ExplanationReport(items: [.init(entry: entry(of: outage), steps: steps)])
  }

  private func lost(in outage: Outage) -> String? {
    outage.lostBefore.map {
      words.say(
        "Messages sent before {moment} may be lost.",
        ["moment": words.at(Moment($0, in: zone), today: zone.wallClock(at: now).date)])
    }
  }
}

extension Outage {
  /// Its kind in the history.
  static let kind = "outage"

  /// Names it in the history.
  var id: String { "\(Outage.kind):\(to.milliseconds):\(carrier)" }

  /// The server, as people write it.
  var server: String {
    guard carrier != Carrier.unifiedPush else { return "UnifiedPush" }
    let name = carrier.hasPrefix("ntfy:") ? carrier.dropFirst("ntfy:".count) : carrier[...]
    return String(name.prefix { $0 != "#" })
  }
}

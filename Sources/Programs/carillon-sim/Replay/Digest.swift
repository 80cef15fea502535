import ArgumentParser
import CarillonFeatures
import CarillonStore

/// The observable behavior of a life: its events, the engine's effects, and the final rows, without
/// row ids.
///
/// Two builds with the same digest for the same seed decide alike. If a path is given, the lines
/// are also written to a file, for `diff`.
final class Digest {
  private(set) var trace = Trace()
  private let file: LineFile?

  init(path: String?) throws(ValidationError) {
    file = try path.map { path throws(ValidationError) in try LineFile(path: path) }
  }

  func take(_ happening: Happening, at now: Instant) {
    // Tickets and tokens may differ from process to process.
    take("\(now.isoUTC) \(Digest.withoutRows(happening.description))")
  }

  func take(_ line: String) {
    trace.add(line)
    file?.write(line)
  }

  /// Adds the rows at the end, in a form that does not depend on the schema.
  func takeRows(of store: FaultyStore) throws(StoreFailure) {
    for line in try store.read({ rows throws(StoreFailure) in try Digest.lines(of: rows) }) {
      take(line)
    }
  }

  /// Throws what the file could not hold.
  func close() throws(ValidationError) { try file?.close() }

  private static func lines(of rows: any Rows) throws(StoreFailure) -> [String] {
    var lines: [String] = []
    for delivery in try rows.live() { lines.append(try line(of: delivery, rows)) }
    lines.append("decided")
    var query = HistoryQuery(limit: 200)
    while true {
      let page = try rows.history(query)
      for delivery in page { lines.append(try line(of: delivery, rows)) }
      guard page.count == 200, let last = page.last, let decided = last.decidedAt else { break }
      query.before = HistoryQuery.Cursor(decidedAt: decided, id: last.id)
    }
    for slot in try rows.planItems(of: Slots.source).compactMap({ Slot($0) }) {
      lines.append("slot \(slot.id) \(slot.enabled) \(slot.considered)")
    }
    for thread in try rows.openThreads(limit: .max) {
      lines.append(
        "thread \(thread.tag) \(thread.rank) \(thread.dismissed) \(text(thread.heardAt)) "
          + "\(text(thread.silentAt)) \(withoutRows(thread.state.text))")
    }
    for contact in try rows.contacts() {
      lines.append("contact \(contact.host) \(contact.purpose.rawValue) \(contact.count)")
    }
    lines.append("outbox \(try rows.postingCount())")
    for event in try rows.lastEvents(1000) {
      lines.append(
        "event \(event.code.rawValue) \(event.slotId) \(event.whenMs) \(event.timestamp)")
    }
    return lines
  }

  private static func line(
    of delivery: Delivery, _ rows: any Rows
  ) throws(StoreFailure) -> String {
    let steps = try rows.trace(of: delivery.id).map { step in
      let values = step.values.filter { !rowValues.contains($0.key) }
        .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return "\(text(step.at)) \(step.code) \(values.joined(separator: " "))"
    }
    return """
      \(delivery.origin.kind) \(delivery.tag.hasPrefix("digest:") ? "digest" : delivery.tag) \
      \(delivery.occasion?.date.description ?? "-") \(delivery.status.rawValue) \(delivery.reason?.rawValue ?? "-") \
      \(delivery.waiting?.rawValue ?? "-") fire \(text(delivery.fireAt)) made \(text(delivery.createdAt)) \
      decided \(text(delivery.decidedAt)) attempt \(text(delivery.attemptAt)) \
      released \(text(delivery.releasedAt)) shown \(text(delivery.shownAt)) \
      calls \(delivery.calls) response \(delivery.response ?? "-") \(text(delivery.respondedAt)) \
      replaced \(delivery.replaced) screen \(delivery.onScreen?.id.description ?? "-") \
      merged \(delivery.mergedInto != nil) popped \(delivery.poppedUp) \
      \(delivery.title ?? "-") | \(delivery.body ?? "-")
      """.replacing("\n", with: "⏎") + steps.map { "\n    \(withoutRows($0))" }.joined()
  }

  /// Values of steps that are row ids.
  private static let rowValues: Set = ["fetch", "content"]

  private static func text(_ instant: Instant?) -> String {
    instant.map { String($0.milliseconds) } ?? "-"
  }

  /// Removes row ids from the text, even from nested documents.
  static func withoutRows(_ text: String) -> String {
    var out: [UInt8] = []
    let bytes = Array(text.utf8)
    out.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      out.append(bytes[index])
      index += 1
      guard
        bytes[index - 1] == UInt8(ascii: "\"") || bytes[index - 1] == UInt8(ascii: "-")
          || bytes[index - 1] == UInt8(ascii: ":")
          || bytes[index - 1] == UInt8(ascii: "#")
      else { continue }
      guard markers.contains(where: { ends(out, with: $0) }) else { continue }
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let markers: [[UInt8]] = [
    #""row":"#, #""requestId":""#, #"\"requestId\":\""#, "command-", "retry-", #""number":"#,
    #""attempt":"#,
  ].map { Array($0.utf8) }

  private static func ends(_ bytes: [UInt8], with marker: [UInt8]) -> Bool {
    bytes.count >= marker.count && bytes.suffix(marker.count).elementsEqual(marker)
  }
}

/// Calls that wait for their turn: each caller's in their order, and the callers in turn.
///
/// So one that calls a thousand times keeps another waiting for one call only.
struct CallQueue<Call> {
  private struct Line {
    var calls: [(call: Call, bytes: Int)] = []
    var first = 0
  }

  /// Beyond these, a call is refused: what waits takes memory.
  static var mostCalls: Int { 10_000 }
  static var mostBytes: Int { 32 << 20 }
  /// The same for one caller: a flood of one leaves room for others.
  static var mostOfOne: Int { mostCalls / 2 }

  private var lines: [String: Line] = [:]
  /// The callers with calls that wait, the next one first.
  private var callers: [String] = []
  private var (count, bytes) = (0, 0)

  var isEmpty: Bool { count == 0 }

  /// Returns false if too much is waiting.
  mutating func append(_ call: Call, of caller: String, bytes size: Int) -> Bool {
    let waiting = lines[caller].map { $0.calls.count - $0.first } ?? 0
    guard count < Self.mostCalls, bytes + size <= Self.mostBytes, waiting < Self.mostOfOne else {
      return false
    }
    count += 1
    bytes += size
    if lines[caller] == nil { callers.append(caller) }
    lines[caller, default: Line()].calls.append((call, size))
    return true
  }

  mutating func next() -> Call? {
    guard let caller = callers.first, var line = lines.removeValue(forKey: caller) else {
      return nil
    }
    callers.removeFirst()
    let (call, size) = line.calls[line.first]
    count -= 1
    bytes -= size
    line.first += 1
    guard line.first < line.calls.count else { return call }
    // Seldom, so that a call costs the same however many wait.
    if line.first >= 1000 {
      line.calls.removeFirst(line.first)
      line.first = 0
    }
    lines[caller] = line
    callers.append(caller)
    return call
  }
}

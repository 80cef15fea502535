/// Cuts the stream of a server into lines, as the bytes arrive. (C4)
///
/// A line that is longer than any event is skipped to its end and counted, so that a server cannot fill
/// the memory.
package struct NtfyLines: Sendable {
  /// The longest line, in bytes, without its end.
  ///
  /// A message has at most 4,096 bytes unless the server's owner allows more; written as JSON with its
  /// buttons, it may be several times as long.
  package static let longest = 65_536

  /// How many lines were too long.
  package private(set) var skipped = 0
  private var begun: [UInt8] = []
  private var isSkipping = false
  private let longest: Int

  package init(longest: Int = NtfyLines.longest) {
    self.longest = longest
  }

  /// The lines that `bytes` complete, without their ends and without the empty ones.
  package mutating func take(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      if let line = ended() { lines.append(line) }
      rest = rest[rest.index(after: end)...]
    }
    append(rest)
    return lines
  }

  /// Forgets what was begun, as the stream has ended; whether there was anything.
  ///
  /// Half a line is no message: the server sends it again, because it was never acknowledged.
  package mutating func end() -> Bool {
    let hadBegun = !begun.isEmpty || isSkipping
    begun = []
    isSkipping = false
    return hadBegun
  }

  private mutating func append(_ part: some Collection<UInt8>) {
    guard !isSkipping else { return }
    guard begun.count + part.count <= longest + 1 else { return skip() }
    begun.append(contentsOf: part)
    // One more only for the return before the line's end.
    if begun.count > longest, begun.last != UInt8(ascii: "\r") { skip() }
  }

  private mutating func skip() {
    isSkipping = true
    skipped += 1
    begun = []
  }

  private mutating func ended() -> [UInt8]? {
    defer {
      begun = []
      isSkipping = false
    }
    guard !isSkipping else { return nil }
    if begun.last == UInt8(ascii: "\r") { begun.removeLast() }
    return begun.isEmpty ? nil : begun
  }
}

import Foundation

/// Another process of this program, and its output.
final class Child {
  private let process = Process()
  private let output = Pipe()
  private var unread: [UInt8] = []

  /// Starts the process; its standard error is inherited.
  init(_ arguments: [String], silent: Bool = false) throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardOutput = output
    // SQLite allocates and frees room for twenty pages in most transactions. By default, libc would
    // return it to the system each time.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["MALLOC_TRIM_THRESHOLD_": "67108864"]) { given, _ in given }
    if silent { process.standardError = FileHandle.nullDevice }
    try process.run()
  }

  var descriptor: Int32 { output.fileHandleForReading.fileDescriptor }

  /// Waits for more lines; nil once the process has ended and everything has been read.
  func moreLines() -> [String]? {
    let data = output.fileHandleForReading.availableData
    guard !data.isEmpty else { return nil }
    unread += data
    guard let end = unread.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let lines = String(decoding: unread[..<end], as: UTF8.self)
    unread.removeSubrange(...end)
    return lines.split(separator: "\n").map(String.init)
  }

  /// All lines from now to the end.
  func allLines() -> [String] {
    var lines: [String] = []
    while let more = moreLines() { lines += more }
    return lines
  }

  enum End: Hashable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Waits until the process has ended.
  func end() -> End {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}

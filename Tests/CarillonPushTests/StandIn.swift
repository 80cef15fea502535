import Foundation

/// The stand-in for an ntfy server of the end-to-end tests, in a process of its own.
///
/// It is told what to do in Python, in which `s` is the server.
final class StandIn {
  let port: Int
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  struct Failure: Error {
    var said: String
  }

  init(_ options: String = "") throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "EndToEndTests")
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-u", "-c", Self.program, folder.path, options]
    process.environment = ["PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let said = Self.line(from: output)
    guard let port = Int(said) else { throw Failure(said: said) }
    self.port = port
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// What Python prints of the value.
  @discardableResult
  func ask(_ expression: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((expression + "\n").utf8))
    let said = Self.line(from: output)
    guard said.hasPrefix("= ") else { throw Failure(said: said) }
    return String(said.dropFirst(2))
  }

  private static func line(from pipe: Pipe) -> String {
    var line: [UInt8] = []
    while let byte = (try? pipe.fileHandleForReading.read(upToCount: 1))?.first, byte != 0x0A {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static let program = """
    import sys, threading
    sys.path.insert(0, sys.argv[1])
    from harness.ntfy_server import NtfyServer
    s = NtfyServer(**eval(f"dict({sys.argv[2]})"))
    print(s.port)
    for line in sys.stdin:
        try:
            print("=", repr(eval(line)))
        except BaseException as error:
            print(repr(error))
    """
}

import Foundation

/// A stand-in of the end-to-end tests, in a process of its own.
///
/// It is told what to do in Python, in which `s` is the stand-in. It ends with its object, even if the tests
/// crash.
final class HarnessProcess {
  struct Failure: Error {
    var said: String
  }

  /// The value of the expression that it was started with.
  private(set) var greeting = ""
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "EndToEndTests")

  /// Imports `type` from `module`, makes `s` with the arguments `options`, and evaluates `greeting`.
  init(_ module: String, _ type: String, _ options: String, greeting: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-u", "-c", Self.program, Self.folder.path, module, type, options, greeting,
    ]
    process.environment = ["PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.greeting = try said()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    // A process that another test has started in that moment may have inherited the pipe, and keep it open.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// What Python prints of the value.
  @discardableResult
  func ask(_ expression: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((expression + "\n").utf8))
    return try said()
  }

  private func said() throws -> String {
    var line: [UInt8] = []
    while let byte = (try? output.fileHandleForReading.read(upToCount: 1))?.first, byte != 0x0A {
      line.append(byte)
    }
    let said = String(decoding: line, as: UTF8.self)
    guard said.hasPrefix("= ") else { throw Failure(said: said) }
    return String(said.dropFirst(2))
  }

  private static let program = """
    import importlib, sys, threading, time
    sys.path.insert(0, sys.argv[1])
    made = getattr(importlib.import_module(sys.argv[2]), sys.argv[3])
    s = eval(f"made({sys.argv[4]})")
    print("=", repr(eval(sys.argv[5])))
    for line in sys.stdin:
        try:
            print("=", repr(eval(line)))
        except BaseException as error:
            print(repr(error))
    """
}

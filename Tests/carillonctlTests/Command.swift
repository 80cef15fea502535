import CarillonCore
import CarillonGLib
import Foundation
import TestBus

/// `carillonctl` as it was built, run on a private bus while this process goes on serving it.
@MainActor struct Command {
  let bus: PrivateBus

  struct Result: Equatable {
    var exit: Int32
    var output: String
    var errors: String
  }

  /// Programs stand beside the one that runs the tests.
  static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  func run(_ arguments: String..., input: String = "", address: String? = nil) throws -> Result {
    let process = Process()
    process.executableURL = Command.folder.appendingPathComponent("carillonctl")
    process.arguments = arguments
    process.currentDirectoryURL = bus.folder
    process.environment = [
      "DBUS_SESSION_BUS_ADDRESS": address ?? bus.address, "PATH": "/usr/bin:/bin",
      "XDG_RUNTIME_DIR": bus.folder.path,
    ]
    let output = bus.folder.appendingPathComponent("output-\(UUID().uuidString)")
    let errors = bus.folder.appendingPathComponent("errors-\(UUID().uuidString)")
    for file in [output, errors] { try Data().write(to: file) }
    let stdin = bus.folder.appendingPathComponent("input-\(UUID().uuidString)")
    try Data(input.utf8).write(to: stdin)
    process.standardInput = try FileHandle(forReadingFrom: stdin)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    while process.isRunning {
      MainLoop.run(atMost: .milliseconds(20)) { false }
    }
    return Result(
      exit: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }
}

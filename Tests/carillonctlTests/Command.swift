import CarillonFeatures
import CarillonGLib
import Foundation
import TestBus

/// The built `carillonctl`, run on a private bus that this process keeps serving.
@MainActor struct Command {
  let bus: PrivateBus

  struct Result: Equatable {
    var exit: Int32
    var output: String
    var errors: String
  }

  /// The programs are in the folder of the test runner.
  static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  func run(
    _ arguments: [String], input: String = "", address: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    let stdin = try file("input", holding: input)
    let output = try file("output")
    let errors = try file("errors")
    let child = try start(
      arguments, address: address ?? bus.address,
      files: [stdin.handle, output.handle, errors.handle], environment: environment)
    while child.isRunning { MainLoop.run(atMost: .milliseconds(5)) { false } }
    return Result(
      exit: child.status ?? 0, output: try String(contentsOf: output.url, encoding: .utf8),
      errors: try String(contentsOf: errors.url, encoding: .utf8))
  }

  func start(
    _ arguments: [String], address: String, files: [FileHandle],
    environment: [String: String] = [:]
  ) throws -> Child {
    try Child(
      Command.folder.appendingPathComponent("carillonctl").path, arguments,
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin",
        "XDG_RUNTIME_DIR": bus.folder.path,
      ].merging(environment) { $1 }, files: files.map(\.fileDescriptor), folder: bus.folder.path)
  }

  func file(_ name: String, holding text: String = "") throws -> (url: URL, handle: FileHandle) {
    let url = bus.folder.appendingPathComponent("\(name)-\(UUID().uuidString)")
    try Data(text.utf8).write(to: url)
    return (url, try FileHandle(forUpdating: url))
  }
}

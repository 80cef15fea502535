package import CarillonGLib
package import Foundation

/// A message bus for one test; ends with its object, even if the test crashes.
package final class PrivateBus {
  package struct Failure: Error {
    let reason: String
  }

  package let address: String
  /// The folder for the files of `addService`, and for other temporary files of a test.
  package let folder: URL
  private let shell: Child
  /// The daemon ends when this pipe is closed, which also happens if the tests crash.
  private let leash = Pipe()

  package init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("carillon-bus-\(UUID().uuidString)")
    let services = folder.appendingPathComponent("services")
    try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
    let configuration = folder.appendingPathComponent("bus.conf")
    try Data(PrivateBus.configuration(services.path).utf8).write(to: configuration)
    let output = Pipe()
    for handle in [leash.fileHandleForWriting, output.fileHandleForReading] {
      _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    let nothing = try FileHandle(forUpdating: URL(fileURLWithPath: "/dev/null"))
    shell = try Child(
      "sh",
      [
        "-c",
        "dbus-daemon --nofork --print-address=1 --config-file=\"$0\" & exec >&-; read _; "
          + "kill -KILL $!; rm -rf \"$1\"", configuration.path, folder.path,
      ], environment: ProcessInfo.processInfo.environment,
      files: [
        leash.fileHandleForReading.fileDescriptor, output.fileHandleForWriting.fileDescriptor,
        nothing.fileDescriptor,
      ])
    output.fileHandleForWriting.closeFile()
    let line = PrivateBus.firstLine(of: output.fileHandleForReading)
    guard line.hasPrefix("unix:") else { throw Failure(reason: "dbus-daemon did not start") }
    address = line
  }

  deinit {
    leash.fileHandleForWriting.closeFile()
    while shell.isRunning { usleep(1000) }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Opens a new connection.
  package func connect() throws -> Bus {
    try Bus.open(.at(address))
  }

  /// Lets the bus start `program` when `name` is called.
  package func addService(_ name: String, program: String) throws {
    let file = folder.appendingPathComponent("services/\(name).service")
    try Data("[D-BUS Service]\nName=\(name)\nExec=\(program)\n".utf8).write(to: file)
  }

  private static func firstLine(of handle: FileHandle) -> String {
    var line = Data()
    while true {
      let byte = handle.readData(ofLength: 1)
      if byte.isEmpty || byte == Data("\n".utf8) { break }
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static func configuration(_ services: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:tmpdir=/tmp</listen>
      <!-- As in a real session; without it, 128 calls may wait for an answer. -->
      <limit name="max_replies_per_connection">50000</limit>
      <servicedir>\(services)</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }
}

package import CarillonGLib
import Foundation

/// A message bus of the test's own, gone with this object or with this process.
///
/// It knows none of the services that are installed on the machine.
package final class TestBus {
  package let address: String
  private let shell = Process()
  private let lifeline = Pipe()
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// Starts it; `services` are the commands by which it starts services, by their names.
  package init(services: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, command) in services {
      let text = "[D-BUS Service]\nName=\(name)\nExec=\(command)\n"
      try Data(text.utf8).write(to: folder.appending(path: "\(name).service"))
    }
    let output = Pipe()
    shell.executableURL = URL(filePath: "/bin/sh")
    // The daemon itself would outlive a test that crashes; the shell's `read` ends with us. Tests run
    // on threads that block every signal, and a daemon that inherits that never hears of the end of
    // a service that it started.
    shell.arguments = [
      "-c",
      """
      perl -e 'use POSIX; sigprocmask(SIG_SETMASK, POSIX::SigSet->new); exec @ARGV' \
        dbus-daemon --config-file="$1" --nofork --print-address <&- 2>/dev/null & read -r end
      kill -9 $!
      wait
      """, "bus", try TestBus.configuration(in: folder),
    ]
    shell.standardInput = lifeline
    shell.standardOutput = output
    try shell.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      if byte.isEmpty { break }
      line += byte
    }
    address = String(decoding: line, as: UTF8.self)
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    try? FileManager.default.removeItem(at: folder)
  }

  package func connect() throws -> Bus {
    try Bus.open(.at(address))
  }

  private static func configuration(in folder: URL) throws -> String {
    let file = folder.appending(path: "bus.conf")
    let text = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:tmpdir=/tmp</listen>
        <servicedir>\(folder.path)</servicedir>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    try Data(text.utf8).write(to: file)
    return file.path
  }
}

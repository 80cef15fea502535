import CarillonGLib
import Foundation

/// A message bus of the test's own, gone with this object or with this process.
final class TestBus {
  let address: String
  private let shell = Process()
  private let lifeline = Pipe()

  init() throws {
    let output = Pipe()
    shell.executableURL = URL(filePath: "/bin/sh")
    // The daemon itself would outlive a test that crashes; the shell's `read` ends with us. It may
    // have inherited a mask that blocks every signal but KILL.
    shell.arguments = [
      "-c",
      """
      dbus-daemon --config-file="$1" --nofork --print-address 3>&- <&- & read -r end
      kill -9 $!
      """, "bus", try TestBus.configuration(),
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
  }

  func connect() throws -> Bus {
    try Bus.open(.at(address))
  }

  /// Without the services that are installed on this machine.
  private static func configuration() throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "carillon-test-bus.conf")
    let text = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:tmpdir=/tmp</listen>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    try Data(text.utf8).write(to: file, options: .atomic)
    return file.path
  }
}

import CGio
import CarillonEngine
import CarillonGLib
import Glibc

/// The two unit files by which the user's systemd rings while Carillon is closed.
///
/// They are all that is kept there: what is due, and how it is shown, is decided by the program that they
/// start, from the same rows as always.
struct RingUnits {
  static let timer = "carillon-ring.timer"
  static let service = "carillon-ring.service"
  private let folder: String
  private let executable: String

  /// `executable` is the program's absolute path.
  init(configuration: String, executable: String) {
    folder = "\(configuration)/systemd/user"
    self.executable = executable
  }

  /// Whether there is something to remove.
  var exist: Bool {
    [RingUnits.timer, RingUnits.service].contains { access("\(folder)/\($0)", F_OK) == 0 }
  }

  /// Fails also for a program that systemd would not start because of its name.
  func write(_ next: Instant) throws(GLibError) {
    guard !executable.contains(where: { "\"'\\".contains($0) || $0.isNewline }) else {
      throw GLibError(domain: "carillon", code: 0, message: "systemd does not start \(executable)")
    }
    g_mkdir_with_parents(folder, 0o700)
    try write(serviceText, to: RingUnits.service)
    try write(RingUnits.text(next), to: RingUnits.timer)
  }

  func remove() throws(GLibError) {
    for name in [RingUnits.timer, RingUnits.service] {
      guard unlink("\(folder)/\(name)") != 0, errno != ENOENT else { continue }
      throw GLibError(
        domain: "carillon", code: Int(errno), message: String(cString: strerror(errno)))
    }
  }

  private func write(_ text: String, to name: String) throws(GLibError) {
    _ = try throwing {
      g_file_set_contents_full(
        "\(folder)/\(name)", text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0o644, $0)
    }
  }

  /// The timer; `next` is rounded up to a second.
  ///
  /// Each run plans the next one. Should one fail, midnight begins anew, and so does the next login
  /// after a time has passed.
  static func text(_ next: Instant) -> String {
    let second = Instant(milliseconds: (next.milliseconds + 999) / 1000 * 1000)
    let text = second.isoUTC
    return """
      [Unit]
      Description=When Carillon has to ring next
      Documentation=man:carillon(1)

      [Timer]
      OnCalendar=\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC
      OnCalendar=daily
      OnClockChange=true
      OnTimezoneChange=true
      Persistent=true
      AccuracySec=1s

      [Install]
      WantedBy=timers.target

      """
  }

  private var serviceText: String {
    """
    [Unit]
    Description=Carillon rings while it is closed
    Documentation=man:carillon(1)
    ConditionFileIsExecutable=\(RingUnits.escaped(executable))
    StartLimitIntervalSec=15min
    StartLimitBurst=10

    [Service]
    Type=exec
    ExecStart="\(RingUnits.escaped(executable))" --ring
    Restart=on-failure
    RestartSec=30s
    KillMode=process

    """
  }

  /// Without a meaning for systemd, which expands no variable in the name of a program.
  private static func escaped(_ path: String) -> String { path.replacing("%", with: "%%") }
}

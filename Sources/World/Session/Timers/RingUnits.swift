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
  private let environment: [String: String]

  /// `executable` is the program's absolute path, and `environment` what it needs to find its files.
  init(configuration: String, executable: String, environment: [String: String] = [:]) {
    folder = "\(configuration)/systemd/user"
    self.executable = executable
    self.environment = environment
  }

  /// Whether there is something to remove.
  var exist: Bool {
    [RingUnits.timer, RingUnits.service].contains {
      access("\(folder)/\($0)", F_OK) == 0 && !isMasked($0)
    }
  }

  /// Fails also for a program that systemd would not start because of its name.
  func write(_ next: Instant) throws(GLibError) {
    guard !RingUnits.isSpecial(executable) else {
      throw GLibError(domain: "carillon", code: 0, message: "systemd does not start \(executable)")
    }
    g_mkdir_with_parents(folder, 0o700)
    try write(serviceText, to: RingUnits.service)
    try write(RingUnits.text(next), to: RingUnits.timer)
  }

  /// Also removes systemd's link to the timer, which it removes itself if it runs.
  func remove() throws(GLibError) {
    let link = "timers.target.wants/\(RingUnits.timer)"
    for name in [link, RingUnits.timer, RingUnits.service] {
      guard name == link || !isMasked(name), unlink("\(folder)/\(name)") != 0, errno != ENOENT
      else { continue }
      throw GLibError(
        domain: "carillon", code: Int(errno), message: String(cString: strerror(errno)))
    }
  }

  private func write(_ text: String, to name: String) throws(GLibError) {
    guard !isMasked(name) else {
      throw GLibError(domain: "carillon", code: Int(EEXIST), message: "\(name) is a link")
    }
    _ = try throwing {
      g_file_set_contents_full(
        "\(folder)/\(name)", text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0o644, $0)
    }
  }

  /// Whether it is a link, as `systemctl --user mask` makes it: the user does not want this unit.
  private func isMasked(_ name: String) -> Bool {
    var status = stat()
    return lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The timer; `next` is rounded up to a second.
  ///
  /// Each run writes the next time. One that fails is tried again every minute.
  static func text(_ next: Instant) -> String {
    let second = Instant(milliseconds: (next.milliseconds + 999) / 1000 * 1000)
    let text = second.isoUTC
    return """
      [Unit]
      Description=When Carillon has to ring next
      Documentation=man:carillon(1)
      StartLimitIntervalSec=0

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
    let variables = environment.sorted { $0.key < $1.key }
      .filter { !RingUnits.isSpecial($0.value) }
      .map { "Environment=\"\($0.key)=\(RingUnits.escaped($0.value))\"\n" }
    return """
      [Unit]
      Description=Carillon rings while it is closed
      Documentation=man:carillon(1)
      ConditionFileIsExecutable=\(RingUnits.escaped(executable))
      PartOf=graphical-session.target
      StartLimitIntervalSec=0

      [Service]
      Type=exec
      ExecStart="\(RingUnits.escaped(executable))" --ring
      \(variables.joined())Restart=on-failure
      RestartForceExitStatus=SIGTERM
      RestartSec=60s
      KillMode=process

      """
  }

  /// Whether systemd would read it otherwise than it is meant; a mark on a quote is a quote to it.
  private static func isSpecial(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      "\"'\\".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
    }
  }

  /// Escapes `%`; systemd expands no variables in a program's path, nor in the environment.
  private static func escaped(_ path: String) -> String { path.replacing("%", with: "%%") }
}

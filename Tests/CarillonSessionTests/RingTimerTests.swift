import CarillonEngine
import CarillonGLib
import Foundation
import TestBus
import Testing

@testable import CarillonSession

/// The timer of systemd that rings while Carillon is closed, with a manager that only notes what it is told.
@Suite(.serialized) @MainActor struct RingTimerTests {
  private final class Manager {
    var calls: [String] = []
    var fails: String?
    private let daemon: PrivateBus
    private let bus: Bus
    private var held: [Subscription] = []

    init(on daemon: PrivateBus) throws {
      self.daemon = daemon
      bus = try daemon.connect()
      let object = try bus.export(Manager.description, at: "/org/freedesktop/systemd1") {
        [weak self] call in
        guard let self else { return }
        calls.append(
          ([call.method]
            + call.arguments.flatMap { $0.stringsValue ?? [$0.stringValue].compactMap { $0 } })
            .joined(separator: " "))
        if call.method == fails {
          return call.fail("org.freedesktop.systemd1.NoSuchUnit", "There is no such unit.")
        }
        switch call.method {
        case "EnableUnitFiles": call.reply([.bool(true), .array(of: "(sss)", [])])
        case "DisableUnitFiles": call.reply([.array(of: "(sss)", [])])
        case "Reload": call.reply()
        default: call.reply([.objectPath("/org/freedesktop/systemd1/job/1")])
        }
      }
      var isOurs = false
      held = [object, bus.own("org.freedesktop.systemd1") { isOurs = $0 }]
      MainLoop.run(atMost: .seconds(5)) { isOurs }
    }

    private static let description = """
      <node><interface name="org.freedesktop.systemd1.Manager">
        <method name="Reload"/>
        <method name="EnableUnitFiles"><arg direction="in" type="as"/>
          <arg direction="in" type="b"/><arg direction="in" type="b"/>
          <arg direction="out" type="b"/><arg direction="out" type="a(sss)"/></method>
        <method name="DisableUnitFiles"><arg direction="in" type="as"/>
          <arg direction="in" type="b"/><arg direction="out" type="a(sss)"/></method>
        <method name="RestartUnit"><arg direction="in" type="s"/><arg direction="in" type="s"/>
          <arg direction="out" type="o"/></method>
        <method name="StopUnit"><arg direction="in" type="s"/><arg direction="in" type="s"/>
          <arg direction="out" type="o"/></method>
      </interface></node>
      """
  }

  private final class Told {
    var states: [Situation.ClosedTimer] = []
  }

  private let folder = TemporaryFolder()
  private let told = Told()
  private let eight = Instant(milliseconds: 1_795_849_200_000)

  private var timerFile: String { "\(folder.path)/systemd/user/carillon-ring.timer" }
  private var serviceFile: String { "\(folder.path)/systemd/user/carillon-ring.service" }

  private func timer(
    on bus: Bus, executable: String = "/usr/bin/carillon", pace: Span = .milliseconds(50)
  ) -> RingTimer {
    RingTimer(
      bus: bus, executable: executable, configuration: folder.path, pace: pace,
      changed: { [told] in told.states.append($0) })
  }

  /// A manager, and a timer that talks to it.
  private func pair() throws -> (manager: Manager, timer: RingTimer) {
    let daemon = try PrivateBus()
    return (try Manager(on: daemon), timer(on: try daemon.connect()))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private static let start = [
    "EnableUnitFiles carillon-ring.timer", "Reload", "RestartUnit carillon-ring.timer replace",
  ]

  @Test(
    "003: the timer is written and enabled once it is wanted, a little later than Carillon itself")
  func wanted() throws {
    let (manager, timer) = try pair()
    timer.arm(eight)
    timer.want(false)
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(manager.calls.isEmpty && told.states.isEmpty)
    timer.want(true)
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states == [.setting, .set] })
    #expect(manager.calls == Self.start)
    #expect(try text(timerFile).contains("\nOnCalendar=2026-11-28 07:00:35 UTC\n"))
    #expect(try text(serviceFile).contains("\nExecStart=\"/usr/bin/carillon\" --ring\n"))
    timer.want(true)
    timer.arm(eight)
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(manager.calls == Self.start)
  }

  @Test(
    "003: a new time is written after a while, the last one of several, and at the end to the second"
  )
  func rewritten() throws {
    let (manager, timer) = try pair()
    timer.want(true)
    timer.arm(eight)
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .set })
    for minute in 1...5 { timer.arm(eight + .minutes(Int64(minute))) }
    #expect(try text(timerFile).contains(" 07:00:35 UTC"))
    #expect(
      MainLoop.run(atMost: .seconds(5)) {
        manager.calls == Self.start + ["Reload", "RestartUnit carillon-ring.timer replace"]
      })
    #expect(try text(timerFile).contains(" 07:05:35 UTC"))
    timer.arm(eight + .milliseconds(300))
    timer.leave(at: eight - .hours(1))
    #expect(try text(timerFile).contains(" 07:00:01 UTC"))
    #expect(MainLoop.run(atMost: .seconds(5)) { manager.calls.count == 7 })
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(try text(timerFile).contains(" 07:00:01 UTC"))
  }

  @Test("003: the timer is removed once it is not wanted, also one of an earlier process")
  func removed() throws {
    let daemon = try PrivateBus()
    let manager = try Manager(on: daemon)
    for isFormer in [false, true] {
      (manager.calls, told.states) = ([], [])
      let first = timer(on: try daemon.connect())
      first.arm(eight)
      first.want(true)
      #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .set })
      manager.calls = []
      let last = isFormer ? timer(on: try daemon.connect()) : first
      last.want(false)
      #expect(MainLoop.run(atMost: .seconds(5)) { manager.calls.count == 3 })
      #expect(
        manager.calls == [
          "StopUnit carillon-ring.timer replace", "DisableUnitFiles carillon-ring.timer", "Reload",
        ])
      #expect(told.states.last == .off)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/systemd/user") == [])
      last.arm(eight + .hours(1))
      last.leave(at: eight)
      MainLoop.run(atMost: .milliseconds(100)) { false }
      #expect(manager.calls.count == 3)
    }
  }

  @Test("003: the last of several changes of mind counts, while systemd is being told of the first")
  func changesOfMind() throws {
    let (manager, timer) = try pair()
    timer.arm(eight)
    timer.want(true)
    timer.want(false)
    #expect(MainLoop.run(atMost: .seconds(5)) { manager.calls.count == 4 })
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(
      manager.calls == [
        "EnableUnitFiles carillon-ring.timer", "StopUnit carillon-ring.timer replace",
        "DisableUnitFiles carillon-ring.timer",
        "Reload",
      ])
    #expect(told.states == [.setting, .off])
    timer.want(true)
    timer.want(false)
    timer.want(true)
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .set })
    MainLoop.run(atMost: .milliseconds(200)) { false }
    #expect(manager.calls.last == "RestartUnit carillon-ring.timer replace")
    #expect(FileManager.default.fileExists(atPath: timerFile))
  }

  @Test("003: off and on again while systemd is starting the timer leaves it enabled")
  func offAndOn() throws {
    let (manager, timer) = try pair()
    timer.arm(eight)
    timer.want(true)
    #expect(MainLoop.run(atMost: .seconds(5)) { manager.calls == Self.start })
    timer.want(false)
    timer.want(true)
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .set })
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(manager.calls.last { $0.contains("able") } == Self.start[0])
    #expect(FileManager.default.fileExists(atPath: timerFile))
  }

  @Test("003: a process that goes on after it was about to end has its timer late again")
  func goesOn() throws {
    let (manager, timer) = try pair()
    timer.arm(eight)
    timer.want(true)
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .set })
    timer.leave(at: eight - .hours(1))
    #expect(try text(timerFile).contains(" 07:00:00 UTC"))
    timer.want(true)
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .set })
    #expect(try text(timerFile).contains(" 07:00:35 UTC"))
    #expect(manager.calls.count == 7)
  }

  @Test("003: without systemd, and where it refuses the timer, the state says so")
  func troubles() throws {
    let daemon = try PrivateBus()
    let alone = timer(on: try daemon.connect())
    alone.arm(eight)
    alone.want(true)
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states == [.setting, .absent] })
    let manager = try Manager(on: daemon)
    for method in ["Reload", "EnableUnitFiles", "RestartUnit"] {
      told.states = []
      manager.fails = method
      let timer = timer(on: try daemon.connect())
      timer.arm(eight)
      timer.want(true)
      #expect(MainLoop.run(atMost: .seconds(5)) { told.states == [.setting, .failed] })
    }
    // What did not work is tried with the next time.
    manager.fails = nil
    alone.arm(eight + .hours(1))
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .set })
    try FileManager.default.removeItem(atPath: "\(folder.path)/systemd")
    try "a file".write(toFile: "\(folder.path)/systemd", atomically: false, encoding: .utf8)
    alone.arm(eight + .hours(2))
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .failed })
  }

  @Test(
    "003: at the end, a time that has passed is now, and systemd has heard of it before we are gone"
  )
  func lateEnd() throws {
    let daemon = try PrivateBus()
    let manager = try Manager(on: daemon)
    let bus = try daemon.connect()
    let timer = timer(on: bus)
    timer.arm(eight)
    timer.want(true)
    // Before the first answer has come.
    timer.leave(at: eight + .minutes(5))
    bus.disconnect()
    #expect(manager.calls.last == "RestartUnit carillon-ring.timer replace")
    #expect(manager.calls.contains("EnableUnitFiles carillon-ring.timer"))
    #expect(try text(timerFile).contains(" 07:05:02 UTC"))
  }

  @Test("003: a unit that the user has masked stays so")
  func masked() throws {
    let timer = timer(on: try PrivateBus().connect())
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/systemd/user", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: timerFile, withDestinationPath: "/dev/null")
    timer.arm(eight)
    timer.want(true)
    #expect(told.states == [.setting, .failed])
    timer.want(false)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: timerFile) == "/dev/null")
  }

  @Test("003: the service finds the files where Carillon has them")
  func environment() throws {
    let units = RingUnits(
      configuration: folder.path, executable: "/bin/true",
      environment: [
        "XDG_DATA_HOME": "/a b/100%", "XDG_CACHE_HOME": "/c\nExecStart=/bin/false",
        // A quote for systemd, whatever stands on it.
        "XDG_CONFIG_HOME": "/d\"\u{308} A=b",
      ])
    try units.write(eight)
    let lines = try text(serviceFile).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("Environment") } == [#"Environment="XDG_DATA_HOME=/a b/100%%""#])
    #expect(lines.count { $0.hasPrefix("ExecStart") } == 1)
  }

  @Test("003: deleting everything deletes the timer")
  func erased() throws {
    let (manager, timer) = try pair()
    #expect(timer.erase() == nil)
    timer.arm(eight)
    timer.want(true)
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states.last == .set })
    #expect(timer.erase() == nil)
    timer.leave(at: eight - .hours(1))
    #expect(manager.calls.count == 6)
    #expect(!FileManager.default.fileExists(atPath: timerFile))
    #expect(!FileManager.default.fileExists(atPath: serviceFile))
  }

  @Test("003: a program that systemd would not start is said, and nothing is written")
  func unstartable() throws {
    let timer = timer(on: try PrivateBus().connect(), executable: "/a \"b\"/carillon")
    timer.arm(eight)
    timer.want(true)
    #expect(told.states == [.setting, .failed])
    #expect(!FileManager.default.fileExists(atPath: timerFile))
  }

  @Test(
    "003: systemd understands both units, whatever the program's path",
    arguments: ["/bin/true", "/a b/$HOME 100%/c"])
  func verified(executable: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze") else { return }
    let units = RingUnits(configuration: folder.path, executable: executable)
    try units.write(eight)
    let verifier = Process()
    verifier.executableURL = URL(filePath: "/usr/bin/systemd-analyze")
    verifier.arguments = ["--user", "--man=no", "verify", timerFile, serviceFile]
    verifier.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]) { $1 }
    let output = Pipe()
    verifier.standardError = output
    try verifier.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    verifier.waitUntilExit()
    // It says so of a program that does not exist, and names the path as it has read it.
    let complaints = said.split(separator: "\n").filter {
      !$0.contains("\(executable) is not executable")
    }
    #expect(complaints.filter { $0.contains("carillon-ring") } == [], "\(said)")
    let calendar = Process()
    calendar.executableURL = verifier.executableURL
    calendar.arguments = [
      "calendar", "--base-time=2026-11-28 06:00:00 UTC", "2026-11-28 07:00:00 UTC",
    ]
    let next = Pipe()
    calendar.standardOutput = next
    try calendar.run()
    let text = String(decoding: next.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    calendar.waitUntilExit()
    #expect(text.contains("2026-11-28 07:00:00 UTC"))
    #expect(RingUnits.text(eight).contains("OnCalendar=2026-11-28 07:00:00 UTC\n"))
  }
}

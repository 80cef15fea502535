import CarillonBus
import CarillonEngine
import CarillonGLib
import Glibc

/// Runs a machine by this process's clock: sends its messages to the app, and the app's commands to
/// the machine.
final class BrewDemo {
  private let client: BusClient
  private let bus: Bus
  private let speed: Double
  /// How long to wait for Brew Again once the cup is full.
  private let patience: Span
  private let log: BrewLog
  private let loop = MainLoop()
  private let began = BrewDemo.clock
  private var machine: BrewMachine
  private var timer: Source?
  private var failure: Failure?
  private var isOver = false

  init(
    _ machine: BrewMachine, on bus: Bus, startsApp: Bool, speed: Double, patience: Span,
    log: BrewLog
  ) {
    self.machine = machine
    self.bus = bus
    client = BusClient(on: bus, startsApp: startsApp)
    self.speed = speed
    self.patience = patience
    self.log = log
  }

  /// Returns when the cup is full and nobody wants another, or on Ctrl+C.
  func run() throws(Failure) {
    // `ended` is ignored, because the next message starts the app again if necessary.
    let monitor = BusMonitor(
      on: bus, heard: { [unowned self] in heard($0, $1) }, ended: {})
    // If the reader has gone, the machine is switched off before this process ends with SIGPIPE.
    signal(SIGPIPE, SIG_IGN)
    // Closing the terminal switches the machine off too.
    let interruptions = [SIGINT, SIGTERM, SIGHUP].map { signal in
      MainLoop.onSignal(signal) { [unowned self] in interrupted() }
    }
    defer { for interruption in interruptions { interruption.cancel() } }
    act { demo throws(Failure) in try demo.tell([demo.machine.start(at: demo.now)]) }
    if !isOver { withExtendedLifetime(monitor) { loop.run() } }
    if failure == .nobodyReads {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    if let failure { throw failure }
  }

  // MARK: Events

  private func heard(_ signal: String, _ document: String) {
    guard signal == "Command", let command = BrewCommand(document),
      machine.made(command.brewID)
    else { return }
    act { demo throws(Failure) in
      let now = demo.now
      try demo.tell(demo.machine.advance(to: now))
      let second = demo.machine.second(at: now)
      let obedience = demo.machine.obey(command, at: now)
      try demo.log.obeyed(command, error: obedience.error, at: second)
      try demo.tell(obedience.reports)
      try demo.answer(command, obedience.error)
    }
  }

  /// Switches the machine off.
  ///
  /// Once the demo ends, nobody handles the notification's buttons, so it must not offer any.
  private func interrupted() {
    act { demo throws(Failure) in
      if let report = demo.machine.leave(at: demo.now) { try demo.tell([report]) }
      try demo.log.switchedOff(at: demo.machine.second(at: demo.now))
      demo.end()
    }
  }

  /// Reports the end to the app, if that can still be reached.
  private func pullPlug() {
    guard let report = machine.leave(at: now) else { return }
    do throws(Failure) {
      _ = try ask(.push(message: report.text))
    } catch {
      // The first failure is reported instead.
    }
  }

  /// Performs an action and waits for the next event; a failure ends the demo.
  private func act(_ body: (BrewDemo) throws(Failure) -> Void) {
    guard !isOver else { return }
    timer?.cancel()
    do throws(Failure) {
      try body(self)
    } catch {
      failure = error
      pullPlug()
      end()
    }
    guard !isOver else { return }
    if let moment = machine.nextMoment {
      let wait = Double((moment - now).milliseconds) / speed
      timer = MainLoop.after(.milliseconds(max(0, Int64(wait.rounded(.up))))) { [unowned self] in
        act { demo throws(Failure) in try demo.tell(demo.machine.advance(to: demo.now)) }
      }
    } else {
      timer = MainLoop.after(patience) { [unowned self] in
        pullPlug()
        end()
      }
    }
  }

  private func end() {
    isOver = true
    timer?.cancel()
    loop.quit()
  }

  // MARK: Messages

  private func tell(_ reports: [BrewMachine.Report]) throws(Failure) {
    for report in reports {
      let answer = try ask(.push(message: report.text))
      if report.isNews { try log.told(report, answer) }
    }
  }

  private func answer(_ command: BrewCommand, _ error: String) throws(Failure) {
    do throws(CallFailure) {
      _ = try client.ask(.commandDone(id: command.id, error: error))
    } catch {
      // The app has given the command up and told the user; the brew continues.
      guard case .refused(let refusal) = error else { throw Failure(error) }
      log.complain(refusal.message)
    }
  }

  private func ask(_ question: DoorCall) throws(Failure) -> String {
    do throws(CallFailure) {
      return try client.ask(question)
    } catch {
      throw Failure(error)
    }
  }

  // MARK: Time

  /// The machine's clock.
  private var now: Instant {
    Instant(milliseconds: Int64(Double(BrewDemo.clock - began) / 1_000_000 * speed))
  }

  /// A clock that cannot be set, in nanoseconds.
  private static var clock: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

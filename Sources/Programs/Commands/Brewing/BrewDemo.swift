import CarillonBus
import CarillonEngine
import CarillonGLib

/// Runs a machine by this process's clock: sends its messages to the app, and the app's commands to
/// the machine.
final class BrewDemo {
  private let client: BusClient
  private let bus: Bus
  private let clock: DemoClock
  /// How long to wait for Brew Again once the cup is full.
  private let patience: Span
  private let log: BrewLog
  private let loop = DemoLoop()
  private var machine: BrewMachine
  /// Whether the app was told that nobody obeys any more.
  private var isOff = false

  init(
    _ machine: BrewMachine, on bus: Bus, startsApp: Bool, speed: Double, patience: Span,
    log: BrewLog
  ) {
    self.machine = machine
    self.bus = bus
    client = BusClient(on: bus, startsApp: startsApp)
    clock = DemoClock(speed: speed)
    self.patience = patience
    self.log = log
  }

  /// Returns when the cup is full and nobody wants another, or on Ctrl+C.
  func run() throws(Failure) {
    // `ended` is ignored, because the next message starts the app again if necessary.
    let monitor = BusMonitor(
      on: bus, heard: { [unowned self] in heard($0, $1) }, ended: {})
    try withExtendedLifetime(monitor) { () throws(Failure) in
      try loop.run(
        begin: { () throws(Failure) in
          act { () throws(Failure) in try tell([machine.start(at: clock.now)]) }
        }, interrupted: { [unowned self] in interrupted() }, leave: { pullPlug() })
    }
  }

  // MARK: Events

  private func heard(_ signal: String, _ document: String) {
    guard signal == "Command", let command = BrewCommand(document),
      machine.made(command.brewID)
    else { return }
    act { () throws(Failure) in
      let now = clock.now
      try tell(machine.advance(to: now))
      let second = machine.second(at: now)
      let obedience = machine.obey(command, at: now)
      try log.obeyed(command, error: obedience.error, at: second)
      try tell(obedience.reports)
      try answer(command, obedience.error)
    }
  }

  /// Switches the machine off.
  private func interrupted() {
    act { () throws(Failure) in
      if let report = machine.leave(at: clock.now) { try tell([report]) }
      isOff = true
      try log.switchedOff(at: machine.second(at: clock.now))
      loop.end()
    }
  }

  /// Reports the end to the app, if that can still be reached.
  ///
  /// Once the demo ends, nobody handles the notification's buttons, so it must not offer any.
  private func pullPlug() {
    guard !isOff, let report = machine.leave(at: clock.now) else { return }
    do throws(Failure) {
      _ = try ask(.push(message: report.text))
    } catch {
      // The first failure is reported instead.
    }
  }

  /// Performs an action and waits for the next event.
  private func act(_ body: () throws(Failure) -> Void) {
    guard !loop.isOver else { return }
    loop.stopWaiting()
    loop.attempt(body)
    guard !loop.isOver else { return }
    guard let moment = machine.nextMoment else {
      return loop.wait(patience) { [unowned self] in loop.end() }
    }
    loop.wait(clock.wait(until: moment)) { [unowned self] in
      act { () throws(Failure) in try tell(machine.advance(to: clock.now)) }
    }
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
}

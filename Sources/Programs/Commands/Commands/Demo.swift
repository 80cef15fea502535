import ArgumentParser
import CarillonEngine
import CarillonGLib
import Glibc

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Simulate the messages of a service."),
    subcommands: [Brew.self, Alarms.self, Journey.self])

  struct Brew: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Simulate an espresso machine from heating to the cup, in 81 seconds."),
      discussion: say(
        "The machine obeys the buttons of its notification and its window: pause, "
          + "skip, extend, stop, cancel and brew again. With --json, every line is a "
          + "JSON document. Ctrl+C switches the machine off."))

    @Option(help: .say("How many times faster than a real machine, from 0.1 to 1000."))
    var speed = 1.0

    @Option(help: .say("How many seconds to wait for Brew Again once the cup is full."))
    var wait = 20.0

    @OptionGroup var start: StartOptions

    func validate() throws { try Demo.check(speed, wait) }

    func run() throws {
      let bus = try Bus.ofSession()
      // At most two messages per second, at any speed.
      let interval = Span.milliseconds(Int64(1000 * max(1, speed / 2)))
      try BrewDemo(
        BrewMachine(
          name: "demo_\(getpid())", interval: interval,
          words: .ofDemo(json: start.options.json)), on: bus,
        startsApp: !start.mustRun, speed: speed,
        patience: .milliseconds(Int64(wait * 1000)), log: BrewLog(json: start.options.json)
      ).run()
    }
  }

  struct Alarms: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Simulate a maintenance system with its alarms, in a minute."),
      discussion: say(
        "Carillon is signed in to a service of this process, on this computer only, "
          + "and signed out again at the end or at Ctrl+C; all that is open is resolved "
          + "then. It takes acknowledgements, and says what Carillon tells and asks it. "
          + "If Carillon is signed in to a maintenance system already, nothing is "
          + "changed. With --json, every line is a JSON document."))

    @Option(help: .say("How many times faster than a real service, from 0.1 to 1000."))
    var speed = 1.0

    @Option(help: .say("How many seconds to wait for the acknowledgement once all is told."))
    var wait = 60.0

    @OptionGroup var start: StartOptions

    func validate() throws { try Demo.check(speed, wait) }

    func run() throws {
      let (speed, wait, mustRun) = (speed, wait, start.mustRun)
      let json = start.options.json
      try MainActor.assumeIsolated {
        try AlarmDemo(
          on: Bus.ofSession(), startsApp: !mustRun, speed: speed,
          patience: .milliseconds(Int64(wait * 1000)), json: json
        ).run()
      }
    }
  }

  struct Journey: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Simulate a transit service and a journey that changes, in two minutes."),
      discussion: say(
        "A journey of the demo is added to your plan, for which it is soon time to "
          + "leave: it is late, then too late, and is canceled. Its buttons work, and "
          + "the demo says what you do. At the end, or at Ctrl+C, it is removed again; "
          + "your own journeys stay as they are. With --json, every line is a JSON "
          + "document."))

    @Option(help: .say("How many times faster than a real service, from 0.1 to 1000."))
    var speed = 1.0

    @Option(help: .say("How many seconds to wait for your decision once the tram is canceled."))
    var wait = 30.0

    @OptionGroup var start: StartOptions

    func validate() throws { try Demo.check(speed, wait) }

    func run() throws {
      try JourneyDemo(
        on: Bus.ofSession(), startsApp: !start.mustRun, speed: speed,
        patience: .milliseconds(Int64(wait * 1000)), json: start.options.json
      ).run()
    }
  }

  private static func check(_ speed: Double, _ wait: Double) throws {
    guard speed >= 0.1, speed <= 1000 else {
      throw ValidationError(say("--speed must be a number from 0.1 to 1000."))
    }
    guard wait >= 0, wait <= 3600 else {
      throw ValidationError(say("--wait must be a number of seconds from 0 to 3600."))
    }
  }
}

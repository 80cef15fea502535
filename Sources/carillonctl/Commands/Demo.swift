import ArgumentParser
import CarillonCore
import Glibc

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play what a service would push.", subcommands: [Brew.self])

  struct Brew: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Play an espresso, from heating to the cup: 81 seconds.")

    @Option(help: "How many times faster than the machine, up to 1000.")
    var speed = 1.0

    @OptionGroup var start: StartOptions

    func validate() throws {
      guard speed >= 0.1, speed <= 1000 else {
        throw ValidationError("--speed is a number from 0.1 to 1000.")
      }
    }

    func run() throws {
      var played = 0
      for message in BrewDemo(brewID: "demo-\(getpid())").messages {
        pause(seconds: Double(message.second - played) / speed)
        played = message.second
        let question = Question.push(message: message.text)
        try start.options.show(start.ask(question)) { answer in
          "\(message.stage): \(Text().pushed(answer))"
        }
      }
    }

    private func pause(seconds: Double) {
      // Nothing here handles signals, so one that comes ends the program, not this wait.
      var span = timespec(
        tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1_000_000_000))
      nanosleep(&span, nil)
    }
  }
}

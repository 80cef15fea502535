import ArgumentParser
import CarillonEngine

struct Pause: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Hold back notifications for a while."),
    discussion: say("Notifications due until then are held and shown together at the end."))

  @Argument(
    help: .say(
      "20m, 1h, 8h, tomorrow (the next 06:00), off, or an instant such as "
        + "2026-11-21T18:00:00+01:00."),
    completion: .list(["20m", "1h", "8h", "tomorrow", "off"]))
  var until = "1h"

  @OptionGroup var options: Options

  func run() throws {
    let until = until
    try options.show(options.ask(.pause(until: until))) {
      Text().paused($0, until: until)
    }
  }
}

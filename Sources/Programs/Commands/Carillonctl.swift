import ArgumentParser
import CarillonEngine
import Glibc

package enum Commands {
  /// Runs carillonctl with the arguments of this process, and ends it.
  package static func main() -> Never {
    Carillonctl.main()
    Glibc.exit(Failure.Exit.done.rawValue)
  }
}

/// The command line interface to the running app. (SPEC §6)
struct Carillonctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carillonctl",
    abstract: say("Query and control the running Carillon."),
    discussion: say(
      "push, open, respond, deliver, test and demo start Carillon if it is not running; the "
        + "others do not. send needs no Carillon, and works on any computer.")
      + "\n\n"
      + say(
        "Exit status: 0 success; 1 refused, with the reason on stderr; 2 wrong usage; 3 Carillon "
          + "is not running."),
    version: Release.version,
    subcommands: [
      State.self, Config.self, Configure.self, RunNow.self, TryFetch.self, Deliver.self,
      Reschedule.self, Skip.self, Unskip.self, Pause.self, Resume.self, Push.self, Open.self,
      Respond.self, History.self,
      Permissions.self, Test.self, Pair.self, Unpair.self, Send.self, Explain.self, Export.self,
      Import.self, DeleteAll.self,
      Monitor.self,
      Subscribe.self, Unsubscribe.self, Connections.self, AlarmsCommand.self, JourneysCommand.self,
      Demo.self,
    ])

  static func main() {
    // Like other programs at the end of a pipe, even if the parent process ignores it.
    signal(SIGPIPE, SIG_DFL)
    Words.followLocale()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as Failure {
      Terminal.complain(failure.message)
      Glibc.exit(failure.exit.rawValue)
    } catch {
      finish(error)
    }
  }

  /// Prints help, version and completions; anything else is a usage error, which is 2 here.
  private static func finish(_ error: any Error) -> Never {
    let message = fullMessage(for: error)
    guard exitCode(for: error).isSuccess else {
      Terminal.complain(message)
      Glibc.exit(Failure.Exit.usage.rawValue)
    }
    do {
      try Terminal.print(message + "\n")
    } catch {
      Terminal.complain(error.message)
      Glibc.exit(error.exit.rawValue)
    }
    Glibc.exit(Failure.Exit.done.rawValue)
  }
}

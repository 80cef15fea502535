import ArgumentParser
import CarillonBus
import CarillonGLib

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Print Carillon's signals, one JSON line each."),
    discussion: say("Ends when Carillon quits."))

  func run() throws {
    let bus = try Bus.ofSession()
    let loop = MainLoop()
    var end = Failure.notRunning
    let monitor = BusMonitor(
      on: bus,
      heard: { signal, document in
        do throws(Failure) {
          try Terminal.print(Monitor.line(signal, document))
        } catch {
          end = error
          loop.quit()
        }
      }, ended: { loop.quit() })
    withExtendedLifetime(monitor) { loop.run() }
    throw end
  }

  /// The line for a signal; its document is JSON already.
  static func line(_ signal: String, _ document: String) -> String {
    let text = document.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "{\"signal\":\(JSONText.quoted(signal)),\"document\":\(text)}\n"
  }
}

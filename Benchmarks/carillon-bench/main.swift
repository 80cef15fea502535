import Foundation
import Glibc

// Measurements that are only possible inside a process. Each prints one JSON document.
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  let result: Result =
    switch arguments.first {
    case "timer": try measureTimer(wakes: 60)
    case "notify" where arguments.count == 2: try measureNotify(clock: arguments[1])
    case "push" where arguments.count == 2: try measurePush(clock: arguments[1])
    case "messages" where arguments.count == 2: try measureMessages(in: arguments[1])
    case "held": try measureHeld()
    case "turns" where arguments.count == 2: try measureTurns(in: arguments[1])
    case "engine" where arguments.count == 2: try measureEngine(in: arguments[1])
    case "week" where arguments.count == 2: try measureWeekAhead(in: arguments[1])
    case "history" where arguments.count == 2: try measureHistory(in: arguments[1])
    default: throw Usage()
    }
  print(result.json)
} catch is Usage {
  FileHandle.standardError.write(
    Data(
      """
      usage: carillon-bench timer | notify CLOCK | push CLOCK | messages FOLDER | held \
      | turns FOLDER \
      | engine FOLDER | week FOLDER | history FOLDER

      """.utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("carillon-bench: \(error)\n".utf8))
  exit(1)
}

struct Usage: Error {}

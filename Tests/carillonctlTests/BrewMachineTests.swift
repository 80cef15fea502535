import CarillonFeatures
import Testing

@testable import CarillonCommands

/// The machine of the demo, with time as an argument. (000, B17)
@Suite struct BrewMachineTests {
  private var machine = BrewMachine(name: "demo")

  private func second(_ seconds: Double) -> Instant {
    Instant(milliseconds: Int64(seconds * 1000))
  }

  /// Advances from the start, in the steps of a timer.
  private mutating func play(to end: Double) -> [BrewMachine.Report] {
    machine.advance(to: second(end))
  }

  private mutating func tell(
    _ name: String, at now: Double, _ data: String = "{}", of brew: String = "demo"
  ) -> BrewMachine.Obedience {
    _ = machine.advance(to: second(now))
    let document =
      #"{"commandId":"command-1","brewId":"\#(brew)","command":"\#(name)","data":\#(data)}"#
    guard let command = BrewCommand(document) else {
      Issue.record("\(document) is a command")
      return .init()
    }
    return machine.obey(command, at: second(now))
  }

  private func data(_ report: BrewMachine.Report) -> [String: String] {
    guard case .object(let members) = JSONValue(parsing: report.text),
      case .object(let data)? = members["data"]
    else { return [:] }
    return data.compactMapValues { if case .text(let text) = $0 { text } else { nil } }
  }

  @Test("000: the stages begin after 0, 30, 45, 53 and 81 seconds, and nothing follows the cup")
  mutating func timeline() {
    let reports = [machine.start(at: second(0))] + play(to: 200)
    let news = reports.filter(\.isNews)
    #expect(news.map(\.second) == [0, 30, 45, 53, 81])
    #expect(news.map(\.stage) == BrewMachine.Stage.allCases)
    #expect(reports.last?.stage == .complete)
    #expect(machine.nextMoment == nil)
  }

  @Test("Pre-infusion and extraction report changing values once a second")
  mutating func live() {
    let reports = [machine.start(at: second(0))] + play(to: 100)
    #expect(reports.filter { $0.stage == .preInfusion }.map(\.second) == Array(45..<53))
    #expect(reports.filter { $0.stage == .brewing }.map(\.second) == Array(53..<81))
    let volumes = reports.filter { $0.stage == .brewing }.compactMap {
      data($0)["volumeExtracted"].flatMap(Double.init)
    }
    #expect(volumes.count == 28)
    #expect(volumes == volumes.sorted() && Set(volumes).count > 15)
    let soaking = reports.first { $0.stage == .preInfusion && $0.second == 49 }
    #expect(soaking.map { data($0)["elapsedTime"] } == "4")
    #expect(soaking.map { data($0)["preInfusionTime"] } == "8")
    #expect(soaking.map { data($0)["pressure"] } == "2")
  }

  @Test("B1: every message belongs to its brew, has a unique id and plausible numbers")
  mutating func messages() throws {
    let reports = [machine.start(at: second(0))] + play(to: 100)
    var ids: Set<String> = []
    for report in reports {
      let message = try Message(report.text, receivedAt: second(0))
      #expect(message["brewId"] == "demo")
      #expect(message["stage"] == report.stage.rawValue)
      #expect(message.id.map { ids.insert($0).inserted } == true)
      #expect(message.requiresInteraction == (report.stage != .complete))
      let ranges: [String: ClosedRange<Double>] = [
        "progress": 0...100, "dose": 0...100, "temperature": 0...130, "pressure": 0...20,
        "elapsedTime": 0...3600, "remainingTime": 0...3600, "flowRate": 0...50,
        "volumeExtracted": 0...2000, "preInfusionTime": 0...3600,
      ]
      for (key, range) in ranges where message[key] != nil {
        #expect(message.number(key, range) != nil, "\(key) \(message[key] ?? "")")
      }
    }
    let progress = reports.compactMap { data($0)["progress"].flatMap(Double.init) }
    #expect(progress == progress.sorted() && progress.last == 100)
  }

  @Test("B17: pause stops the grinder until Resume, which takes the place of Pause, is pressed")
  mutating func pause() {
    _ = machine.start(at: second(0))
    #expect(tell("pause", at: 20).error == "The grinder is not running.")
    let paused = tell("pause", at: 40)
    #expect(paused.error == "" && paused.reports.count == 1)
    #expect(paused.reports.first.map { data($0)["title"] } == "Grinding paused")
    #expect(paused.reports.first.map { data($0)["remainingTime"] } == .some(nil))
    let actions = paused.reports.first.flatMap { data($0)["actions"] }.flatMap(Action.list)
    #expect(actions?.map(\.title) == ["Resume Grinding", "Adjust Grind Size"])
    #expect(tell("pause", at: 42).error == "The grinder is not running.")
    let resumed = tell("resume", at: 43)
    #expect(resumed.error == "")
    #expect(resumed.reports.first.map { data($0)["actions"] } == .some(nil))
    #expect(tell("resume", at: 44).error == "The grinder is not paused.")
    // Ten of fifteen seconds are done, so five are left from second 43 on.
    #expect(play(to: 48).last?.stage == .preInfusion)
    #expect(machine.began == second(48))
  }

  @Test("B17: a pause ends by itself after ten seconds")
  mutating func longPause() {
    _ = machine.start(at: second(0))
    _ = tell("pause", at: 40)
    #expect(play(to: 49.9).isEmpty)
    #expect(machine.nextMoment == second(50))
    #expect(play(to: 54.9).allSatisfy { $0.stage == .grinding })
    #expect(play(to: 55).last?.stage == .preInfusion)
  }

  @Test("B17: skip begins the extraction at once, extend adds four seconds, up to twenty")
  mutating func soaking() {
    _ = machine.start(at: second(0))
    #expect(tell("skip", at: 44).error == "Pre-infusion is not under way.")
    #expect(tell("extend", at: 46).reports.first.map { data($0)["preInfusionTime"] } == "12")
    #expect(tell("extend", at: 47).error == "" && tell("extend", at: 48).error == "")
    #expect(tell("extend", at: 49).error == "Pre-infusion cannot be extended any further.")
    #expect(play(to: 60).allSatisfy { $0.stage == .preInfusion })
    #expect(tell("skip", at: 61).reports.map(\.stage) == [.brewing])
    #expect(play(to: 89).last?.stage == .complete)
  }

  @Test("B17: stop fills the cup with what has flowed so far")
  mutating func stop() {
    _ = machine.start(at: second(0))
    #expect(tell("stop", at: 50).error == "No shot is running.")
    let stopped = tell("stop", at: 72.4)
    #expect(stopped.reports.map(\.stage) == [.complete])
    let values = stopped.reports.first.map(data) ?? [:]
    #expect(values["elapsedTime"] == "19")
    #expect(values["body"]?.hasPrefix("Stopped after 19 s: ") == true)
    #expect(machine.nextMoment == nil)
    #expect(tell("stop", at: 73).error == "That brew is over.")
  }

  @Test("B17: a canceled brew sends nothing more, and the next one has a new id")
  mutating func cancelAndAgain() {
    _ = machine.start(at: second(0))
    #expect(tell("repeat", at: 10).error == "A brew is already under way.")
    #expect(tell("cancel", at: 20) == .init())
    #expect(play(to: 200).isEmpty)
    let again = tell("repeat", at: 210)
    #expect(again.reports.first.map { data($0)["brewId"] } == "demo-2")
    #expect(again.reports.first?.second == 0)
    #expect(machine.made("demo") && machine.made("demo-2") && !machine.made("demo-3"))
    #expect(tell("cancel", at: 215, of: "demo").error == "That brew is over.")
    #expect(play(to: 291).last?.stage == .complete)
  }

  @Test("B17: settings and profile apply to the next brew, and are refused by name")
  mutating func settings() {
    _ = machine.start(at: second(0))
    #expect(tell("settings", at: 35, #"{"grind":12}"#).error == "")
    #expect(machine.profile.grind == 12)
    #expect(
      tell("profile", at: 90, #"{"dose":20.5,"preInfusionTime":4}"#, of: "demo").error == "")
    let next = tell("repeat", at: 100)
    #expect(next.reports.first.map { data($0)["dose"] } == "20.5")
    let soaked = play(to: 300).filter { $0.stage == .brewing && $0.isNews }
    #expect(soaked.map(\.second) == [49])
    for (name, data, error) in [
      ("settings", #"{"grind":99}"#, "grind must be from 1 to 40."),
      ("settings", #"{"dose":18}"#, "dose is not a setting of this machine."),
      ("profile", #"{"dose":"18"}"#, "dose must be a number."),
      ("settings", "{}", "There is nothing to change."),
      ("polish", "{}", "This machine has no command polish."),
    ] {
      let before = machine.profile
      #expect(tell(name, at: 310, data).error == error)
      #expect(machine.profile == before)
    }
  }

  @Test("Switched off during a brew, it offers only to view it")
  mutating func off() {
    _ = machine.start(at: second(0))
    _ = play(to: 60)
    let last = machine.switchOff(at: second(60))
    #expect(last.map { data($0)["type"] } == "brew_complete")
    let actions = last.flatMap { data($0)["actions"] }.flatMap(Action.list)
    #expect(actions?.map(\.id) == ["view_details"])
    #expect(machine.nextMoment == nil)
    #expect(machine.switchOff(at: second(61)) == nil)
  }

  @Test("B17: before nobody obeys any more, the full cup loses the buttons that need somebody")
  mutating func leave() {
    _ = machine.start(at: second(0))
    _ = play(to: 90)
    let last = machine.leave(at: second(110))
    #expect(last.map { data($0)["stage"] } == "complete")
    #expect(last.map { data($0)["elapsedTime"] } == "28")
    let actions = last.flatMap { data($0)["actions"] }.flatMap(Action.list)
    #expect(actions?.map(\.id) == ["view_details"])
  }

  @Test("Other signals are not brew commands")
  func noCommand() {
    for document in ["", "[]", "{}", #"{"commandId":"a","command":"stop"}"#, #"{"commandId":1}"#] {
      #expect(BrewCommand(document) == nil)
    }
  }
}

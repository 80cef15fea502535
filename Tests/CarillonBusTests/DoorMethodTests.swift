import CarillonFeatures
import Testing

@testable import CarillonBus

@Suite struct DoorMethodTests {
  private static let questions: [DoorCall] = [
    .requestPermissions, .configure(options: "{}"), .configuration, .set(mergePatch: "{}"),
    .runFullPipelineNow, .deliverStoredNow(slotID: "0800"), .reschedule, .wholeState,
    .pause(until: "1h"), .skipNext(slotID: "0800"), .unskip(slotID: "0800"), .sendTest,
    .open(link: "carillon://history/1", activation: nil),
    .respond(requestID: "7", action: "default"), .history(query: "{}"), .explain(id: "7"),
    .subjects, .plan(source: "journey"), .act(tag: "alarm:a1", action: "ack"),
    .push(message: "{}"), .commandDone(id: "3", error: "no water"), .tryFetch(fetchSpec: "{}"),
    .tryTopic(subscription: "{}"),
    .export(file: 7), .import(document: "{}"), .deleteAll(confirmation: "DELETE"),
    .pair(name: "Coffee"), .renewPairing(name: "Coffee"), .unpair(name: "Coffee"),
    .testCarrier(name: "unifiedpush"),
  ]

  @Test("T25: a caller in a sandbox names no file, and changes no source whose address it leaves")
  func files() {
    func isRefused(_ document: String) -> Bool {
      DoorCall.set(mergePatch: document).refusalOfFiles != nil
    }
    func source(_ members: String) -> String {
      #"{"callbackProfile":{"fetchContent":{\#(members)}}}"#
    }
    #expect(isRefused(source(#""url":" FILE:///x""#)))
    #expect(isRefused(source(#""pointers":{"headline":"/token"}"#)))
    #expect(!isRefused(source(#""url":"https://e.org","pointers":{"headline":"/a"}"#)))
    #expect(!isRefused(#"{"callbackProfile":{"fetchContent":null}}"#))
    #expect(!isRefused(#"{"callbackProfile":{"heartbeat":{"intervalMinutes":30}}}"#))
  }

  @Test("§6: every method of the interface asks its own question and takes the texts it names")
  func roundTrip() throws {
    #expect(Set(DoorMethod.all.map(\.name)).count == DoorMethodTests.questions.count)
    for question in DoorMethodTests.questions {
      let (name, arguments) = try #require(question.doorCall)
      let method = try #require(DoorMethod.named(name))
      let values = DoorMethod.Values(texts: arguments, file: question.file ?? -1)
      #expect(try method.question(values) == question)
      #expect((question.file != nil) == (method.file != nil))
    }
  }

  @Test(
    "§6: exactly these methods return nothing; all others return one document",
    arguments: DoorMethod.all.map(\.name))
  func answers(name: String) throws {
    let nothing = ["Reschedule", "Open", "CommandDone", "DeleteAll", "Act"]
    #expect((try #require(DoorMethod.named(name)).answer == nil) == nothing.contains(name))
  }

  @Test("§6: an argument beyond 1 MiB is refused by name, one of 1 MiB is accepted")
  func longArguments() throws {
    let method = try #require(DoorMethod.named("Configure"))
    let longest = String(repeating: "é", count: 1 << 19)
    #expect(try method.question(.init(texts: [longest])) == .configure(options: longest))
    #expect(throws: Refusal(.invalidArgument, "options: longer than 1 MiB")) {
      try method.question(.init(texts: [longest + "x"]))
    }
  }

  @Test("A call with the wrong number of arguments is refused")
  func countOfArguments() throws {
    let method = try #require(DoorMethod.named("Respond"))
    #expect(throws: Refusal.self) { try method.question(.init(texts: ["7"])) }
    #expect(throws: Refusal.self) { try method.question(.init()) }
  }

  @Test("§6: a call without its file is refused by the file's name")
  func missingFile() throws {
    let method = try #require(DoorMethod.named("Export"))
    #expect(throws: Refusal(.invalidArgument, "file: is missing")) { try method.question(.init()) }
  }
}

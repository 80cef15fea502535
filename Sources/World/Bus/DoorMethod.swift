import CarillonEngine

/// One method of `org.carillon.Carillon1`: its arguments are texts, or one open file.
struct DoorMethod: Sendable {
  /// The arguments of one call.
  struct Values {
    var texts: [String] = []
    /// -1 if there is none.
    var file: Int32 = -1

    subscript(_ index: Int) -> String { texts[index] }
  }

  let name: String
  /// The names of the texts.
  let arguments: [String]
  /// The name of the file; nil if the method takes none.
  let file: String?
  /// The name of the answer's document; nil if the method returns nothing.
  let answer: String?
  /// Takes as many texts as there are arguments.
  private let make: @Sendable (Values) -> DoorCall

  private init(
    _ name: String, _ arguments: [String] = [], file: String? = nil, answer: String? = nil,
    make: @escaping @Sendable (Values) -> DoorCall
  ) {
    self.name = name
    self.arguments = arguments
    self.file = file
    self.answer = answer
    self.make = make
  }

  /// The question asked by a call with these arguments.
  func question(_ values: Values) throws(Refusal) -> DoorCall {
    let texts = values.texts
    guard texts.count == arguments.count else {
      throw Refusal(.invalidArgument, "\(name) takes \(arguments.count) arguments")
    }
    for (argument, text) in zip(arguments, texts) where text.utf8.count > Door.longestArgument {
      throw Refusal(.invalidArgument, "\(argument): longer than 1 MiB")
    }
    if let file, values.file < 0 { throw Refusal(.invalidArgument, "\(file): is missing") }
    return make(values)
  }

  static func named(_ name: String) -> DoorMethod? {
    all.first { $0.name == name }
  }

  /// In the order of SPEC §6.
  static let all: [DoorMethod] = [
    DoorMethod("RequestPermissions", answer: "permissions") { _ in .requestPermissions },
    DoorMethod("Configure", ["options"], answer: "result") { .configure(options: $0[0]) },
    DoorMethod("GetConfiguration", answer: "configuration") { _ in .configuration },
    DoorMethod("Set", ["mergePatch"], answer: "configuration") { .set(mergePatch: $0[0]) },
    DoorMethod("CommandDone", ["commandId", "error"]) { .commandDone(id: $0[0], error: $0[1]) },
    DoorMethod("RunFullPipelineNow", answer: "result") { _ in .runFullPipelineNow },
    DoorMethod("DeliverStoredNow", ["slotId"], answer: "result") {
      .deliverStoredNow(slotID: $0[0])
    },
    DoorMethod("GetState", answer: "state") { _ in .wholeState },
    DoorMethod("Reschedule") { _ in .reschedule },
    DoorMethod("Pause", ["until"], answer: "result") { .pause(until: $0[0]) },
    DoorMethod("SkipNext", ["slotId"], answer: "result") { .skipNext(slotID: $0[0]) },
    DoorMethod("Unskip", ["slotId"], answer: "result") { .unskip(slotID: $0[0]) },
    DoorMethod("SendTest", answer: "result") { _ in .sendTest },
    DoorMethod("Export", file: "file", answer: "result") { .export(file: $0.file) },
    DoorMethod("Import", ["document"], answer: "result") { .import(document: $0[0]) },
    DoorMethod("DeleteAll", ["confirmation"]) { .deleteAll(confirmation: $0[0]) },
    DoorMethod("Push", ["message"], answer: "verdict") { .push(message: $0[0]) },
    DoorMethod("Pair", ["name"], answer: "subscription") { .pair(name: $0[0]) },
    DoorMethod("RenewPairing", ["name"], answer: "subscription") { .renewPairing(name: $0[0]) },
    DoorMethod("Unpair", ["name"], answer: "result") { .unpair(name: $0[0]) },
    DoorMethod("TestCarrier", ["name"], answer: "result") { .testCarrier(name: $0[0]) },
    DoorMethod("Open", ["deepLink"]) { .open(link: $0[0], activation: nil) },
    DoorMethod("Respond", ["requestId", "action"], answer: "result") {
      .respond(requestID: $0[0], action: $0[1])
    },
    DoorMethod("GetHistory", ["query"], answer: "history") { .history(query: $0[0]) },
    DoorMethod("Explain", ["id"], answer: "explanation") { .explain(id: $0[0]) },
    DoorMethod("GetSubjects", answer: "subjects") { _ in .subjects },
    DoorMethod("GetPlan", ["source"], answer: "plan") { .plan(source: $0[0]) },
    DoorMethod("Act", ["tag", "action"]) { .act(tag: $0[0], action: $0[1]) },
    DoorMethod("TryFetch", ["fetchSpec"], answer: "result") { .tryFetch(fetchSpec: $0[0]) },
    DoorMethod("TryTopic", ["subscription"], answer: "result") { .tryTopic(subscription: $0[0]) },
  ]
}

extension DoorCall {
  /// The descriptor that goes along with it.
  var file: Int32? {
    if case .export(let file) = self { file } else { nil }
  }

  /// The method and texts for this question; nil for questions that only
  /// `org.freedesktop.Application` or our own window asks.
  var doorCall: (method: String, arguments: [String])? {
    switch self {
    case .requestPermissions: ("RequestPermissions", [])
    case .configure(let options): ("Configure", [options])
    case .configuration: ("GetConfiguration", [])
    case .set(let mergePatch): ("Set", [mergePatch])
    case .commandDone(let id, let error): ("CommandDone", [id, error])
    case .runFullPipelineNow: ("RunFullPipelineNow", [])
    case .deliverStoredNow(let slotID): ("DeliverStoredNow", [slotID])
    case .wholeState: ("GetState", [])
    case .reschedule: ("Reschedule", [])
    case .pause(let until): ("Pause", [until])
    case .skipNext(let slotID): ("SkipNext", [slotID])
    case .unskip(let slotID): ("Unskip", [slotID])
    case .sendTest: ("SendTest", [])
    case .export: ("Export", [])
    case .import(let document): ("Import", [document])
    case .deleteAll(let confirmation): ("DeleteAll", [confirmation])
    case .push(let message): ("Push", [message])
    case .pair(let name): ("Pair", [name])
    case .renewPairing(let name): ("RenewPairing", [name])
    case .unpair(let name): ("Unpair", [name])
    case .testCarrier(let name): ("TestCarrier", [name])
    case .open(let link, nil): ("Open", [link])
    case .respond(let requestID, let action): ("Respond", [requestID, action])
    case .history(let query): ("GetHistory", [query])
    case .explain(let id): ("Explain", [id])
    case .subjects: ("GetSubjects", [])
    case .plan(let source): ("GetPlan", [source])
    case .act(let tag, let action): ("Act", [tag, action])
    case .tryFetch(let fetchSpec): ("TryFetch", [fetchSpec])
    case .tryTopic(let subscription): ("TryTopic", [subscription])
    case .state, .open, .raise: nil
    }
  }
}

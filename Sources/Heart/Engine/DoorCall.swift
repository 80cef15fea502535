import CarillonLedger

/// A call of `org.carillon.Carillon1` as it came from another process: its arguments are text, or an
/// open file.
///
/// Documents become values here and nowhere else in the process; `read()` refuses those that are no
/// JSON.
package enum DoorCall: Hashable, Sendable {
  case requestPermissions
  case configure(options: String)
  case configuration
  case set(mergePatch: String)
  case runFullPipelineNow
  /// An empty id means the next slot.
  case deliverStoredNow(slotID: String)
  case reschedule
  /// What `StateChanged` announces.
  case state
  case wholeState
  case pause(until: String)
  case skipNext(slotID: String)
  case unskip(slotID: String)
  case sendTest
  case open(link: String, activation: String?)
  case raise(activation: String?)
  case respond(requestID: String, action: String)
  case history(query: String)
  case explain(id: String)
  /// The subjects that are listed on a page. (D16)
  case subjects
  /// The items of a plan source. (J29)
  case plan(source: String)
  /// A button of one of them.
  case act(tag: String, action: String)
  case push(message: String)
  case commandDone(id: String, error: String)
  case pair(name: String)
  case renewPairing(name: String)
  case unpair(name: String)
  case testCarrier(name: String)
  case tryFetch(fetchSpec: String)
  case tryTopic(subscription: String)
  /// The caller's descriptor, open until the call is answered.
  case export(file: Int32)
  case `import`(document: String)
  case deleteAll(confirmation: String)
}

extension DoorCall {
  /// What a call asks for in the process.
  package enum Meaning: Hashable, Sendable {
    case order(Order)
    case query(Query)
  }

  /// Throws what names the argument that cannot be read.
  package func read() throws(Refusal) -> Meaning {
    switch self {
    case .configuration: .query(.configuration)
    case .state: .query(.state)
    case .wholeState: .query(.wholeState)
    case .history(let text): .query(.history(try HistoryQuery(text)))
    case .explain(let id): .query(.explain(id: id))
    case .subjects: .query(.subjects)
    case .plan(let source): .query(.plan(source))
    case .import(let text): try importing(Document(Field.document(text, named: "document").value))
    default: .order(try order())
    }
  }

  /// A trial is answered like everything that only reads.
  private func importing(_ document: Document) -> Meaning {
    guard case .object(let members) = document.value, members["dryRun"] == .bool(true) else {
      return .order(.import(document))
    }
    return .query(.import(document))
  }

  private func order() throws(Refusal) -> Order {
    switch self {
    case .requestPermissions: .requestPermissions
    case .configure(let text):
      .configure(Document(try Field.document(text, named: "options").value))
    case .set(let text): .change(Patch(try Field.document(text, named: "mergePatch").value))
    case .runFullPipelineNow: .runFullPipelineNow
    case .deliverStoredNow(let slotID): .deliverStoredNow(slotID: slotID)
    case .reschedule: .reschedule
    case .pause(let until): .pause(until: until)
    case .skipNext(let slotID): .skipNext(slotID: slotID)
    case .unskip(let slotID): .unskip(slotID: slotID)
    case .sendTest: .sendTest
    case .open(let link, let activation): .open(link: link, activation: activation)
    case .raise(let activation): .raise(activation: activation)
    case .respond(let requestID, let action): .respond(requestID: requestID, action: action)
    case .act(let tag, let action): .act(tag: tag, action: action, data: Document())
    case .push(let message): .push(message: message)
    case .commandDone(let id, let error): .commandDone(id: id, error: error)
    case .pair(let name): .pair(name: name)
    case .renewPairing(let name): .renewPairing(name: name)
    case .unpair(let name): .unpair(name: name)
    case .testCarrier(let name): .testCarrier(name: name)
    case .tryFetch(let text):
      .tryFetch(Document(try Field.document(text, named: "fetchSpec").value), showsFile: false)
    case .tryTopic(let text):
      .tryTopic(Document(try Field.document(text, named: "subscription").value))
    case .export(let file): .export(file: file)
    case .deleteAll(let confirmation): .deleteAll(confirmation: confirmation)
    case .configuration, .state, .wholeState, .history, .explain, .subjects, .plan, .import:
      preconditionFailure("a query is no order")
    }
  }
}

extension Host {
  /// Reads what another process calls, and answers it exactly once, possibly before returning.
  package func serve(_ call: DoorCall, answer: @escaping (Answer) -> Void) {
    let meaning: DoorCall.Meaning
    do throws(Refusal) {
      meaning = try call.read()
    } catch {
      return answer(.refused(isStopped ? Host.closing : error))
    }
    switch meaning {
    case .order(let order): ask(order, answer: answer)
    case .query(let query): answer(read(query))
    }
  }
}

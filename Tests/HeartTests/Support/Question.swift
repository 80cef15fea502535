import CarillonFeatures

/// What a test asks a device: what another process calls, as text, or what a window asks, as a value.
enum Question {
  case call(DoorCall)
  case order(Order)
  case query(Query)
}

extension Question {
  static var requestPermissions: Question { .call(.requestPermissions) }
  static var configuration: Question { .call(.configuration) }
  static var runFullPipelineNow: Question { .call(.runFullPipelineNow) }
  static var reschedule: Question { .call(.reschedule) }
  static var state: Question { .call(.state) }
  static var wholeState: Question { .call(.wholeState) }
  static var sendTest: Question { .call(.sendTest) }
  static var storage: Question { .query(.storage) }
  static var metrics: Question { .query(.metrics) }
  static var subjects: Question { .query(.subjects) }
  static var explained: Question { .order(.explained) }
  static func markRead(digest: Int64) -> Question { .order(.markRead(digest: digest)) }

  static func configure(options: String) -> Question { .call(.configure(options: options)) }
  static func set(mergePatch: String) -> Question { .call(.set(mergePatch: mergePatch)) }
  static func change(_ patch: Patch) -> Question { .order(.change(patch)) }
  static func deliverStoredNow(slotID: String) -> Question {
    .call(.deliverStoredNow(slotID: slotID))
  }
  static func pause(until: String) -> Question { .call(.pause(until: until)) }
  static func skipNext(slotID: String) -> Question { .call(.skipNext(slotID: slotID)) }
  static func unskip(slotID: String) -> Question { .call(.unskip(slotID: slotID)) }
  static func open(link: String, activation: String?) -> Question {
    .call(.open(link: link, activation: activation))
  }
  static func raise(activation: String?) -> Question { .call(.raise(activation: activation)) }
  static func respond(requestID: String, action: String) -> Question {
    .call(.respond(requestID: requestID, action: action))
  }
  static func history(query: String) -> Question { .call(.history(query: query)) }
  static func explain(id: String) -> Question { .call(.explain(id: id)) }
  static func push(message: String) -> Question { .call(.push(message: message)) }
  static func commandDone(id: String, error: String) -> Question {
    .call(.commandDone(id: id, error: error))
  }
  static func tryFetch(fetchSpec: String) -> Question { .call(.tryFetch(fetchSpec: fetchSpec)) }
  static func export(file: Int32) -> Question { .call(.export(file: file)) }
  static func `import`(_ document: String) -> Question { .call(.import(document: document)) }
  static func deleteAll(confirmation: String) -> Question {
    .call(.deleteAll(confirmation: confirmation))
  }
  static func detail(tag: String) -> Question { .query(.detail(tag: tag)) }
  static func picture(tag: String) -> Question { .order(.picture(tag: tag)) }
  static func preview(_ slotID: String?, _ template: Template? = nil) -> Question {
    .query(.preview(slotID: slotID, template))
  }
  /// The form's values as JSON; empty for a press on a button without a form.
  static func act(tag: String, action: String, data: String) -> Question {
    let values = data.isEmpty ? JSONValue.object([:]) : JSONValue(parsing: data) ?? .null
    return .order(.act(tag: tag, action: action, data: Document(values)))
  }
}

extension Host {
  func put(_ question: Question, answer: @escaping (Answer) -> Void) {
    switch question {
    case .call(let call): serve(call, answer: answer)
    case .order(let order): ask(order, answer: answer)
    case .query(let query): answer(read(query))
    }
  }
}

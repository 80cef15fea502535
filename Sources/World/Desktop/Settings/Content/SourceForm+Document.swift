import CarillonEngine

/// A control of the page that a problem is about.
nonisolated enum SourceField: Hashable {
  case address, method, timeout, body
  case headline, summary, link
  case header(String)
}

/// A problem that keeps a source from being saved or tried.
nonisolated struct SourceProblem: Error, Hashable {
  /// Nil if no control corresponds to it.
  let field: SourceField?
  let text: String
}

extension SourceForm {
  /// The FetchSpec as a document; it contains new secrets, which the receiver must take out.
  ///
  /// Throws for problems that can be detected here.
  func document(_ words: Words) throws(SourceProblem) -> JSONValue {
    var members: [String: JSONValue] = [
      "method": .text(method.rawValue), "url": .text(TypedAddress.completed(address)),
      "timeoutMs": .integer(timeout.milliseconds),
    ]
    var sent: [String: JSONValue] = [:]
    var names: Set<String> = []
    for header in headers where header.isComplete {
      let name = header.name.trimmingSpaces
      guard names.insert(name.lowercased()).inserted else {
        throw SourceProblem(
          field: .header(name),
          text: words.say("There is already a header “{name}”.", ["name": name]))
      }
      sent[name] = header.document
    }
    if !sent.isEmpty { members["headers"] = .object(sent) }
    if !pointers.isEmpty { members["pointers"] = .object(pointers.mapValues(JSONValue.text)) }
    if method == .post, !body.trimmingSpaces.isEmpty {
      if let text = bodyProblem(words) { throw SourceProblem(field: .body, text: text) }
      members["bodyJson"] = JSONValue(parsing: body)
    }
    return .object(members)
  }

  /// The problem with the body as typed; nil if there is none.
  func bodyProblem(_ words: Words) -> String? {
    guard method == .post, !body.trimmingSpaces.isEmpty else { return nil }
    guard let value = JSONValue(parsing: body) else { return words.say("This is not valid JSON.") }
    guard case .object = value else {
      return words.say(
        "The body must be a JSON object, such as {example}", ["example": #"{"key": "value"}"#])
    }
    // In a merge patch, null removes a member, so null values cannot be transmitted.
    return value.hasNullMember
      ? words.say("A body cannot contain “null”. Leave that member out.") : nil
  }

  /// The patch for `Set` that makes this the current source; nil if it is already.
  ///
  /// Other parts of the profile stay as they are.
  func patch(over profile: CallbackProfile?, _ words: Words) throws(SourceProblem) -> JSONValue? {
    let old = profile?.fetchContent?.document
    guard kind == .address else {
      guard let profile, old != nil else { return nil }
      let isAll =
        profile.ackDelivery == nil && profile.reportError == nil && profile.heartbeat == nil
      return .object(
        ["callbackProfile": isAll ? .null : .object(["fetchContent": .null])])
    }
    guard let change = try document(words).mergePatch(over: old ?? .object([:])) else {
      return nil
    }
    return .object(["callbackProfile": .object(["fetchContent": change])])
  }
}

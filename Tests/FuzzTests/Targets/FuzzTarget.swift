import CarillonCore

/// Something of Carillon's that reads what strangers wrote.
enum FuzzTarget: String, CaseIterable {
  /// Templates and the texts put into them: parts separated by NUL.
  case template
  /// A JSON Pointer in the first line, a document in the others.
  case json
  /// The body that a source answers with: content, packs, JSON Feed, RSS, RDF, Atom.
  case content
  /// Links that other programs open.
  case link
  /// The names and instants by which others ask for a part of the history.
  case query
  /// What `Set` and `TryFetch` take.
  case settings
  /// The same while secrets still stand in it.
  case secrets
  /// What services push: messages of every kind there is.
  case message

  /// What is wrong with what came of `bytes`; nil if nothing is.
  ///
  /// A crash, a hang or a memory error is wrong too, and is left to whoever calls.
  @MainActor func problem(with bytes: [UInt8]) -> String? {
    switch self {
    case .template: templateProblem(bytes)
    case .json: jsonProblem(bytes)
    case .content: contentProblem(bytes)
    case .link: linkProblem(text(bytes))
    case .query: queryProblem(text(bytes))
    case .settings: settingsProblem(text(bytes))
    case .secrets: secretsProblem(text(bytes))
    case .message: messageProblem(text(bytes))
    }
  }
}

/// As bytes from outside become text everywhere: what is no UTF-8 is U+FFFD. (T25)
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// What has no place in a text that a user reads. (T25)
func isUnclean(_ text: String, lines: Bool) -> Bool {
  text.unicodeScalars.contains { scalar in
    scalar.properties.generalCategory == .control && !(lines && scalar == "\n")
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }
}

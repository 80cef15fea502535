import CarillonFeatures

/// A part of Carillon that reads untrusted input.
enum FuzzTarget: String, CaseIterable {
  /// Templates and the texts put into them, separated by NUL.
  case template
  /// A JSON Pointer in the first line, a document in the others.
  case json
  /// The answer of a source: content, packs, JSON Feed, RSS, RDF, Atom.
  case content
  /// Links that other programs open.
  case link
  /// Ids and instants of history queries.
  case query
  /// The documents of `Set` and `TryFetch`.
  case settings
  /// The same documents with secrets in them.
  case secrets
  /// Push messages of every kind.
  case message
  /// Sealed messages, and the records inside them.
  case sealed
  /// The stream of an ntfy server, and its messages in Markdown.
  case ntfy

  /// The problem with the result for `bytes`; nil if there is none.
  ///
  /// Crashes, hangs and memory errors are detected by the caller.
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
    case .sealed: sealedProblem(bytes)
    case .ntfy: ntfyProblem(bytes)
    }
  }
}

/// Decodes bytes like everywhere else: invalid UTF-8 becomes U+FFFD. (T25)
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// Whether a text contains characters that users must not see. (T25)
func isUnclean(_ text: String, lines: Bool) -> Bool {
  text.unicodeScalars.contains { scalar in
    scalar.properties.generalCategory == .control && !(lines && scalar == "\n")
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }
}

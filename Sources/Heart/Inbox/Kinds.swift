package import CarillonLedger

/// The kinds there are, in the order in which they are asked whether a message is theirs.
package struct Kinds: Sendable {
  package let all: [any MessageKind.Type]

  package init(_ all: [any MessageKind.Type]) {
    self.all = all
  }

  package func named(_ name: String) -> (any MessageKind.Type)? {
    all.first { $0.name == name }
  }

  /// What the user calls a button, where no message that brought it along is at hand. (B26)
  package func title(ofButton id: String, _ words: Words) -> String {
    if Retry.command(of: id) != nil { return words.say("Retry") }
    return all.lazy.compactMap { $0.title(ofButton: id, words) }.first ?? id
  }

  /// What the user calls a button of this category; nil where only its message knew.
  package func title(ofButton id: String, in category: String, _ words: Words) -> String? {
    owner(of: category, words)?.title(ofButton: id, words)
  }

  package func name(ofCategory category: String, _ words: Words) -> String? {
    owner(of: category, words)?.name(ofCategory: category, words)
  }

  private func owner(of category: String, _ words: Words) -> (any MessageKind.Type)? {
    all.first { $0.name(ofCategory: category, words) != nil }
  }

  /// The page that `link` names; nil for an unknown scheme, host, path or id shape. (D5, B16)
  package func page(_ link: String) -> Page? {
    guard let path = DeepLink.path(link) else { return nil }
    if path.scheme == DeepLink.scheme { return DeepLink.page(of: path.parts) }
    return all.first { $0.schemes.contains(path.scheme) }?.target(of: path).map { .thread($0) }
  }
}

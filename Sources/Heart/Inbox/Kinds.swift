package import CarillonLedger

/// All kinds of messages, in the order in which they are offered a message.
package struct Kinds: Sendable {
  package let all: [any MessageKind.Type]

  package init(_ all: [any MessageKind.Type]) {
    self.all = all
  }

  /// The kind that takes `message`; throws a refusal that names the field if there is none.
  package func kind(of message: Message) throws(Refusal) -> any MessageKind.Type {
    guard let kind = all.first(where: { $0.takes(message) }) else {
      throw Refusal(
        .invalidArgument,
        message.type.isEmpty
          ? "data.type: is required where neither a title nor a body says what it is"
          : "data.type: no kind of message is called that, and there is neither title nor body")
    }
    return kind
  }

  package func named(_ name: String) -> (any MessageKind.Type)? {
    all.first { $0.name == name }
  }

  /// Whether there is a channel with this id. (D2)
  func haveChannel(_ id: String) -> Bool {
    id == Channel.daily.id || all.contains { $0.channels.contains { $0.id == id } }
  }

  /// The kind of `subject`, if its subjects have windows.
  func windowed(_ subject: Subject) -> (any Windowed.Type)? {
    named(subject.kind) as? any Windowed.Type
  }

  /// The kind of `subject`, if its buttons send commands.
  func commanding(_ subject: Subject) -> (any Commanding.Type)? {
    named(subject.kind) as? any Commanding.Type
  }

  /// The kind of `subject`, if its subjects live at a service.
  func syncing(_ subject: Subject) -> (any Syncing.Type)? {
    named(subject.kind) as? any Syncing.Type
  }

  /// The kind that a tag is of, if the user may deal with its subjects on several devices. (J28)
  func shared(_ tag: String) -> (any Shared.Type)? {
    all.lazy.compactMap { $0 as? any Shared.Type }.first { $0.isTag(tag) }
  }

  /// The kinds whose subjects are listed on a page.
  package var listed: [any Listed.Type] { all.compactMap { $0 as? any Listed.Type } }

  var windowed: [any Windowed.Type] { all.compactMap { $0 as? any Windowed.Type } }

  /// A button's title for the user, if no message with that button is at hand. (B26)
  package func title(ofButton id: String, _ words: Words) -> String {
    if Retry.command(of: id) != nil { return words.say("Retry") }
    return windowed.lazy.compactMap { $0.title(ofButton: id, words) }.first ?? id
  }

  /// A button's title within a category; nil if only the message knows it.
  package func title(ofButton id: String, in category: String, _ words: Words) -> String? {
    owner(of: category, words)?.title(ofButton: id, words)
  }

  package func name(ofCategory category: String, _ words: Words) -> String? {
    owner(of: category, words)?.name(ofCategory: category, words)
  }

  private func owner(of category: String, _ words: Words) -> (any Windowed.Type)? {
    windowed.first { $0.name(ofCategory: category, words) != nil }
  }

  /// The page that `link` names; nil for an unknown scheme, host, path, or id format. (D5, B16)
  package func page(_ link: String) -> Page? {
    guard let path = DeepLink.path(link) else { return nil }
    if path.scheme == DeepLink.scheme { return DeepLink.page(of: path.parts) }
    if path.scheme.isEmpty, path.parts == [DeepLink.notifications] { return .settings("history") }
    let owner = all.lazy.compactMap { $0 as? any Linked.Type }.first { kind in
      path.scheme.isEmpty
        ? kind.paths.contains(path.parts[0]) : kind.schemes.contains(path.scheme)
    }
    if let thing = owner?.thing(in: path) { return .about(thing) }
    return owner?.target(of: path).map { .thread($0) }
  }
}

/// A kind that can name its buttons and categories where no thread is at hand, as in figures. (B26)
///
/// A kind whose buttons all come with its messages need not be one.
package protocol NamedButtons: MessageKind {
  /// Nil for a button that its messages brought along.
  static func title(ofButton id: String, _ words: Words) -> String?

  /// Nil for a category of another kind.
  static func name(ofCategory category: String, _ words: Words) -> String?
}

extension Kinds {
  /// What people call a button of this category; nil where only its message knew.
  package static func title(ofButton id: String, in category: String, _ words: Words) -> String? {
    owner(of: category, words)?.title(ofButton: id, words)
  }

  package static func name(ofCategory category: String, _ words: Words) -> String? {
    owner(of: category, words)?.name(ofCategory: category, words)
  }

  private static func owner(of category: String, _ words: Words) -> (any NamedButtons.Type)? {
    all.lazy.compactMap { $0 as? any NamedButtons.Type }
      .first { $0.name(ofCategory: category, words) != nil }
  }
}

package import CarillonLedger
import CarillonText

extension Document {
  /// How long the configuration in an export may be, in bytes.
  private static let longestImport = 1 << 20

  /// What `Import` takes, from the text of a file: of an export only what is needed, because the bus
  /// refuses long documents, and an export may have any length. (T29)
  ///
  /// Throws a sentence for the user if the file is not a JSON document. The engine checks the contents.
  package static func importing(
    _ file: String, dryRun: Bool = false, words: Words = .english
  ) throws(Refusal) -> Document {
    guard let value = JSONValue(parsing: file, keeping: "head") else {
      throw Refusal(
        .invalidArgument,
        words.say("This file is damaged, or was not exported by Carillon."))
    }
    guard case .object(var members) = value else {
      throw Refusal(.invalidArgument, words.say("This file was not exported by Carillon."))
    }
    if case .object(let head)? = members["head"] {
      let needed = ["format", "formatVersion", "version", "configuration"]
      members["head"] = .object(head.filter { needed.contains($0.key) })
    }
    if dryRun { members["dryRun"] = .bool(true) }
    let document = JSONValue.object(members)
    // The program's own window does not go by way of the bus, which has the same bound.
    guard document.serialized.utf8.count <= longestImport else {
      throw Refusal(
        .invalidArgument, words.say("The file is too long to be an export of Carillon."))
    }
    return Document(document)
  }

  /// What takes the last import back.
  package static func undoingImport(dryRun: Bool = false) -> Document {
    Document(["undo": .bool(true), "dryRun": .bool(dryRun)])
  }
}

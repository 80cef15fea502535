import CarillonEngine

/// The list that is shown before an import. (T29)
struct ImportModel: Hashable {
  let heading: String
  let changes: [String]
  /// What the file has and cannot come, under a heading of its own.
  let leftOut: [String]

  /// Nil if the file changes nothing.
  init?(_ report: ImportReport, words: Words) {
    guard !report.changes.isEmpty else { return nil }
    heading = words.count(
      "{n} setting will change:", "{n} settings will change:", report.changes.count)
    changes = ImportModel.listed(report.changes.map(\.text), words)
    leftOut = ImportModel.listed(report.leftOut.map(\.text), words)
  }

  /// As many as a dialog lays out at once: a file may have thousands.
  private static let longest = 100

  private static func listed(_ lines: [String], _ words: Words) -> [String] {
    guard lines.count > longest else { return lines }
    let left = lines.count - longest
    return lines.prefix(longest) + [words.count("and {n} more", "and {n} more", left)]
  }

  /// What the toast says afterward.
  static func done(_ report: ImportReport, words: Words) -> String {
    words.count("Imported: {n} setting.", "Imported: {n} settings.", report.changes.count)
  }

  /// Why `refusal` was refused; codes and field names come last.
  static func problem(_ refusal: Refusal, words: Words) -> String {
    guard refusal.kind == .invalidArgument else { return refusal.message }
    return refusal.message.hasPrefix("head")
      ? words.say("This file was not exported by Carillon. ({reason})", ["reason": refusal.message])
      : words.say(
        "Nothing was imported: the file has a value that is not valid. ({reason})",
        ["reason": refusal.message])
  }
}

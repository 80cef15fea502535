import CarillonLedger
import CarillonText

/// What `Import` takes: an export, of which only the head is read, or the wish to undo. (T29)
enum ImportDocument {
  /// The configuration in the export.
  case export([String: JSONValue])
  case undo

  static let format = "carillon-export"
  /// Raised when an older Carillon could not read a newer export.
  static let formatVersion = 1

  /// Reads what was sent; `isDryRun` goes with both.
  ///
  /// Throws what names the field.
  static func read(_ value: JSONValue) throws(Refusal) -> (ImportDocument, isDryRun: Bool) {
    let document = Field(path: "document", value: value)
    let members = try document.members(known: nil)
    let isDryRun = try members.present("dryRun")?.flag() ?? false
    if let undo = members.present("undo"), try undo.flag() {
      if let head = members["head"] { throw head.refused("stands beside undo") }
      return (.undo, isDryRun)
    }
    let head = try members.required("head", in: document)
    let inside = try head.members(known: nil)
    let format = try inside.required("format", in: head)
    guard format.value == .text(ImportDocument.format) else {
      throw format.refused("must be \(ImportDocument.format)")
    }
    let version = try inside.required("formatVersion", in: head)
    guard version.value == .integer(Int64(formatVersion)) else {
      throw version.refused("must be \(formatVersion); another version of Carillon wrote this")
    }
    return (.export(try inside.required("configuration", in: head).object()), isDryRun)
  }
}

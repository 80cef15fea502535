extension Decision {
  /// `Export`: everything stored, in a new file. (T29)
  ///
  /// Nil: the answer follows when it is written.
  func export(to path: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    guard path.hasPrefix("/"), path.utf8.count <= 4096, !path.utf8.contains(0) else {
      return .refused(
        Refusal(.invalidArgument, "path: must be the whole path of a file that does not exist"))
    }
    let head = JSONValue.object([
      "format": .text("carillon-export"), "formatVersion": .integer(1),
      "version": .text(environment.version), "build": .text(environment.build),
      "exportedAt": .text(now.iso(in: zone)),
      "configuration": JSONValue(parsing: try configurationDocument()) ?? .null,
      "state": JSONValue(parsing: serialize(try stateReport())) ?? .null,
    ])
    memory.lastExport += 1
    memory.exports[memory.lastExport] = (caller, path)
    effects.append(
      .export(
        ExportJob(path: path, head: head.serialized),
        Ticket(kind: .export, row: memory.lastExport, attempt: 1)))
    return nil
  }

  func finish(export ticket: Ticket, bytes: Int64, error: String?) {
    guard let (caller, path) = memory.exports.removeValue(forKey: ticket.row) else { return }
    if let error {
      answer(.refused(Refusal(.refused, "path: \(sentence(for: error))")), to: caller)
    } else {
      answer(
        .done(JSONValue.object(["path": .text(path), "bytes": .integer(bytes)]).serialized),
        to: caller)
    }
  }

  private func sentence(for problem: String) -> String {
    let words = environment.words
    return switch problem {
    case "exists": words.say("There is a file of that name already; nothing was written.")
    case "folder": words.say("There is no such folder.")
    case "denied": words.say("Carillon may not write there.")
    case "full": words.say("The disk is full.")
    default: words.say("The file could not be written.")
    }
  }

  /// `DeleteAll`: takes what is shown off the screen, deletes everything, and Carillon ends. (T29)
  func deleteAll(_ confirmation: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    guard confirmation == "DELETE" else {
      return .refused(Refusal(.invalidArgument, "confirmation: must be DELETE"))
    }
    for delivery in try rows.allOnScreen() {
      if let screen = delivery.onScreen { effects.append(.close(screen)) }
    }
    memory.erasing = caller
    return nil
  }
}

import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen
import CarillonText

/// Brings settings and hours back from an export, and takes that back. (T29)
///
/// An import is a merge patch over the defaults, checked like every other: what the file does not name
/// stays as it is. History and content are never imported, and no secret is.
struct Importing {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }
  private var configuring: Configuring { Configuring(turn: turn) }

  /// What was read and checked, and what it changes.
  private struct Plan {
    var change: Configuring.Prepared
    var report: ImportReport
  }

  /// How long the last import can be undone.
  private static let undoable = Span.days(1)

  func carryOut(_ document: Document) throws(StoreFailure) -> Answer {
    let plan: Plan
    switch try self.plan(document) {
    case .failure(let refusal): return .refused(refusal)
    case .success(let found): plan = found
    }
    guard !plan.report.dryRun, plan.report.undo || !plan.report.changes.isEmpty else {
      return .done(Reply(plan.report))
    }
    let secrets = try configuring.secretsInUse()
    if plan.report.undo {
      try setFormer(nil)
    } else {
      // First, so that no secret is forgotten which an undo would need.
      try setFormer(try configuring.document())
    }
    try configuring.adopt(plan.change)
    try configuring.forgetUnused(before: secrets)
    return .done(Reply(plan.report))
  }

  func preview(_ document: Document) throws(StoreFailure) -> Answer {
    switch try plan(document) {
    case .failure(let refusal): return .refused(refusal)
    case .success(var plan):
      plan.report.dryRun = true
      return .done(Reply(plan.report))
    }
  }

  private func plan(_ document: Document) throws(StoreFailure) -> Result<Plan, Refusal> {
    let read: (ImportDocument, isDryRun: Bool)
    do throws(Refusal) {
      read = try ImportDocument.read(document.value)
    } catch {
      return .failure(error)
    }
    var configuration: [String: JSONValue]
    var secrets: [String] = []
    let leftOut = LeftOut()
    let isUndo: Bool
    switch read.0 {
    case .export(let found):
      isUndo = false
      configuration = found
      let origins = try configuring.secretOrigins()
      for (key, value) in found.sorted(by: { $0.key < $1.key }) {
        configuration[key] = origins.withoutForeign(Field(path: key, value: value)) {
          secrets.append($0)
        }
      }
      let known = turn.features.map(\.key) + Settings.keys + ledger.environment.settings.map(\.key)
      for key in found.keys.sorted() where !known.contains(key) {
        configuration[key] = nil
        if Settings.fixed[key] == nil { leftOut.note(key) }
      }
    case .undo:
      isUndo = true
      guard let former = try former() else {
        let sentence = ledger.environment.words.say("There is no import to undo.")
        return .failure(Refusal(.refused, sentence))
      }
      configuration = former
      for key in Settings.fixed.keys { configuration[key] = nil }
    }
    let prepared = try configuring.prepare(
      Patch(configuration), overDefaults: true, leavingOut: leftOut)
    let change: Configuring.Prepared
    switch prepared {
    case .failure(let refusal): return .failure(refusal)
    case .success(let found): change = found
    }
    guard case .object(let before) = try configuring.document() else {
      return .failure(.noDocument)
    }
    let differences = ImportDifferences(
      before, try configuring.document(after: change), items: Set(turn.features.map(\.key)),
      environment: ledger.environment)
    let words = ledger.environment.words
    // Names in a path are the file's own: of any length, and with letters that stop whoever shows them.
    let report = ImportReport(
      dryRun: read.isDryRun, undo: isUndo, changes: differences.changes,
      leftOut: secrets.map { beginning(of: $0, 100) }.map {
        .init(
          path: $0, reason: .secret,
          text: words.say("{field}: secrets are not in an export. Enter it again.", ["field": $0]))
      }
        + leftOut.paths.map { beginning(of: $0, 100) }.map {
          .init(
            path: $0, reason: .unknown,
            text: words.say("{field}: this version does not know it.", ["field": $0]))
        })
    return .success(Plan(change: change, report: report))
  }

  // MARK: What was before

  private func setFormer(_ configuration: JSONValue?) throws(StoreFailure) {
    try ledger.rows.setNote(Note.importedAt, at: configuration == nil ? nil : ledger.now)
    try ledger.rows.setNote(Note.formerConfiguration, configuration?.serialized)
  }

  /// What was configured before the last import; nil if that can no longer be undone.
  private func former() throws(StoreFailure) -> [String: JSONValue]? {
    guard let at = try ledger.rows.note(instant: Note.importedAt),
      ledger.now - at < Importing.undoable,
      let text = try ledger.rows.note(Note.formerConfiguration),
      case .object(let members)? = JSONValue(parsing: text)
    else { return nil }
    return members
  }

  /// What was configured before the last import, until that is forgotten.
  func formerConfiguration() throws(StoreFailure) -> JSONValue? {
    try ledger.rows.note(Note.formerConfiguration).flatMap { JSONValue(parsing: $0) }
  }

  /// The secrets that an undo would bring back; they must stay as long as it is possible. (T27)
  func formerSecrets() throws(StoreFailure) -> [SecretReference] {
    try formerConfiguration().map { SecretOrigins($0).all } ?? []
  }

  /// Ends the undo a day after its import, and forgets the secrets that it alone needed.
  func forgetFormer() throws(StoreFailure) {
    guard let at = try ledger.rows.note(instant: Note.importedAt),
      ledger.now - at >= Importing.undoable
    else { return }
    let secrets = try configuring.secretsInUse()
    try setFormer(nil)
    try configuring.forgetUnused(before: secrets)
  }
}

extension Refusal {
  fileprivate static let noDocument = Refusal(.refused, "The configuration could not be read.")
}

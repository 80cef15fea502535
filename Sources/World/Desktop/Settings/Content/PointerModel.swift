import CarillonEngine
import CarillonSlots

/// A JSON Pointer as typed, and the value it finds. (T25)
struct PointerModel: Hashable {
  enum Finding: Hashable {
    case none
    case text(String)
    case nothing
    /// It was not looked up yet.
    case untried
  }

  let pointer: String
  private(set) var finding = Finding.none
  /// The places of texts to choose from.
  let places: [Sample.Place]

  /// `name` is the token's: `headline` or `summary`.
  init(_ name: String, in form: SourceForm, _ trial: TrialState.Stage) {
    let isHeadline = name == "headline"
    let pointer = isHeadline ? form.headlinePointer : form.summaryPointer
    self.pointer = pointer
    guard case .done(let report, of: let tried, took: _) = trial else {
      finding = pointer.isEmpty ? .none : .untried
      places = []
      return
    }
    let places = report.places ?? []
    self.places = places
    let triedPointer = isHeadline ? tried.headlinePointer : tried.summaryPointer
    if pointer.isEmpty {
      finding = .none
    } else if let place = places.first(where: { $0.pointer == pointer }) {
      finding = .text(place.text)
    } else if pointer == triedPointer, report.places != nil {
      let found = isHeadline ? report.headline : report.summary
      finding = found.map { .text($0) } ?? .nothing
    } else {
      finding = .untried
    }
  }

  /// Whether pointers are useful: for JSON that could not be read without them, or if some are set.
  static func areWanted(_ form: SourceForm, _ trial: TrialState.Stage) -> Bool {
    guard form.kind == .address else { return false }
    if !form.headlinePointer.isEmpty || !form.summaryPointer.isEmpty { return true }
    guard case .done(let report, of: _, took: _) = trial else { return false }
    return report.places != nil
      && (!report.ok || report.headline == nil || report.summary == nil)
  }
}

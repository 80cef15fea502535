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

  /// What a pointer leads to.
  enum Part: CaseIterable {
    case headline, summary
    /// No text, but an address. (T34)
    case link

    var path: WritableKeyPath<SourceForm, String> {
      switch self {
      case .headline: \.headlinePointer
      case .summary: \.summaryPointer
      case .link: \.linkPointer
      }
    }
  }

  init(_ part: Part, in form: SourceForm, _ trial: TrialState.Stage) {
    let pointer = form[keyPath: part.path]
    self.pointer = pointer
    guard case .done(let report, of: let tried, took: _) = trial else {
      finding = pointer.isEmpty ? .none : .untried
      places = []
      return
    }
    let places = report.places ?? []
    self.places = part == .link ? places.filter { $0.text.hasPrefix("http") } : places
    let triedPointer = tried[keyPath: part.path]
    if pointer.isEmpty {
      finding = .none
    } else if let place = places.first(where: { $0.pointer == pointer }) {
      finding = .text(place.text)
    } else if pointer == triedPointer, report.places != nil {
      let found =
        switch part {
        case .headline: report.headline
        case .summary: report.summary
        case .link: report.link
        }
      finding = found.map { .text($0) } ?? .nothing
    } else {
      finding = .untried
    }
  }

  /// Whether pointers are useful: for JSON that could not be read without them, or if some are set.
  static func areWanted(_ form: SourceForm, _ trial: TrialState.Stage) -> Bool {
    guard form.kind == .address else { return false }
    if !form.pointers.isEmpty { return true }
    guard case .done(let report, of: _, took: _) = trial else { return false }
    return report.places != nil
      && (!report.ok || report.headline == nil || report.summary == nil)
  }
}

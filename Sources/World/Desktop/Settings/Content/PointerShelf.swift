import CarillonEngine

/// Keeps pointers with the address that they were chosen for. (T25)
///
/// Pointers make Carillon read an answer as JSON, so those of one address must not come along to
/// another. They come back with their address.
struct PointerShelf {
  /// What became of pointers when the address changed.
  enum Note: Hashable {
    /// They belong to this address.
    case putAside(address: String)
    case broughtBack
  }

  private(set) var note: Note?
  private var owner = ""
  private var shelved: [String: [PointerModel.Part: String]] = [:]

  /// The form shows what is saved.
  mutating func arrived(_ form: SourceForm) {
    guard owner != PointerShelf.document(of: form) else { return }
    owner = PointerShelf.document(of: form)
    note = nil
  }

  /// The address is complete: exchanges the pointers if it is another document's.
  mutating func settle(_ form: inout SourceForm) {
    let document = PointerShelf.document(of: form)
    guard !document.isEmpty, document != owner else { return }
    defer { owner = document }
    guard !owner.isEmpty else { return }
    note = nil
    if !form.pointers.isEmpty {
      shelved[owner] = Dictionary(
        uniqueKeysWithValues: PointerModel.Part.allCases.map { ($0, form[keyPath: $0.path]) })
      note = .putAside(address: owner)
    }
    let back = shelved.removeValue(forKey: document)
    if back != nil { note = .broughtBack }
    for part in PointerModel.Part.allCases { form[keyPath: part.path] = back?[part] ?? "" }
  }

  /// The address without what a program that answers there is asked for.
  private static func document(of form: SourceForm) -> String {
    guard form.kind == .address else { return "" }
    return String(TypedAddress.completed(form.address).prefix { $0 != "?" && $0 != "#" })
  }
}

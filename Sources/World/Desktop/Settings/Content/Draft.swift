/// What somebody is changing, beside what is saved.
///
/// What is being typed is not overwritten by what another door saves meanwhile; what could not be
/// saved gives way to what holds.
struct Draft<Value: Equatable> {
  /// What the engine last said.
  private(set) var saved: Value
  /// What the controls show.
  private(set) var current: Value
  private var saving: Value?

  init(_ saved: Value) {
    self.saved = saved
    current = saved
  }

  var isEdited: Bool { current != saved }

  /// Whether there is something to be saved that is not on its way already.
  var wantsSaving: Bool { isEdited && saving != current }

  mutating func edit(_ value: Value) {
    current = value
  }

  /// The engine says what holds now; answers whether controls are to show something else.
  mutating func arrived(_ value: Value) -> Bool {
    let before = current
    if !isEdited, saving == nil { current = value }
    saved = value
    return current != before
  }

  /// Begins to save what is current.
  mutating func begin() -> Value {
    saving = current
    return current
  }

  /// It was saved, or was not: then what holds is current again, unless it was changed meanwhile.
  ///
  /// Answers whether controls are to show something else.
  mutating func ended(saved isSaved: Bool) -> Bool {
    guard let value = saving else { return false }
    saving = nil
    if isSaved {
      saved = value
      return false
    }
    guard current == value, current != saved else { return false }
    current = saved
    return true
  }

  /// It was refused for something that its user can put right: what was typed stays.
  mutating func kept() {
    saving = nil
  }
}

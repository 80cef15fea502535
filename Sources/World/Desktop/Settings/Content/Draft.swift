/// A value that the user is editing, along with the saved one.
///
/// Changes from elsewhere do not overwrite what is being typed. If saving fails, the saved value is
/// shown again.
struct Draft<Value: Equatable> {
  /// The value last reported by the engine.
  private(set) var saved: Value
  /// The value in the controls.
  private(set) var current: Value
  /// The value that is being saved; of several, the last.
  private(set) var saving: Value?
  /// How many of them have no answer yet.
  private var openCount = 0
  /// What the engine reported while a value was being saved, if it differs from the saved one.
  private var arrivedMeanwhile: Value?

  init(_ saved: Value) {
    self.saved = saved
    current = saved
  }

  var isEdited: Bool { current != saved }

  /// Whether there are changes that are not being saved yet.
  var wantsSaving: Bool { isEdited && saving != current }

  mutating func edit(_ value: Value) {
    current = value
  }

  /// Takes the engine's current value; returns whether controls must be updated.
  mutating func arrived(_ value: Value) -> Bool {
    let before = current
    if !isEdited, saving == nil { current = value }
    if saving != nil, value != saved { arrivedMeanwhile = value }
    saved = value
    return current != before
  }

  /// Starts saving the current value.
  mutating func begin() -> Value {
    saving = current
    openCount += 1
    arrivedMeanwhile = nil
    return current
  }

  /// Ends saving; after a failure the saved value is current again, unless it was edited meanwhile.
  ///
  /// The engine may report the saved value before saving has ended, and in another form: a secret is a
  /// reference by then. The answers come in the order of the values, and only the last one counts. Returns
  /// whether controls must be updated.
  mutating func ended(saved isSaved: Bool) -> Bool {
    openCount -= 1
    guard openCount == 0, let value = saving else { return false }
    saving = nil
    if isSaved { saved = arrivedMeanwhile ?? value }
    guard current == value, current != saved else { return false }
    current = saved
    return true
  }

  /// Keeps what was typed after a refusal that the user can correct.
  mutating func kept() {
    openCount -= 1
    if openCount == 0 { saving = nil }
  }
}

package import CarillonEngine

/// What `GetConfiguration` answers, read back: for windows and tools, which show it and change it.
package struct ConfigurationReport: Hashable, Sendable {
  package var settings: Settings
  package var slots: [Slot]

  package init(settings: Settings = Settings(), slots: [Slot] = []) {
    self.settings = settings
    self.slots = slots
  }

  /// Reads the document by the rules by which `Set` takes it; throws what names the field.
  ///
  /// The slots' `considered` is not part of the document and means nothing here. Zones are taken as
  /// they are named: the engine has checked them.
  package init(document text: String) throws(Refusal) {
    try self.init(Field.document(text, named: "configuration"))
  }

  /// Reads an answer of this process, which is no text.
  package init(_ document: JSONValue) throws(Refusal) {
    try self.init(Field(path: "configuration", value: document))
  }

  private init(_ document: Field) throws(Refusal) {
    var settings = Settings()
    var slots: [Slot] = []
    for (key, value) in try document.object().sorted(by: { $0.key < $1.key }) {
      let field = Field(path: key, value: value)
      if key == "slots" {
        slots = try field.elements().map { element throws(Refusal) in try Slot(listed: element) }
      } else if Settings.fixed[key] == nil {
        try settings.take(key, field, .stored)
      }
    }
    self.init(settings: settings, slots: slots)
  }

  /// The patch for `Set` that makes the slots what they are here.
  package var slotsPatch: [String: JSONValue] { ["slots": .array(slots.map(\.document))] }
}

import CarillonFeatures

/// A push message on its way to the device, and what must become of it.
struct Letter {
  var text: String
  /// The thread it belongs to, in front of the general messages' own; nil: it is refused.
  var tag: String?
  /// What tells two copies of it from two messages.
  var id: String?
  /// Two letters with the same say the same, whenever they were sent.
  var content: String
  /// The field that its refusal names; nil: it is good.
  var refusedField: String?
  /// Whether it has to be shown, where it comes in calm weather and nothing newer follows.
  var mustShow = false

  /// One that is a message.
  init(
    _ data: [String: String], tag: String, id: String?, around: [String: JSONValue] = [:],
    shape: Shape = .nested
  ) {
    var document = around
    let fields = data.mapValues { JSONValue.text($0) }
    switch shape {
    case .flat:
      document.merge(fields) { $1 }
      document["message_id"] = id.map { .text($0) }
    case .nested, .whole:
      document["data"] = .object(fields)
      document["message_id"] = id.map { .text($0) }
    }
    let whole = shape == .whole ? JSONValue.object(["message": .object(document)]) : nil
    text = (whole ?? .object(document)).serialized
    content = JSONValue.object(fields.filter { $0.key != "timestamp" }).serialized
    self.tag = tag
    self.id = id
  }

  /// One that is none, and is refused by the name of `field`.
  init(refused text: String, field: String) {
    self.text = text
    content = text
    refusedField = field
  }

  /// As B1 knows messages.
  enum Shape {
    case flat, nested, whole
  }
}

/// What comes from outside while the device lives, whether it listens or not.
enum Mail {
  case letter(Letter)
  /// A machine on the bus says what became of a command. (B17)
  case commandDone(id: String, error: String)
}

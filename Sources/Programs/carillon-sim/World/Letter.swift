import CarillonFeatures

/// A push message on its way to the device, and its expected fate.
struct Letter {
  var text: String
  /// The subject's tag, only a prefix for general messages; nil if the letter is refused.
  var tag: String?
  /// The message id, which identifies copies.
  var id: String?
  /// The content; two letters with the same value say the same.
  var content: String
  /// The field that its refusal names; nil if the letter is valid.
  var refusedField: String?
  /// Whether it must be shown if it comes in a calm period and nothing newer follows.
  var mustShow = false
  /// What it says of an alarm or a work order; nil for all others.
  var saying: Saying?
  /// What it says of a journey; nil for all others.
  var trip: TripSaying?
  /// What it says that the user did on another device; nil for all others.
  var status: DeviceSaying?

  /// A valid message.
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

  /// An invalid message, refused with the name of `field`.
  init(refused text: String, field: String) {
    self.text = text
    content = text
    refusedField = field
  }

  /// The shapes of messages that B1 knows.
  enum Shape {
    case flat, nested, whole
  }
}

/// Mail from outside; it arrives whether or not the device is listening.
enum Mail {
  case letter(Letter)
  /// A machine on the bus reports the result of a command. (B17)
  case commandDone(id: String, error: String)
  /// The connection to the topic's server is tried again. (C4)
  case connects
  /// The maintenance system publishes something to the topic, with these fields. (C10)
  case topic(Saying, [String: String])
  /// The user presses a button in the window of a subject.
  case press(String, of: String)
}

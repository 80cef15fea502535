import CarillonFeatures

/// What another device says that the user did there. (J28)
struct DeviceSaying {
  enum Operation: String, CaseIterable {
    case dismissed, snoozed, started, cancelled, acknowledged

    /// How much it says.
    var rank: Int {
      switch self {
      case .dismissed: 1
      case .snoozed: 2
      case .started, .cancelled, .acknowledged: 3
      }
    }
  }

  var operation: Operation
  /// The tag of a subject.
  var subject: String
  /// By that device's clock; nil if it does not say.
  var at: Instant?
  var origin: String?

  /// As the message's fields.
  var data: [String: String] {
    var data = ["type": "sync", "op": operation.rawValue, "subject": subject]
    data["at"] = at?.isoUTC
    data["origin"] = origin
    return data
  }

  /// The subject of all such messages.
  static let tag = "status:all"
}

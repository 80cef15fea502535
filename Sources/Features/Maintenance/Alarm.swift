import CarillonEngine

/// What is known of one alarm. (D2)
struct Alarm: Hashable, Codable, Sendable {
  /// From what matters least to what matters most; only the last one is urgent.
  enum Severity: String, Codable, Sendable, Comparable, CaseIterable {
    case info, warning, critical

    static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

    var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .critical: 2
      }
    }
  }

  /// What the service says of it, in the order of its life.
  enum Status: String, Codable, Sendable, CaseIterable {
    case active, acknowledged, resolved

    var rank: Int {
      switch self {
      case .active: 0
      case .acknowledged: 1
      case .resolved: 2
      }
    }
  }

  var severity: Severity
  var status = Status.active
  /// How often it was raised anew after it had been acknowledged or resolved.
  var round = 0
  var asset: Asset?
  var title: String
  var body: String
  var image: String?
  var measured: Measurement?
  var actions: [Action] = []
  /// Whose task it is, as the service says.
  var assignee: String?
  /// When it was raised, acknowledged, and resolved, by the service's clock if it says so.
  var raisedAt: Instant
  var acknowledgedAt: Instant?
  var resolvedAt: Instant?
  /// The acknowledgement from here; nil if there is none. (D6)
  var report: Report?
  /// The instant of the newest message taken in, by the service's clock if it says so.
  var saidAt: Instant
  /// Whether its newest news is known only from a list or a silent message; nil means false. (D9)
  var isUnheard: Bool?

  /// Whether it still asks for somebody: the service says so, and nobody here has acknowledged it.
  var isOpen: Bool {
    status == .active && report?.counts != true
  }

  init(raisedAt: Instant) {
    severity = .warning
    (title, body) = ("", "")
    self.raisedAt = raisedAt
    saidAt = raisedAt
  }

  /// How far it has come: the rank of its subject, which never goes back. (B11)
  var rank: Int { round * Status.allCases.count + status.rank }

  /// What is stored may be anything: the round is bounded, since it is counted up.
  static func stored(in value: StoredValue) -> Alarm? {
    var alarm = value.read(as: Alarm.self)
    if let round = alarm?.round, !(0...mostRounds).contains(round) {
      alarm?.round = min(max(round, 0), mostRounds)
    }
    return alarm
  }

  /// Three ranks a round: with this many, more than any rank that is read from the store.
  private static let mostRounds = 400_000_000
}

/// A machine, a pump, a room: what an alarm or a work order is about.
struct Asset: Hashable, Codable, Sendable {
  /// Nil if the message named it without an id.
  var id: String?
  /// Its name for people; nil if the service sent only an id.
  var name: String?

  init?(_ message: Message) {
    id = message["assetId"].flatMap { Subject.isID($0) ? $0 : nil }
    name = message["asset"].map { truncate(clean($0, lines: false), to: 60) }
      .flatMap { isBlank($0) ? nil : $0 }
    if id == nil, name == nil { return nil }
  }

  /// As a person is to read it.
  var text: String { name ?? id ?? "" }
}

/// What was measured when an alarm was raised. (D16)
///
/// Carillon's own fields: 002 has the value in the text only.
struct Measurement: Hashable, Codable, Sendable {
  /// What it is, such as `Vibration`.
  var quantity: String
  var value: Double
  /// `Hz`; empty if it has none.
  var unit: String
  /// Beyond it the alarm was raised; nil if the service does not say.
  var limit: Double?
  /// The ends of the dial.
  var low: Double
  var high: Double

  private static let range = -1e9...1e9

  /// The ends of a dial lie beyond what is measured.
  private static let storedRange = -2e9...2e9

  /// What is stored may be anything, and is bounded: the dial's ends must not be infinitely far apart.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Double? {
      try values.decodeIfPresent(Double.self, forKey: key).map {
        min(max($0, Measurement.storedRange.lowerBound), Measurement.storedRange.upperBound)
      }
    }
    quantity = try values.decode(String.self, forKey: .quantity)
    unit = try values.decode(String.self, forKey: .unit)
    value = try number(.value) ?? 0
    limit = try number(.limit)
    low = try number(.low) ?? 0
    high = try number(.high) ?? 1
  }

  init?(_ message: Message) {
    guard let value = message.number("value", Measurement.range) else { return nil }
    self.value = value
    quantity = Measurement.text(message["quantity"], 40)
    unit = Measurement.text(message["unit"], 12)
    limit = message.number("limit", Measurement.range)
    let reach = max(abs(value), abs(limit ?? 0), 1)
    let low = message.number("low", Measurement.range) ?? (min(value, limit ?? 0) < 0 ? -reach : 0)
    let high = message.number("high", Measurement.range) ?? (reach * 1.5).rounded(.up)
    guard low < high, low <= value, value <= high else { return nil }
    (self.low, self.high) = (low, high)
  }

  private static func text(_ text: String?, _ length: Int) -> String {
    text.map { truncate(clean($0, lines: false), to: length) } ?? ""
  }
}

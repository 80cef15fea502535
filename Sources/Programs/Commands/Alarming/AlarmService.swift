import CarillonEngine
import CarillonHTTP

/// A maintenance system, reduced to its messages and its answers. (D1, D2, D6, D9)
///
/// A pure model: the caller provides the time, which starts at zero, sends the returned messages, and
/// passes the requests to ``answer(_:)``.
struct AlarmService {
  /// What happens by itself.
  enum Event: Equatable {
    case raised(AlarmThing)
    case resolved(AlarmThing)
    /// A colleague acknowledges it, and a silent message tells only that the list has changed. (D9)
    case acknowledgedElsewhere(AlarmThing)
  }

  /// One push message.
  struct Report: Equatable {
    let second: Int
    let event: Event
    let text: String
  }

  enum Status: String {
    case active, acknowledged, resolved
  }

  static let script: [(second: Int64, event: Event)] = [
    (2, .raised(.filter)), (9, .raised(.pressure)), (17, .raised(.vibration)),
    (27, .raised(.inspection)), (35, .raised(.temperature)), (44, .resolved(.temperature)),
    (52, .acknowledgedElsewhere(.pressure)),
  ]

  /// The ids of everything that a demo has ever raised begin with it.
  static let idPrefix = "carillon-demo-"
  /// How the address of every demo's service ends, by which a later one knows it.
  static let path = "/demo"
  /// The number that one message brings: more than the demo sends, as with a service in use. (D8)
  static let badge = 7

  /// Distinguishes what this demo raises from what others have.
  let run: String
  private let token: String
  /// When the work order is due, by the user's clock.
  private let dueAt: Instant
  /// The language of its messages.
  private let words: Words
  /// What was raised, and what became of it.
  private(set) var states: [AlarmThing: Status] = [:]
  /// The devices that are to be sent messages, by their endpoints.
  private(set) var devices: Set<String> = []
  private var next = 0
  private var count = 0

  init(run: String, token: String, dueAt: Instant, words: Words = .english) {
    self.run = run
    self.token = token
    self.dueAt = dueAt
    self.words = words
  }

  /// When the next message is due; nil after the last.
  var nextMoment: Instant? {
    next < AlarmService.script.count ? moment(of: next) : nil
  }

  private func moment(of index: Int) -> Instant {
    Instant(milliseconds: AlarmService.script[index].second * 1000)
  }

  /// Whether the user has dealt with all that must be acknowledged. (D15)
  var isQuiet: Bool { !states.contains { $0.key.kind == .critical && $0.value == .active } }

  func id(of thing: AlarmThing) -> String { "\(AlarmService.idPrefix)\(run)-\(thing.rawValue)" }
}

// MARK: Time

extension AlarmService {
  /// Advances the time; returns the messages due, in order.
  mutating func advance(to now: Instant) -> [Report] {
    var reports: [Report] = []
    while let moment = nextMoment, moment <= now {
      let event = AlarmService.script[next].event
      next += 1
      if let report = report(event, at: moment) { reports.append(report) }
    }
    return reports
  }

  private mutating func report(_ event: Event, at moment: Instant) -> Report? {
    let message: JSONValue
    switch event {
    case .raised(let thing):
      states[thing] = .active
      message = self.message(about: thing, badge: thing == .temperature ? AlarmService.badge : nil)
    case .resolved(let thing):
      guard states[thing] != .resolved else { return nil }
      states[thing] = .resolved
      message = self.message(about: thing)
    case .acknowledgedElsewhere(let thing):
      guard states[thing] == .active else { return nil }
      states[thing] = .acknowledged
      message = envelope(["type": "sync", "syncType": "alarms", "silent": "true"])
    }
    return Report(second: second(at: moment), event: event, text: message.serialized)
  }

  /// Resolves all that is open, because nobody takes acknowledgements any more.
  ///
  /// `badge` is how many messages waited to be read before the demo.
  mutating func leave(at now: Instant, badge: Int) -> [Report] {
    let open = AlarmThing.allCases.filter { states[$0].map { $0 != .resolved } ?? false }
    return open.map { thing in
      states[thing] = .resolved
      let message = message(about: thing, badge: thing == open.last ? badge : nil)
      return Report(
        second: second(at: now), event: .resolved(thing), text: message.serialized)
    }
  }

  func second(at now: Instant) -> Int { Int(now.milliseconds / 1000) }

  private mutating func message(about thing: AlarmThing, badge: Int? = nil) -> JSONValue {
    var fields = fields(of: thing)
    fields["type"] = thing.isAlarm ? "alarm" : "work_order"
    return envelope(fields, badge: badge)
  }

  private mutating func envelope(_ data: [String: String], badge: Int? = nil) -> JSONValue {
    count += 1
    var message: [String: JSONValue] = [
      "message_id": .text("\(AlarmService.idPrefix)\(run)-\(count)"),
      "data": .object(data.mapValues { .text($0) }),
    ]
    if let badge {
      let aps = JSONValue.object(["badge": .integer(Int64(badge))])
      message["apns"] = .object(["payload": .object(["aps": aps])])
    }
    return .object(message)
  }

  private func fields(of thing: AlarmThing) -> [String: String] {
    thing.fields(
      id: id(of: thing), status: (states[thing] ?? .active).rawValue, dueAt: dueAt, words)
  }

  /// The message that resolves what a demo of before has left. (D2)
  static func resolution(ofLeft tag: String) -> JSONValue? {
    let parts = tag.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[1].hasPrefix(idPrefix) else { return nil }
    let key: String
    switch parts[0] {
    case "alarm": key = "alarmId"
    case "work-order": key = "workOrderId"
    default: return nil
    }
    let data = [
      "type": key == "alarmId" ? "alarm" : "work_order", key: parts[1], "status": "resolved",
    ]
    return .object(["data": .object(data.mapValues { .text($0) })])
  }
}

// MARK: Answers

extension AlarmService {
  struct Reaction: Equatable {
    var answer: LocalServer.Answer
    /// What is worth a line of the log.
    var news: AlarmNews?
  }

  private static let devicesPath = "/api/v1/users/me/device-tokens"
  private static let badgePath = "/api/v1/users/me/notification-badge"
  private static let preferencesPath = "/api/v1/users/me/notification-preferences"
  private static let alarmsPath = "/api/v1/alarms"
  private static let workOrdersPath = "/api/v1/work-orders"

  /// Answers Carillon, or anybody else on this computer who has found the port.
  mutating func answer(_ request: LocalServer.Request) -> Reaction {
    guard request.path.hasPrefix(AlarmService.path + "/") else { return unknown }
    guard request.authorization == "Bearer \(token)" else {
      return Reaction(answer: .init(401), news: .refused)
    }
    let path = String(request.path.dropFirst(AlarmService.path.utf8.count))
    switch (request.method, path) {
    case ("GET", AlarmService.alarmsPath): return list(.alarms)
    case ("GET", AlarmService.workOrdersPath): return list(.workOrders)
    case ("GET", AlarmService.preferencesPath):
      return Reaction(answer: .init(200, .object([:])))
    case ("PUT", AlarmService.preferencesPath):
      return Reaction(answer: .init(204), news: .preferences)
    case ("PUT", AlarmService.badgePath): return takeBadge(request.body)
    case ("POST", AlarmService.devicesPath): return register(request.body)
    case ("DELETE", _) where path.hasPrefix(AlarmService.devicesPath + "/"):
      return remove(String(path.dropFirst(AlarmService.devicesPath.utf8.count + 1)))
    case ("POST", _): return acknowledge(path)
    default: return unknown
    }
  }

  private var unknown: Reaction { Reaction(answer: .init(404)) }

  /// A document that is not what was to be expected.
  private var bad: Reaction { Reaction(answer: .init(400)) }

  private func list(_ list: AlarmNews.List) -> Reaction {
    let entries = AlarmThing.allCases.filter {
      states[$0] != nil && $0.isAlarm == (list == .alarms)
    }
    let document = JSONValue.array(
      entries.map { .object(fields(of: $0).mapValues { .text($0) }) })
    return Reaction(answer: .init(200, document), news: .listed(list, entries.count))
  }

  private func takeBadge(_ body: String) -> Reaction {
    guard case .object(let members) = JSONValue(parsing: body),
      case .integer(let count) = members["count"]
    else { return bad }
    return Reaction(answer: .init(204), news: .badge(Int(clamping: count)))
  }

  private mutating func register(_ body: String) -> Reaction {
    guard case .object(let members) = JSONValue(parsing: body),
      case .text(let endpoint) = members["token"]
    else { return bad }
    devices.insert(endpoint)
    return Reaction(answer: .init(201), news: .registered)
  }

  private mutating func remove(_ endpoint: String) -> Reaction {
    guard devices.remove(endpoint) != nil else { return unknown }
    return Reaction(answer: .init(204), news: .removed)
  }

  private mutating func acknowledge(_ path: String) -> Reaction {
    let thing = AlarmThing.allCases.first {
      $0.isAlarm && path == "\(AlarmService.alarmsPath)/\(id(of: $0))/acknowledge"
    }
    guard let thing, let status = states[thing] else { return unknown }
    switch status {
    case .active:
      states[thing] = .acknowledged
      return Reaction(answer: .init(204), news: .acknowledged(thing))
    // Again: Carillon has not received the first answer. (D6)
    case .acknowledged: return Reaction(answer: .init(204))
    case .resolved: return Reaction(answer: .init(409))
    }
  }
}

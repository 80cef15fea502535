import CarillonFeatures

/// The server of the one topic that a life may be subscribed to. (C4)
struct TopicServer {
  struct Entry {
    let id: String
    let sequence: String
    let isTombstone: Bool
    let sentAt: Instant
    let level: Int64
    /// Its buttons, as members of its data. (C5)
    let buttons: String
    /// Its text, and what that says of an alarm; nil for messages of no kind. (C10)
    var plant: (text: String, saying: Saying)?
  }

  static let address = "https://topics.example"
  static let name = "ntfy:topics.example"
  static let topic = "topics.example/t"

  /// What was sent, oldest first.
  private(set) var entries: [Entry] = []
  /// How many of them are on their way, or have come.
  var handedOver = 0
  /// What was too old when it was asked for, perhaps by a clock that has gone back since.
  var forgotten: Set<String> = []
  /// Whether the device has a connection.
  var isListening = false
  /// Whether the connection is open, or will be once all that is on its way has come.
  var isOpen = false
  /// When the last of what is on its way arrives.
  var lastArrival = Instant.distantPast
  private var lastNumber = 0

  /// Where buttons send to; the user has allowed one of them, or none.
  static let hosts = ["door.example", "light.example"]
  private static let buttons =
    [
      "", "", "",
      #","actions":[{"id":"copy-1","title":"Copy","data":{"copy":"1234"}}]"#,
    ]
    + hosts.map {
      #","actions":[{"id":"http-1","title":"Press","data":{"http":{"url":"https://\#($0)/x"}}}]"#
    }

  /// A server keeps messages for so long.
  static let cache = Span.hours(12)
  private static let most = 80

  mutating func send(at now: Instant, _ random: inout SplitMix) {
    lastNumber += 1
    let former =
      entries.isEmpty || random.once(in: 2) ? nil : random.pick(entries.suffix(4)).sequence
    entries.append(
      Entry(
        id: "e\(lastNumber)", sequence: former ?? "e\(lastNumber)",
        isTombstone: former != nil && random.once(in: 3),
        sentAt: Instant(seconds: now.wholeSeconds), level: random.span(1...5),
        buttons: random.pick(Self.buttons)))
    forgetOldest()
  }

  mutating func send(_ saying: Saying, _ text: String, at now: Instant) {
    lastNumber += 1
    var entry = Entry(
      id: "e\(lastNumber)", sequence: "e\(lastNumber)", isTombstone: false,
      sentAt: Instant(seconds: now.wholeSeconds), level: 5, buttons: "")
    entry.plant = (text, saying)
    entries.append(entry)
    forgetOldest()
  }

  private mutating func forgetOldest() {
    guard entries.count > Self.most else { return }
    entries.removeFirst()
    handedOver = max(0, handedOver - 1)
  }

  /// Where a reader goes on after `mark`; the beginning if the server does not know it.
  func start(after mark: Mark) -> Int {
    if let id = mark.id {
      return entries.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
    }
    let since = Instant(seconds: mark.time.wholeSeconds)
    return entries.firstIndex { $0.sentAt >= since } ?? entries.count
  }

  func parcel(_ entry: Entry, isBacklog: Bool) -> Parcel {
    var parcel = Parcel(
      text: entry.plant?.text
        ?? #"{"data":{"type":"general","title":"Topic \#(entry.id)","level":"\#(entry.level)"\#(entry.buttons)}}"#,
      carrier: Self.name, id: entry.id)
    if entry.isTombstone { parcel.body = .withdrawn }
    parcel.topic = Self.topic
    parcel.sequence = entry.sequence
    parcel.sentAt = entry.sentAt
    parcel.isBacklog = isBacklog
    parcel.mark = Mark(id: entry.id, time: entry.sentAt)
    return parcel
  }
}

extension Instant {
  fileprivate init(seconds: Int64) { self.init(milliseconds: seconds * 1000) }
}

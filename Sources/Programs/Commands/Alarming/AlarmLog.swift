import CarillonEngine

/// The demo's output: a line for all that the service says, hears and is asked.
struct AlarmLog {
  private let log: DemoLog

  private var words: Words { log.words }

  init(json: Bool) {
    log = DemoLog(json: json)
  }

  /// The service is there, and Carillon is signed in to it.
  func signedIn(to url: String, tookOver: Bool) throws(Failure) {
    if tookOver {
      try log.line(0, "tookOver", words.say("took over from a demo that could not sign out"))
    }
    try log.line(
      0, "signedIn",
      words.say("Carillon is signed in to the demo’s service at {address}", ["address": url]),
      ["url": .text(url)])
  }

  func told(_ report: AlarmService.Report, _ answer: String) throws(Failure) {
    switch report.event {
    case .raised(let thing):
      let own: [String: JSONValue] = [
        "kind": .text(thing.kind.rawValue), "subject": .text(thing.title(words)),
      ]
      try log.line(
        report.second, "raised",
        "\(thing.kind.name(words)): \(thing.title(words)): \(DemoLog.verdict(answer))",
        DemoLog.members(own, answer))
    case .resolved(let thing):
      try log.line(
        report.second, "resolved",
        words.say("resolved by the service: {alarm}", ["alarm": thing.title(words)]),
        ["subject": .text(thing.title(words))])
    case .acknowledgedElsewhere(let thing):
      try log.line(
        report.second, "synced",
        words.say(
          "a colleague has acknowledged {alarm}; a silent message says that the list has changed",
          ["alarm": thing.title(words)]),
        ["subject": .text(thing.title(words))])
    }
  }

  /// Says how often a critical alarm comes again until somebody acknowledges it. (D15)
  func warn(repeating minutes: Int, at second: Int) throws(Failure) {
    try log.advice(
      second,
      minutes == 0
        ? words.say(
          "until it is acknowledged, it stays; your settings say that it is not shown again")
        : words.count(
          "until it is acknowledged, Carillon shows it again every minute",
          "until it is acknowledged, Carillon shows it again every {n} minutes", minutes))
  }

  /// A message has said how many wait to be read. (D8)
  func counts(_ badge: Int, at second: Int) throws(Failure) {
    try log.advice(
      second,
      words.count(
        "its message also says that {n} message waits to be read in all",
        "its message also says that {n} messages wait to be read in all", badge))
  }

  func heard(_ news: AlarmNews, at second: Int) throws(Failure) {
    var members: [String: JSONValue] = [:]
    switch news {
    case .listed(let list, let count):
      members = ["list": .text(list.rawValue), "count": .integer(Int64(count))]
    case .acknowledged(let thing): members = ["subject": .text(thing.title(words))]
    case .badge(let count): members = ["count": .integer(Int64(count))]
    case .registered, .removed, .preferences, .refused: break
    }
    try log.line(second, news.name, news.text(words), members)
  }

  func waits(seconds: Double, at second: Int) throws(Failure) {
    try log.advice(
      second,
      words.count(
        "press Acknowledge in the popup or in the alarm’s window; the demo waits for {n} second",
        "press Acknowledge in the popup or in the alarm’s window; the demo waits for {n} seconds",
        Int(seconds.rounded(.up))))
  }

  /// The end; if it was not `byDemo`, the user has signed out, or in elsewhere, meanwhile.
  func signedOut(at second: Int, byDemo: Bool) throws(Failure) {
    try log.line(
      second, "signedOut",
      byDemo
        ? words.say("Carillon is signed out of the demo’s service")
        : words.say("Carillon was not signed in to the demo’s service any more"))
  }
}

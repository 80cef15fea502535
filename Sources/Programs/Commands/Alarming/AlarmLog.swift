import CarillonEngine

/// The demo's output: a line for all that the service says, hears and is asked.
struct AlarmLog {
  private let log: DemoLog

  init(json: Bool) {
    log = DemoLog(json: json)
  }

  /// The service is there, and Carillon is signed in to it.
  func signedIn(to url: String, tookOver: Bool) throws(Failure) {
    if tookOver {
      try log.line(0, "tookOver", "took over from a demo that could not sign out")
    }
    try log.line(
      0, "signedIn", "Carillon is signed in to the demo’s service at \(url)", ["url": .text(url)])
  }

  func told(_ report: AlarmService.Report, _ answer: String) throws(Failure) {
    switch report.event {
    case .raised(let thing):
      let own: [String: JSONValue] = [
        "kind": .text(thing.kind.rawValue), "subject": .text(thing.title),
      ]
      try log.line(
        report.second, "raised",
        "\(thing.kind.name): \(thing.title): \(DemoLog.verdict(answer))",
        DemoLog.members(own, answer))
    case .resolved(let thing):
      try log.line(
        report.second, "resolved", "resolved by the service: \(thing.title)",
        ["subject": .text(thing.title)])
    case .acknowledgedElsewhere(let thing):
      try log.line(
        report.second, "synced",
        "a colleague has acknowledged \(thing.title); a silent message says that the list has changed",
        ["subject": .text(thing.title)])
    }
  }

  /// Says how often a critical alarm comes again until somebody acknowledges it. (D15)
  func warn(repeating minutes: Int, at second: Int) throws(Failure) {
    let often = minutes == 1 ? "every minute" : "every \(minutes) minutes"
    try log.advice(
      second,
      minutes == 0
        ? "until it is acknowledged, it stays; your settings say that it is not shown again"
        : "until it is acknowledged, Carillon shows it again \(often)")
  }

  /// A message has said how many wait to be read. (D8)
  func counts(_ badge: Int, at second: Int) throws(Failure) {
    try log.advice(
      second, "its message also says that \(badge) messages wait to be read in all")
  }

  func heard(_ news: AlarmNews, at second: Int) throws(Failure) {
    var members: [String: JSONValue] = [:]
    switch news {
    case .listed(let list, let count):
      members = ["list": .text(list.rawValue), "count": .integer(Int64(count))]
    case .acknowledged(let thing): members = ["subject": .text(thing.title)]
    case .badge(let count): members = ["count": .integer(Int64(count))]
    case .registered, .removed, .preferences, .refused: break
    }
    try log.line(second, news.name, news.text, members)
  }

  func waits(seconds: Double, at second: Int) throws(Failure) {
    try log.advice(
      second,
      "press Acknowledge in the popup or in the alarm’s window; the demo waits for "
        + "\(Int(seconds.rounded(.up))) seconds")
  }

  /// The end; if it was not `byDemo`, the user has signed out, or in elsewhere, meanwhile.
  func signedOut(at second: Int, byDemo: Bool) throws(Failure) {
    try log.line(
      second, "signedOut",
      byDemo
        ? "Carillon is signed out of the demo’s service"
        : "Carillon was not signed in to the demo’s service any more")
  }
}

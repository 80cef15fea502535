import CarillonEngine

/// The demo's output: a line for all that the service says, hears and is asked.
struct AlarmLog {
  /// One JSON document per line, for programs.
  let json: Bool

  /// The service is there, and Carillon is signed in to it.
  func signedIn(to url: String, tookOver: Bool) throws(Failure) {
    if tookOver {
      try line(0, "tookOver", "took over from a demo that could not sign out")
    }
    try line(
      0, "signedIn", "Carillon is signed in to the demo’s service at \(url)", ["url": .text(url)])
  }

  func told(_ report: AlarmService.Report, _ answer: String) throws(Failure) {
    switch report.event {
    case .raised(let thing):
      var members: [String: JSONValue] = [
        "kind": .text(thing.kind.rawValue), "subject": .text(thing.title),
      ]
      if case .object(let verdict) = JSONValue(parsing: answer) {
        members.merge(verdict) { own, _ in own }
      }
      var verdict = Text().pushed(answer)
      while verdict.last == "\n" { verdict.removeLast() }
      try line(
        report.second, "raised", "\(thing.kind.name): \(thing.title): \(verdict)", members)
    case .resolved(let thing):
      try line(
        report.second, "resolved", "resolved by the service: \(thing.title)",
        ["subject": .text(thing.title)])
    case .acknowledgedElsewhere(let thing):
      try line(
        report.second, "synced",
        "a colleague has acknowledged \(thing.title); a silent message says that the list has changed",
        ["subject": .text(thing.title)])
    }
  }

  /// Says how often a critical alarm comes again until somebody acknowledges it. (D15)
  func warn(repeating minutes: Int, at second: Int) throws(Failure) {
    guard !json else { return }
    let often = minutes == 1 ? "every minute" : "every \(minutes) minutes"
    try line(
      second, "",
      minutes == 0
        ? "until it is acknowledged, it stays; your settings say that it is not shown again"
        : "until it is acknowledged, Carillon shows it again \(often)")
  }

  /// A message has said how many wait to be read. (D8)
  func counts(_ badge: Int, at second: Int) throws(Failure) {
    guard !json else { return }
    try line(second, "", "its message also says that \(badge) messages wait to be read in all")
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
    try line(second, news.name, news.text, members)
  }

  func waits(seconds: Double, at second: Int) throws(Failure) {
    guard !json else { return }
    try line(
      second, "",
      "press Acknowledge in the popup or in the alarm’s window; the demo waits for "
        + "\(Int(seconds.rounded(.up))) seconds")
  }

  /// The end; if it was not `byDemo`, the user has signed out, or in elsewhere, meanwhile.
  func signedOut(at second: Int, byDemo: Bool) throws(Failure) {
    try line(
      second, "signedOut",
      byDemo
        ? "Carillon is signed out of the demo’s service"
        : "Carillon was not signed in to the demo’s service any more")
  }

  private func line(
    _ second: Int, _ name: String, _ text: String, _ members: [String: JSONValue] = [:]
  ) throws(Failure) {
    if json {
      let own: [String: JSONValue] = ["second": .integer(Int64(second)), "event": .text(name)]
      try Terminal.print(JSONValue.object(members.merging(own) { $1 }).serialized + "\n")
    } else {
      try Terminal.print("\(time(second))  \(text)\n")
    }
  }

  private func time(_ second: Int) -> String {
    let digits = String(second)
    return String(repeating: " ", count: max(0, 4 - digits.count)) + digits + " s"
  }
}

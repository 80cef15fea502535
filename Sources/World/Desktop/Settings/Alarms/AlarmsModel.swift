import CarillonEngine

/// The content of the page of a maintenance system: what is open there, and the account. (D16)
struct AlarmsModel: Hashable {
  struct Row: Hashable {
    let row: SubjectRow
    /// Since when it asks for somebody; nil for none, or if that cannot be read.
    let since: Instant?
    /// `Critical · Pump #5`.
    let second: String

    init(_ said: SubjectRow) {
      var row = said
      row.title = truncateForRow(row.title)
      row.text = truncateForRow(row.text)
      row.caption = truncateForRow(row.caption)
      self.row = row
      since = row.since.flatMap { Instant(iso: $0) }
      second = [row.mark, row.caption].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    var layoutCost: Int {
      [row.title, row.text, row.caption].reduce(0) { $0 + CarillonEngine.layoutCost($1) }
    }

    /// The same with little text.
    var short: Row {
      var short = row
      short.title = truncateForRow(row.title, cost: 40)
      short.text = ""
      short.caption = truncateForRow(row.caption, cost: 20)
      return Row(short)
    }

    /// `12 min`; empty if it has no age.
    func age(at now: Instant, _ words: Words) -> String {
      since.map { words.age(now - $0) } ?? ""
    }

    /// All of it as one accessible name.
    func spoken(at now: Instant, _ words: Words) -> String {
      let age = since.map { words.spokenAge(now - $0) } ?? ""
      return [row.mark, row.title, row.text, row.caption, age, row.note].filter { !$0.isEmpty }
        .joined(separator: ", ")
    }
  }

  /// Rows with a heading of their own.
  struct Part: Hashable {
    let place: Int
    let title: String
    let rows: [Row]
  }

  /// The account: signed in or out, and what its service says about it.
  struct Account: Hashable {
    let setting: String
    /// Nil while nobody is signed in.
    let url: String?
    let standing: StatusLine.Standing
    let title: String
    let detail: String
    /// Whether only another token helps.
    var isTokenRefused = false
    /// Whether signing out loses what still waits to be sent.
    let hasUnsent: Bool
  }

  /// What the page says in place of an empty list.
  struct Nothing: Hashable {
    enum Remedy: Hashable {
      case signIn, connections
    }

    let title: String
    let text: String
    let remedy: Remedy?
  }

  let parts: [Part]
  /// What all the rows are about, where not all that is open is listed; nil if it is. (D5)
  let thing: String?
  /// How many more there are than are listed; empty if none.
  let more: String
  /// Why what is listed may be out of date; nil if there is no reason to think so.
  let outdated: PushModel.Note?
  /// Whether a look at the connections may help against that.
  let hasConnectionTrouble: Bool
  /// Nil if no kind of message has one.
  let account: Account?
  /// Nil if there are rows.
  let nothing: Nothing?

  var rows: [Row] { parts.flatMap(\.rows) }

  /// `thing`: what the report is about, as its service calls it; nil for all.
  init(
    _ report: SubjectsReport, about thing: String? = nil, _ state: StateReport, today: LocalDate,
    words: Words
  ) {
    let name = report.rows.lazy.map(\.caption).first { !$0.isEmpty }
    self.thing = thing.map { name ?? $0 }
    parts = AlarmsModel.parts(report.rows)
    more =
      report.more > 0
      ? words.count("{n} more is not listed.", "{n} more are not listed.", report.more) : ""
    let isOffline = state.networkState == "offline"
    let deaf = isOffline ? nil : words.deaf(state, today: today)
    if isOffline {
      outdated = AlarmsModel.offline(state, today: today, words)
    } else {
      outdated = deaf.map {
        PushModel.Note(
          standing: .wrong, title: $0, detail: words.say("New alarms may be missing here."))
      }
    }
    hasConnectionTrouble = deaf != nil
    account = report.account.map { account in
      AlarmsModel.account(
        account, state.accounts.first { $0.name == account.name },
        hasUnsent: report.rows.contains(where: \.isUnsent), words)
    }
    nothing =
      report.rows.isEmpty && report.more == 0
      ? thing.map { AlarmsModel.nothing(about: $0, words) }
        ?? AlarmsModel.nothing(
          isSignedIn: report.account.map { $0.url != nil } ?? true,
          isHeard: !state.carriers.isEmpty || state.distributor != nil,
          isOutdated: outdated != nil, words) : nil
  }

  /// How much all rows together may cost to lay out.
  ///
  /// Those that come after that have little text.
  private static let mostToLayOut = 30_000

  /// In the order of the report, in which rows of one section follow each other.
  private static func parts(_ rows: [SubjectRow]) -> [Part] {
    var parts: [Part] = []
    var left = mostToLayOut
    var first = rows.startIndex
    while first < rows.endIndex {
      let section = rows[first].section
      let end = rows[first...].firstIndex { $0.section.place != section.place } ?? rows.endIndex
      parts.append(
        Part(
          place: section.place, title: section.title,
          rows: rows[first..<end].map { said in
            let row = Row(said)
            left -= row.layoutCost
            return left < 0 ? row.short : row
          }))
      first = end
    }
    return parts
  }

  private static func offline(
    _ state: StateReport, today: LocalDate, _ words: Words
  ) -> PushModel.Note {
    let since = state.carriers.compactMap(\.deafSince).compactMap { Moment(iso: $0) }
      .min { ($0.date, $0.time) < ($1.date, $1.time) }
    let heard = since.map {
      words.say("Nothing has been heard since {moment}.", ["moment": words.at($0, today: today)])
    }
    return PushModel.Note(
      standing: .notable, title: words.say("This computer is offline"),
      detail: [heard, words.say("What you acknowledge is sent once the network is back.")]
        .compactMap(\.self).joined(separator: " "))
  }

  /// Below its address it says where this device is registered, or what the service has refused. (D1)
  private static func account(
    _ account: SubjectsReport.Account, _ report: StateReport.Account?, hasUnsent: Bool,
    _ words: Words
  ) -> Account {
    guard let url = account.url else {
      return Account(
        setting: account.setting, url: nil, standing: .notable, title: words.say("Not signed in"),
        detail: words.say("Sign in to acknowledge alarms from here."), hasUnsent: hasUnsent)
    }
    let standing: StatusLine.Standing =
      switch report?.state {
      case nil, .registered: .fine
      case .registering, .noAddress, .locked: .notable
      case .refused, .noList, .signedOut: .wrong
      }
    return Account(
      setting: account.setting, url: url, standing: standing, title: AlarmsModel.shortened(url),
      detail: report?.text ?? words.say("Signed in"), isTokenRefused: report?.state == .signedOut,
      hasUnsent: hasUnsent)
  }

  /// An address as people write it; that it is not encrypted may be said.
  private static func shortened(_ url: String) -> String {
    url.hasPrefix("https://") ? String(url.dropFirst("https://".count)) : url
  }

  private static func nothing(about thing: String, _ words: Words) -> Nothing {
    Nothing(
      title: words.say("Nothing About “{asset}”", ["asset": thing]),
      text: words.say("No open alarm or work order that Carillon knows is about it."), remedy: nil)
  }

  private static func nothing(
    isSignedIn: Bool, isHeard: Bool, isOutdated: Bool, _ words: Words
  ) -> Nothing {
    guard isSignedIn else {
      return Nothing(
        title: words.say("Not Signed In"),
        text: words.say(
          "Sign in to your maintenance system, and its alarms and work orders appear here. You "
            + "can acknowledge them without opening a browser."), remedy: .signIn)
    }
    guard isHeard else {
      return Nothing(
        title: words.say("No Open Alarms Known"),
        text: words.say(
          "Nothing brings messages to this computer yet, so alarms cannot arrive by themselves."),
        remedy: .connections)
    }
    return Nothing(
      title: isOutdated ? words.say("No Open Alarms Known") : words.say("No Open Alarms"),
      text: words.say(
        "When something needs you, it appears here until somebody has dealt with it."),
      remedy: nil)
  }

  /// How long the ages stay right; nil if there are none.
  func holds(at now: Instant) -> Span? {
    rows.compactMap(\.since).map { Words.ageHolds(now - $0) }.min()
  }
}

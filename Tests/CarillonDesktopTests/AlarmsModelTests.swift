import Testing

import CarillonFeatures
@testable import CarillonDesktop

/// The page of a maintenance system, and the form for its account. (D16, D1)
@Suite struct AlarmsModelTests {
  private let today = LocalDate(year: 2026, month: 11, day: 21) ?? LocalDate(dayNumber: 0)
  private let now = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast
  private let signedIn = SubjectsReport.Account(
    name: "maintenance", setting: "backend", url: "https://dcmms.example.org")
  private let signedOut = SubjectsReport.Account(
    name: "maintenance", setting: "backend", url: nil)

  private func row(
    _ id: String, _ place: Int = 0, since: String? = nil, button: Bool = true
  ) -> SubjectRow {
    SubjectRow(
      tag: "alarm:\(id)", section: .init(place: place, title: "Section \(place)"),
      rank: .init(at: nil), tone: .red, symbol: .alert, mark: "Critical", title: "Too hot",
      text: "85 °C", caption: "Pump 5", since: since,
      button: button ? .init(id: "ack", label: "Acknowledge") : nil)
  }

  private func model(
    _ rows: [SubjectRow] = [], more: Int = 0, _ account: SubjectsReport.Account? = nil,
    _ change: (inout StateReport) -> Void = { _ in }
  ) -> AlarmsModel {
    var state = StateReport.calm
    state.carriers = [
      .init(name: "ntfy:ntfy.sh", topics: ["a"], state: "open", since: "2026-11-21T12:04:00+01:00")
    ]
    change(&state)
    return AlarmsModel(
      SubjectsReport(rows: rows, more: more, account: account ?? signedIn), state, today: today,
      words: .english)
  }

  @Test("D16: rows of a section stand below its heading, in the order of the report")
  func parts() {
    let model = model([row("a"), row("b"), row("c", 2)], more: 3)
    #expect(model.parts.map(\.title) == ["Section 0", "Section 2"])
    #expect(model.parts.map { $0.rows.map(\.row.id) } == [["a", "b"], ["c"]])
    #expect(model.more == "3 more are not listed.")
    #expect(model.nothing == nil && model.outdated == nil)
  }

  @Test("D16: a row is one sentence for a screen reader, with an age that goes on")
  func spoken() {
    let row = AlarmsModel.Row(row("a", since: "2026-11-21T15:48:00+01:00"))
    #expect(row.second == "Critical · Pump 5")
    #expect(row.age(at: now, .english) == "12\u{A0}min")
    #expect(
      row.spoken(at: now, .english) == "Critical, Too hot, 85 °C, Pump 5, 12 minutes ago")
    #expect(row.age(at: now + .minutes(60), .english) == "1\u{A0}h")
  }

  @Test("T25, D16: what would take long to lay out is short in a row, and plain text is as it was")
  func short() {
    var heavy = row("a")
    let letter = "A\u{301}\u{323}\u{316}\u{302}\u{303}\u{304}\u{307}\u{308}"
    let text = String(repeating: letter, count: 100)
    (heavy.title, heavy.text, heavy.caption) = (text, text, text)
    let shown = AlarmsModel.Row(heavy).row
    for text in [shown.title, shown.text, shown.caption] {
      #expect(layoutCost(text) <= 200 && text.hasSuffix("…"))
    }
    #expect(AlarmsModel.Row(row("a")).row == row("a"))
    // All of them together, too.
    let many = model((0..<200).map { _ in heavy }).rows
    #expect(many.count == 200 && many[0].row == shown)
    #expect(many.reduce(0) { $0 + $1.layoutCost } < 45_000)
    let plain = (0..<200).map { row("\($0)") }
    #expect(model(plain).rows.map(\.row) == plain)
  }

  @Test("D16: the page looks at its ages again when the first of them changes, and else never")
  func holds() {
    let model = model([
      row("a", since: "2026-11-21T12:30:30+01:00"), row("b", since: "2026-11-21T15:59:50+01:00"),
    ])
    #expect(model.holds(at: now) == .seconds(50))
    #expect(self.model([row("c")]).holds(at: now) == nil)
  }

  @Test("D16: nothing open is calm only if all can be heard")
  func nothing() {
    #expect(model().nothing?.title == "No Open Alarms")
    #expect(model().nothing?.remedy == nil)
    #expect(model([], signedOut).nothing?.remedy == .signIn)
    let unheard = model { $0.carriers = [] }
    #expect(unheard.nothing?.title == "No Open Alarms Known")
    #expect(unheard.nothing?.remedy == .connections)
    #expect(model { $0.networkState = "offline" }.nothing?.title == "No Open Alarms Known")
  }

  @Test("D16: offline it says since when nothing was heard, and what becomes of a press")
  func offline() {
    let model = model([row("a")]) {
      $0.networkState = "offline"
      $0.carriers[0].state = "waiting"
      $0.carriers[0].deafSince = "2026-11-21T15:10:00+01:00"
    }
    #expect(model.outdated?.title == "This computer is offline")
    #expect(
      model.outdated?.detail
        == "Nothing has been heard since today at 15:10. What you acknowledge is sent once the network is back."
    )
    #expect(!model.hasConnectionTrouble)
  }

  @Test("D16: a server that is not connected is named, with the way to the connections")
  func deaf() {
    let model = model([row("a")]) {
      $0.carriers[0].state = "waiting"
      $0.carriers[0].deafSince = "2026-11-21T15:10:00+01:00"
      $0.carriers[0].trouble = "No answer."
    }
    #expect(model.outdated?.title.hasPrefix("ntfy.sh: not connected since") == true)
    #expect(model.hasConnectionTrouble)
  }

  @Test("D1: the account is its host, and tells whether signing out loses something")
  func account() {
    var unsent = row("a", 1)
    unsent.isUnsent = true
    let model = model([unsent])
    #expect(model.account?.title == "dcmms.example.org")
    #expect(model.account?.hasUnsent == true)
    #expect(self.model([row("a")], signedOut).account?.url == nil)
  }

  @Test("D1: below the address it says what the service does, and whether to sign in again")
  func accountState() {
    let refused = model([row("a")]) {
      $0.accounts = [
        .init(
          name: "maintenance", title: "Maintenance System", host: "dcmms.example.org",
          state: .signedOut, text: "It has not accepted your token.")
      ]
    }
    #expect(refused.account?.detail == "It has not accepted your token.")
    #expect(refused.account?.standing == .wrong && refused.account?.isTokenRefused == true)
    #expect(model().account?.isTokenRefused == false)
  }

  // MARK: Signing in

  private func flaw(of address: String, _ token: String) -> AccountForm.Problem? {
    do throws(AccountForm.Problem) {
      _ = try AccountForm(address: address, token: token).document(.english)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "D1: what is wrong with an address or a token is said at its field",
    arguments: [
      ("", "t", AccountForm.Problem.Field.address, "Enter the address"),
      ("http://dcmms.example.org", "t", .address, "Begin with https"),
      ("ftp://dcmms.example.org", "t", .address, "begins with https://"),
      ("/etc/passwd", "t", .address, "begins with https://"),
      ("https://a:b@dcmms.example.org", "t", .address, "user name or password"),
      ("two words", "t", .address, "such as https://"),
      ("https://dcmms.example.org", " ", .token, "Enter the token"),
    ])
  func wrong(
    _ address: String, _ token: String, _ field: AccountForm.Problem.Field, _ text: String
  ) throws {
    let problem = try #require(flaw(of: address, token))
    #expect(problem.field == field)
    #expect(problem.text.contains(text), "\(problem.text)")
  }

  @Test("D1: an address is completed as in a browser, and the token goes as a secret")
  func document() throws {
    let document = try AccountForm(address: " dcmms.example.org/x ", token: " t0k ")
      .document(.english)
    #expect(
      document
        == .object([
          "url": .text("https://dcmms.example.org/x"),
          "token": .object(["secret": .text("t0k")]),
        ]))
    let local = try AccountForm(address: "localhost:8080", token: "t").document(.english)
    #expect(local.serialized.contains("http://localhost:8080") == true)
  }

  @Test("D1: a refusal by the engine stands at the field that it names")
  func refused() {
    let problem = AccountForm.Problem(
      Refusal(.invalidArgument, "backend.token.secret: must be a single line"), words: .english)
    #expect(problem == .init(field: .token, text: "This must be a single line."))
    #expect(
      AccountForm.Problem(Refusal(.refused, "Busy"), words: .english)
        == .init(field: nil, text: "Busy"))
  }
}

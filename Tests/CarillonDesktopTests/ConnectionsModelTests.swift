import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct ConnectionsModelTests {
  private let words = Words.english

  private func topic(
    _ topic: String, at server: String = "https://ntfy.sh", token: String? = nil
  ) -> TopicSubscription {
    var subscription = TopicSubscription(server: server, topic: topic)
    subscription.token = token.map { SecretReference($0) }
    return subscription
  }

  private func model(
    _ topics: [TopicSubscription], _ carriers: [StateReport.Carrier] = [],
    _ change: (inout Settings) -> Void = { _ in }
  ) -> ConnectionsModel {
    var settings = Settings()
    settings.subscriptions = topics
    change(&settings)
    var report = StateReport.calm
    report.carriers = carriers
    return ConnectionsModel(
      SettingsModel.Truth(
        state: report, configuration: ConfigurationReport(settings: settings, slots: []),
        now: Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast, zone: FixedZone()),
      words: words)
  }

  @Test("C4: topics are listed below their connections, each with its state")
  func servers() {
    let model = model(
      [topic("a"), topic("b", at: "https://own.example"), topic("c"), topic("d", token: "1")],
      [
        .init(
          name: "ntfy:ntfy.sh", topics: ["a", "c"], state: "open",
          since: "2026-11-21T12:04:00+01:00", dropped: [:]),
        .init(
          name: "ntfy:ntfy.sh#2", topics: ["d"], state: "refused",
          since: "2026-11-21T12:04:00+01:00", dropped: [:]),
      ])
    #expect(
      model.servers.map(\.title) == ["ntfy.sh", "own.example", "ntfy.sh, with another token"])
    #expect(
      model.servers.map { $0.topics.map(\.subscription.topic) } == [["a", "c"], ["b"], ["d"]])
    #expect(model.servers.map(\.wantsToken) == [false, false, true])
    #expect(model.servers.map(\.line.standing) == [.fine, .notable, .wrong])
    #expect(model.servers[1].line.title == "Connecting…")
  }

  @Test("C4, C10: a topic says what is special about it, and whether it is on")
  func details() {
    var special = topic("a")
    special.isSealed = true
    special.isUrgentAllowed = true
    special.at = .slot
    let model = model([special, topic("b")]) { settings in
      var choice = Settings.ChannelChoice()
      choice.enabled = false
      settings.channels["ntfy:ntfy.sh/b"] = choice
    }
    let topics = model.servers[0].topics
    #expect(
      topics.map(\.detail) == [
        "ntfy.sh/a · with my next hour · only encrypted messages · priority 5 is urgent",
        "ntfy.sh/b",
      ])
    #expect(topics.map(\.isOn) == [true, false])
  }

  @Test("C4: a form makes the document of a subscription, with the token as a secret")
  func form() throws {
    var form = TopicForm()
    form.address = "ntfy.sh/t"
    form.name = " House "
    form.token = "tk"
    form.isUrgentAllowed = true
    form.at = .item("0800")
    guard case .object(let members) = try form.document(words) else {
      Issue.record("it is no object")
      return
    }
    #expect(members["server"] == .text("https://ntfy.sh") && members["topic"] == .text("t"))
    #expect(members["name"] == .text("House") && members["priority5"] == .text("urgent"))
    #expect(members["at"] == .text("0800"))
    #expect(members["token"] == .object(["secret": .text("tk")]))
    form.token = ""
    form.kept = SecretReference("9")
    guard case .object(let kept) = try form.document(words) else { return }
    #expect(kept["token"] == .object(["secretReference": .text("9")]))
  }

  @Test(
    "C4: a refusal is shown at its field, in words",
    arguments: [
      (
        "subscriptions[1].server: must be https, or http on this computer",
        TopicForm.Problem.Field.address,
        "Only this computer can be reached without encryption. Begin with https."
      ),
      ("subscriptions[0].topic: is there twice", .address, "You have already added this topic."),
      ("name: is empty", .name, "Enter a name."),
      ("token.secret: must be a single line", .token, "This must be a single line."),
      ("subscriptions: must be at most 50 topics", nil, "At most 50 topics can be added."),
    ])
  func refusals(message: String, field: TopicForm.Problem.Field?, text: String) {
    let problem = TopicForm.Problem(Refusal(.invalidArgument, message), words: words)
    #expect(problem == TopicForm.Problem(field: field, text: text))
  }

  @Test("C4: a trial holds for a changed name, and not for another address or token")
  func trial() throws {
    var form = TopicForm()
    form.address = "ntfy.sh/t"
    var trial = TopicTrial()
    let number = trial.begin(try form.document(words))
    #expect(trial.isAsking)
    let report = TopicReport(ok: true, server: "https://ntfy.sh", topic: "t")
    let isTaken = trial.end(number, report)
    #expect(isTaken)
    form.name = "House"
    #expect(trial.approves(try form.document(words)))
    form.token = "tk"
    #expect(!trial.approves(try form.document(words)))
    // An answer that comes too late is ignored.
    let late = trial.begin(try form.document(words))
    trial.drop()
    let isLateTaken = trial.end(late, report)
    #expect(!isLateTaken)
  }
}

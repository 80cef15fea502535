import CarillonFeatures
import CarillonStore
import Testing

/// The list of alarms and work orders: what is in it, and in which order. (D16)
@Suite struct SubjectListTests {
  private let account =
    #"{"backend":{"url":"https://dcmms.example.org/x/","token":{"secret":"t"}}}"#

  private func device(signedIn: Bool = true) throws -> Device {
    let device = try Device.forMessages()
    if signedIn { device.set(account) }
    return device
  }

  private func list(_ device: Device) throws -> SubjectsReport {
    guard case .done(let reply)? = device.ask(.subjects) else { throw Missing() }
    return try #require(reply.value(as: SubjectsReport.self))
  }

  private struct Missing: Error {}

  /// To two topics, each with these further members.
  private func subscribe(_ device: Device, _ members: String = "") {
    let topics = ["alerts", "other"].map {
      #"{"server":"https://ntfy.example","topic":"\#($0)"\#(members)}"#
    }
    device.set(#"{"subscriptions":[\#(topics.joined(separator: ","))]}"#)
  }

  private func tags(_ device: Device) throws -> [String] { try list(device).rows.map(\.tag) }

  private func order(_ id: String, _ more: [String: String] = [:]) -> [String: String] {
    ["type": "work_order", "workOrderId": id, "title": "Change the seal"].merging(more) { $1 }
  }

  @Test("D16: open ones by severity, and the oldest first")
  func bySeverity() throws {
    let device = try device()
    device.push(alarm("i", ["severity": "info"]))
    device.push(alarm("c2", ["timestamp": "2026-11-21T08:30:00Z"]))
    device.push(alarm("w", ["severity": "warning", "timestamp": "2026-11-21T07:00:00Z"]))
    device.push(alarm("c1", ["timestamp": "2026-11-21T08:00:00Z"]))
    let report = try list(device)
    #expect(report.rows.map(\.id) == ["c1", "c2", "w", "i"])
    #expect(report.rows.map(\.mark) == ["Critical", "Critical", "Warning", "Information"])
    #expect(report.rows.map(\.tone) == [.red, .red, .amber, .blue])
    #expect(Set(report.rows.map(\.section.title)) == ["Open"])
  }

  @Test("D16: then what is not sent, then work orders by when they are due, then what is done")
  func sections() throws {
    let device = try device()
    device.push(order("late", ["dueAt": "2026-11-24T12:00:00Z"]))
    device.push(order("never"))
    device.push(order("soon", ["dueAt": "2026-11-22T12:00:00Z"]))
    for id in ["open", "sent", "unsent", "gone"] { device.push(alarm(id)) }
    device.push(alarm("elsewhere"))
    device.push(alarm("elsewhere", ["status": "acknowledged"]))
    device.push(alarm("gone", ["status": "resolved"]))
    device.run(for: .minutes(1))
    device.done(.act(tag: "alarm:sent", action: "ack", data: ""))
    let post = try #require(device.posts.last)
    device.host.send(.finished(post.ticket, .posted(.answered(status: 204, retryAfter: nil))))
    device.done(.act(tag: "alarm:unsent", action: "ack", data: ""))
    let report = try list(device)
    #expect(
      report.rows.map(\.id) == ["open", "unsent", "soon", "late", "never", "sent", "elsewhere"])
    let unsent = try #require(report.rows.first { $0.id == "unsent" })
    #expect(unsent.note == "Acknowledged, not yet sent." && unsent.isUnsent)
    #expect(unsent.buttons.isEmpty)
    let sent = try #require(report.rows.first { $0.id == "sent" })
    #expect(sent.note.hasPrefix("Acknowledged at the server at") && !sent.isUnsent)
    // What is done need not be seen for long.
    device.run(for: .days(1))
    #expect(try !tags(device).contains("alarm:sent"))
    #expect(try tags(device).contains("alarm:open"))
  }

  @Test("D16, C4: whatever a topic sends in numbers, what others have said is still listed")
  func notHidden() throws {
    let device = try device()
    subscribe(device, #","priority5":"urgent""#)
    func bring(_ id: String, _ severity: String, by topic: String) {
      var parcel = Parcel(
        text: device.document(alarm(id, ["severity": severity])), carrier: "ntfy:ntfy.example",
        id: id)
      parcel.topic = "ntfy.example/\(topic)"
      device.host.send(.received(parcel))
    }
    device.push(alarm("own"))
    device.push(alarm("quiet", ["severity": "warning"]))
    bring("theirs", "critical", by: "other")
    for number in 0..<600 { bring("junk\(number)", "info", by: "alerts") }
    let report = try list(device)
    #expect(report.rows.prefix(3).map(\.id) == ["own", "theirs", "quiet"])
    #expect(report.rows.count + report.more == 603)
    // In the tray, too.
    let threads = device.state().threads
    #expect(threads.first { $0.urgent != nil }?.tag == "alarm:own")
    #expect(threads.count == 20)
  }

  @Test("B22, D16, C4: what a topic sends in numbers takes no place of the user's own in the tray")
  func trayKeepsOwn() throws {
    let device = try device()
    device.set(#"{"subscriptions":[{"server":"https://ntfy.example","topic":"alerts"}]}"#)
    device.push(alarm("own"))
    device.push(stage("heating"))
    device.push(order("o1"))
    // Once its window was opened it is shown again no more.
    device.done(.open(link: "/alarms/own", activation: nil))
    for number in 0..<30 { bring("junk\(number)", by: "alerts", to: device) }
    let threads = device.state().threads
    #expect(Set(threads.map(\.tag)).isSuperset(of: ["alarm:own", "brew:b1", "work-order:o1"]))
    #expect(threads.first { $0.urgent != nil }?.tag == "alarm:own")
    #expect(threads.count == 20)
  }

  @Test("D15, C4: alarms of one topic that may be urgent do not take another's line in the tray")
  func trayKeepsOthers() throws {
    let device = try device()
    subscribe(device, #","priority5":"urgent""#)
    bring("z", by: "other", to: device)
    for number in 0..<40 { bring("a\(number)", by: "alerts", to: device) }
    #expect(device.state().threads.contains { $0.tag == "alarm:z/ntfy:ntfy.example/other" })
  }

  @Test("D16, C4: what a topic calls critical is urgent in the tray only if it may be")
  func notUrgent() throws {
    for (setting, isUrgent) in [("", false), (#","priority5":"urgent""#, true)] {
      let device = try device()
      device.set(
        #"{"subscriptions":[{"server":"https://ntfy.example","topic":"alerts"\#(setting)}]}"#)
      var parcel = Parcel(
        text: device.document(alarm("theirs")), carrier: "ntfy:ntfy.example", id: "1")
      parcel.topic = "ntfy.example/alerts"
      device.host.send(.received(parcel))
      let thread = try #require(device.state().threads.first)
      #expect((thread.urgent != nil) == isUrgent)
    }
  }

  private func bring(_ id: String, by topic: String, to device: Device) {
    var parcel = Parcel(
      text: device.document(alarm(id)), carrier: "ntfy:ntfy.example", id: "\(topic)\(id)")
    parcel.topic = "ntfy.example/\(topic)"
    device.host.send(.received(parcel))
  }

  @Test("D16, C4: critical alarms of a topic take nobody else's place")
  func criticalJunk() throws {
    let device = try device()
    subscribe(device)
    for number in 0..<250 { bring("junk\(number)", by: "alerts", to: device) }
    device.run(for: .seconds(1))
    device.push(alarm("fire", ["timestamp": device.now.isoUTC]))
    device.push(alarm("quiet", ["severity": "info"]))
    bring("theirs", by: "other", to: device)
    let report = try list(device)
    #expect(Set(["fire", "quiet", "theirs"]).isSubset(of: report.rows.map(\.id)))
    #expect(report.rows.count == 200 && report.more == 53)
    #expect(report.rows.last?.id == "quiet")
  }

  @Test("D16: of too many that weigh the same, the oldest and the newest stay, in the page's order")
  func oldestAndNewest() throws {
    let device = try device()
    for number in 0..<250 {
      device.push(alarm("a\(100 + number)", ["timestamp": device.now.isoUTC]))
      device.run(for: .seconds(1))
    }
    device.push(alarm("minor", ["severity": "info"]))
    let report = try list(device)
    let wanted = (0..<100).map { "a\(100 + $0)" } + (150..<250).map { "a\(100 + $0)" }
    #expect(report.rows.map(\.id) == wanted && report.more == 51)
  }

  @Test("D16: a row says since when it asks for somebody, by the service's clock")
  func since() throws {
    let device = try device()
    device.push(alarm("a1", ["timestamp": "2026-11-21T08:00:00Z", "asset": "Pump 5"]))
    let row = try #require(try list(device).rows.first)
    #expect(row.since.flatMap { Instant(iso: $0) } == at("2026-11-21T08:00:00Z"))
    #expect(row.caption == "Pump 5")
    #expect(row.text == "Too hot")
  }

  @Test(
    "D16: an age is told in whole steps, rounded down, until it is another",
    arguments: [
      (Span.seconds(-5), "now", Span.seconds(65)), (.seconds(59), "now", .seconds(1)),
      (.seconds(60), "1\u{A0}min", .seconds(60)),
      (.minutes(59) + .seconds(30), "59\u{A0}min", .seconds(30)),
      (.minutes(60), "1\u{A0}h", .minutes(60)), (.minutes(119), "1\u{A0}h", .minutes(1)),
      (.hours(24), "1 day", .hours(24)), (.hours(71), "2 days", .hours(1)),
    ])
  func ages(_ span: Span, _ text: String, _ holds: Span) {
    #expect(Words.english.age(span) == text)
    #expect(Words.ageHolds(span) == holds)
  }

  @Test("D16: a long list is cut after 200 rows, and says how many more there are")
  func bounded() throws {
    let device = try device()
    let now = device.now
    try device.store.transaction { rows throws(StoreFailure) in
      for number in 1...620 {
        try rows.put(
          Subject(
            tag: "work-order:w\(number)", kind: "work-order", rank: 0,
            state: StoredValue(text: "{}"),
            createdAt: now, heardAt: now, silentAt: now + .days(1)))
      }
    }
    device.push(alarm())
    let report = try list(device)
    #expect(report.rows.count == 200 && report.more == 421)
    #expect(report.rows.first?.tag == "alarm:a1")
  }

  @Test("D16, T28: what cannot be read is listed after what can, without a button")
  func unreadable() throws {
    let device = try Device.forMessages()
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    device.set(account)
    device.push(alarm("sealed"))
    device.push(alarm("done"))
    device.push(alarm("done", ["status": "acknowledged"]))
    device.push(order("sealed"))
    device.store.useKey(nil)
    device.host.send(.situation(.keyring(.locked)))
    device.push(alarm("open", ["severity": "info"]))
    let rows = try list(device).rows
    #expect(rows.map(\.tag) == ["alarm:open", "alarm:sealed", "work-order:sealed"])
    #expect(rows.map(\.isReadable) == [true, false, false])
    #expect(rows[1].title == "Unreadable Alarm" && rows[1].buttons.isEmpty)
    #expect(!rows[1].note.isEmpty)
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    #expect(try list(device).rows.allSatisfy(\.isReadable))
    // Acknowledged, as is known only now.
    #expect(try tags(device).contains("alarm:done"))
  }

  @Test("D1, D16: only who is signed in gets a button, and the token is never told")
  func signedOut() throws {
    let device = try device(signedIn: false)
    device.push(alarm())
    var report = try list(device)
    #expect(report.account == .init(name: "maintenance", setting: "backend", url: nil))
    #expect(report.rows.map(\.answer) == [nil])
    device.set(account)
    report = try list(device)
    #expect(report.account?.url == "https://dcmms.example.org/x")
    #expect(report.rows.map(\.answer?.id) == ["ack"])
    #expect(!device.done(.call(.subjects)).contains("token"))
  }

  @Test("D6, D16: refused for good it is open again, and says why")
  func refused() throws {
    let device = try device()
    device.push(alarm())
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    let post = try #require(device.posts.last)
    device.host.send(.finished(post.ticket, .posted(.answered(status: 404, retryAfter: nil))))
    let row = try #require(try list(device).rows.first)
    #expect(row.section.title == "Open" && row.answer != nil)
    #expect(row.note == "The server did not accept it (404). The alarm is still open.")
  }

  @Test("D15, D16: opened from the list it counts as seen")
  func opened() throws {
    let device = try device()
    device.push(alarm())
    device.run(for: .seconds(1))
    device.done(.order(.openSubject(tag: "alarm:a1")))
    #expect(device.opened == [.thread(LinkTarget(tag: "alarm:a1", kind: "alarm"))])
    device.run(for: .minutes(20))
    #expect(device.calls.count == 1)
    #expect(device.refusal(.order(.openSubject(tag: "alarm:none")))?.kind == .notFound)
  }

  @Test("D6, D16: another process acknowledges by tag, and only what is known")
  func door() throws {
    let device = try device()
    device.push(alarm())
    device.done(.call(.act(tag: "alarm:a1", action: "ack")))
    #expect(device.posts.last?.job.spec.url.hasSuffix("/api/v1/alarms/a1/acknowledge") == true)
    #expect(device.refusal(.call(.act(tag: "alarm:none", action: "ack")))?.kind == .notFound)
  }
}

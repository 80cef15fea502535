import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The status of one component: a row of the status window, a line of `carillonctl state`.
package struct StatusLine: Hashable, Sendable {
  package enum Subject: String, CaseIterable, Sendable {
    case notifications, pause, channel, tray, session, exactness, content, callbacks, keyring
    case connection
  }

  package enum Standing: Sendable {
    case fine
    /// The user's choice, or harmless, but worth mentioning.
    case notable
    case wrong
  }

  package let subject: Subject
  package let standing: Standing
  package let title: String
  /// A second sentence or phrase; may be empty.
  package let detail: String

  private init(_ subject: Subject, _ standing: Standing, _ title: String, _ detail: String = "") {
    self.subject = subject
    self.standing = standing
    self.title = title
    self.detail = detail
  }
}

extension StatusLine {
  /// The codes of hints that a status line already covers.
  package static let saidHints: Set = [
    "AUTOSTART_OFF", "AUTOSTART_FAILED", "AUTOSTART_TWICE", "SCHEDULE_DENIED", "PERMISSION_DENIED",
    "EXACT_ALARM_MISSING", "WINDOWED", "KEYRING_LOCKED", "KEYRING_NONE",
  ]

  /// The status of everything that an hour needs to ring, and of what brings messages.
  ///
  /// Without `now`, no connection is deaf for so long that it is a problem.
  package static func lines(
    _ report: StateReport, today: LocalDate, now: Instant? = nil, words: Words
  ) -> [StatusLine] {
    [
      notifications(report.server, words), pause(report, today, words), channel(report, words),
      tray(report.trayHost, words), session(report, words), exactness(report, words),
    ].compactMap(\.self) + content(report, today, words)
      + [callbacks(report, words), keyring(report, words)].compactMap(\.self)
      + connections(report, today, now, words)
  }

  private static func notifications(_ server: StateReport.Server, _ words: Words) -> StatusLine {
    guard server.permitted else {
      return StatusLine(
        .notifications, .wrong, words.say("Notifications are switched off for Carillon"),
        words.say("Switch them on in your desktop’s settings; your hours stay planned."))
    }
    switch server.state {
    case "present":
      let name = [server.name, server.version].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: " ")
      let values = ["name": name.isEmpty ? words.say("Your desktop") : name]
      return switch server.doNotDisturb {
      case true?:
        StatusLine(
          .notifications, .notable, words.say("Do Not Disturb is on"),
          words.say("{name} accepts notifications and holds back popups.", values))
      case false?:
        StatusLine(
          .notifications, .fine, words.say("Notifications appear"),
          words.say("{name}; Do Not Disturb is off", values))
      case nil:
        StatusLine(.notifications, .fine, words.say("Notifications appear"), values["name"] ?? "")
      }
    case "startable":
      return StatusLine(
        .notifications, .fine, words.say("Notifications appear"),
        words.say("Your desktop starts its notification server when it is needed."))
    case "silent":
      return StatusLine(
        .notifications, .wrong, words.say("Your desktop does not answer"),
        words.say(
          "Its notification server is stuck. Your hours stay planned; due notifications wait."))
    default:
      return StatusLine(
        .notifications, .wrong, words.say("Your desktop shows no notifications at the moment"),
        words.say(
          "No notification server is running. Your hours stay planned; due notifications wait.")
      )
    }
  }

  private static func pause(
    _ report: StateReport, _ today: LocalDate, _ words: Words
  ) -> StatusLine? {
    let detail = words.say("Notifications due until then are held and shown together.")
    if let pause = report.pause {
      let title =
        Moment(iso: pause.effectiveUntil).map {
          words.say("Paused until {moment}", ["moment": words.until($0, today: today)])
        } ?? words.say("Paused")
      return StatusLine(.pause, .notable, title, detail)
    }
    return report.quietUntil.flatMap { Moment(iso: $0) }.map {
      StatusLine(
        .pause, .notable,
        words.say("Quiet hours until {moment}", ["moment": words.until($0, today: today)]), detail)
    }
  }

  private static func tray(_ host: Bool, _ words: Words) -> StatusLine {
    host
      ? StatusLine(
        .tray, .fine, words.say("The icon is in your panel"),
        words.say("Its menu has the next hours, pause and history."))
      : StatusLine(
        .tray, .notable, words.say("No panel shows the icon"),
        words.say("Carillon works without it. Start it again to open this window."))
  }

  private static func session(_ report: StateReport, _ words: Words) -> StatusLine {
    let autostart = report.autostart
    return switch (autostart.wanted, autostart.actual) {
    case (_, true) where autostart.by == .both:
      StatusLine(
        .session, .notable, words.say("Carillon is started twice"),
        words.say("Both systemd and a start entry start it. One is enough."))
    case (_, true):
      StatusLine(
        .session, .fine, words.say("Carillon starts with your session"),
        autostart.by == .systemd
          ? words.say("systemd starts it (carillon.service).")
          : words.say("Its start entry is in place."))
    case (true, false):
      StatusLine(
        .session, .wrong, words.say("Carillon will not start with your session"),
        words.say("The start entry is missing or was changed."))
    case (false, false): closed(report, words)
    }
  }

  /// What rings while Carillon is closed, if it does not start with the session.
  private static func closed(_ report: StateReport, _ words: Words) -> StatusLine {
    let nothing = words.say("Nothing rings unless Carillon is running")
    return switch report.closedTimer {
    case .set, .setting:
      StatusLine(
        .session, .fine, words.say("Rings while Carillon is closed"),
        words.say("systemd starts it when something is due."))
    case .failed: StatusLine(.session, .wrong, nothing, words.closedTimerFailed)
    case .absent: StatusLine(.session, .wrong, nothing, words.closedTimerAbsent)
    case .off:
      StatusLine(
        .session, .notable, nothing, words.say("It does not start with your session."))
    }
  }

  private static func exactness(_ report: StateReport, _ words: Words) -> StatusLine {
    let zone = words.say("Time zone: {zone}", ["zone": report.timezone])
    guard report.exactAlarmCapable else {
      return StatusLine(
        .exactness, .notable, words.say("Rings up to 10 minutes late"),
        words.say("This system cannot wake Carillon to the second. {zone}", ["zone": zone]))
    }
    return report.hints.contains { $0.code == "WINDOWED" }
      ? StatusLine(
        .exactness, .notable, words.say("Rings up to 10 minutes late"),
        words.say("You chose this to save power. {zone}", ["zone": zone]))
      : StatusLine(.exactness, .fine, words.say("Rings to the second"), zone)
  }

  /// Nil unless hours are planned that their switch keeps silent.
  private static func channel(_ report: StateReport, _ words: Words) -> StatusLine? {
    let off = report.nextOccurrences.contains { $0.obstacle == Reason.channelOff.rawValue }
    guard off else { return nil }
    return StatusLine(
      .channel, .notable, words.say("Your hours are switched off"),
      words.say("They stay planned, but none of them is shown."))
  }

  /// One line for each source that has failed, or one for all that work. (T36)
  private static func content(
    _ report: StateReport, _ today: LocalDate, _ words: Words
  ) -> [StatusLine] {
    guard report.failingSources.isEmpty else {
      return report.failingSources.map { failing($0, today, words) }
    }
    return [fetched(report, today, words)]
  }

  private static func failing(
    _ source: FailingSource, _ today: LocalDate, _ words: Words
  ) -> StatusLine {
    func at(_ iso: String) -> String { Moment(iso: iso).map { words.at($0, today: today) } ?? iso }
    let title =
      source.source.isEmpty
      ? words.say("Carillon’s built-in thoughts cannot be read")
      : words.say("No content from {source}", ["source": source.source])
    let detail = [
      words.error(EventCode(rawValue: source.code)),
      words.say("Last tried {moment}.", ["moment": at(source.triedAt)]),
      words.say(
        "Unless it works by then, nothing is shown {moment}.", ["moment": at(source.next)]),
    ]
    return StatusLine(.content, .wrong, title, detail.joined(separator: " "))
  }

  private static func fetched(
    _ report: StateReport, _ today: LocalDate, _ words: Words
  ) -> StatusLine {
    guard report.isContentBuiltIn != true else {
      return StatusLine(
        .content, .fine, words.say("Carillon’s built-in thoughts are ready"),
        words.say("They need no network."))
    }
    let network =
      report.networkState == "online"
      ? words.say("Your computer is online.") : words.say("Your computer is offline.")
    guard let fetched = report.lastFetchAt.flatMap({ Moment(iso: $0) }) else {
      return StatusLine(
        .content, .notable, words.say("Not fetched yet"),
        network)
    }
    return StatusLine(
      .content, .fine,
      words.say("Content was fetched {moment}", ["moment": words.at(fetched, today: today)]),
      network)
  }

  /// Nil unless callbacks are waiting or something went wrong.
  private static func callbacks(_ report: StateReport, _ words: Words) -> StatusLine? {
    guard report.outbox > 0 else { return nil }
    return StatusLine(
      .callbacks, .notable,
      words.count(
        "{n} message to your service waits", "{n} messages to your service wait", report.outbox),
      words.say("They are sent as soon as it can be reached."))
  }

  /// One line for each connection that hears nothing, or one for all that do. (C6)
  private static func connections(
    _ report: StateReport, _ today: LocalDate, _ now: Instant?, _ words: Words
  ) -> [StatusLine] {
    let deaf = report.carriers.filter(\.isDeaf)
    guard deaf.isEmpty else {
      return deaf.map { carrier in
        let line = ConnectionLine(carrier, today: today, words: words)
        return StatusLine(
          .connection, line.standing == .wrong || carrier.isDeaf(at: now) ? .wrong : .notable,
          words.deaf(carrier, today: today), line.details.joined(separator: " "))
      }
    }
    let isOpen = report.carriers.allSatisfy { $0.state == Carrier.Phase.open.rawValue }
    guard isOpen, !report.carriers.isEmpty else { return [] }
    let servers = Set(report.carriers.map(\.server)).sorted()
    return [
      StatusLine(
        .connection, .fine,
        words.count(
          "Connected to {servers}", "Connected to {n} servers", servers.count,
          ["servers": servers[0]]),
        servers.count > 1 ? servers.joined(separator: ", ") : "")
    ]
  }

  private static func keyring(_ report: StateReport, _ words: Words) -> StatusLine {
    switch report.keyring {
    case "open":
      StatusLine(
        .keyring, .fine, words.say("What is stored is encrypted"),
        words.say("Its key and your secrets are in your keyring."))
    case "locked":
      StatusLine(
        .keyring, .notable, words.say("Your keyring is locked"),
        words.say(
          "New content is stored unencrypted, and older content cannot be read, until you unlock it."
        ))
    default:
      report.encrypted
        ? StatusLine(
          .keyring, .notable, words.say("Your keyring is gone"),
          words.say("What is stored stays encrypted. Its key is in use until Carillon quits."))
        : StatusLine(
          .keyring, .notable, words.say("What is stored is not encrypted"),
          words.say("No keyring found. Passwords are kept only until Carillon quits."))
    }
  }
}

extension Words {
  package var closedTimerFailed: String {
    say("systemd did not accept the timer, so nothing rings while Carillon is closed.")
  }
  package var closedTimerAbsent: String {
    say("This session has no systemd, so nothing rings while Carillon is closed.")
  }
}

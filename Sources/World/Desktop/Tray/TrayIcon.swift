import CarillonEngine

/// The look of the icon in the panel, and its accessible description.
struct TrayIcon: Hashable {
  enum Look: Hashable {
    case normal
    case paused
    case attention
    case doNotDisturb
    /// How many messages wait to be read. (D8)
    case unread(Int)

    /// The name of its drawing; each has one of ours in `data/icons`.
    var iconName: String {
      let variant =
        switch self {
        case .normal: ""
        case .paused: "-paused"
        case .attention: "-attention"
        case .doNotDisturb: "-dnd"
        case .unread(let count): count > Look.highest ? "-more" : "-\(max(1, count))"
        }
      return "org.carillon.Carillon\(variant)-symbolic"
    }

    /// A larger number has no room at 16 pixels.
    static let highest = 9
  }

  let look: Look
  let description: String

  init(look: Look, description: String) {
    self.look = look
    self.description = description
  }

  /// Shows one look at a time; problems take precedence over what waits to be read, and that over the
  /// user's own choices.
  init(_ report: StateReport, today: LocalDate, words: Words) {
    if report.attention {
      look = .attention
      description = words.count(
        "Carillon, {n} problem", "Carillon, {n} problems",
        report.thingsToLookAt)
    } else if report.badge > 0 {
      look = .unread(report.badge)
      description = words.count(
        "Carillon, {n} unread message", "Carillon, {n} unread messages", report.badge)
    } else if let pause = report.pause {
      look = .paused
      description =
        Moment(iso: pause.effectiveUntil).map {
          words.say("Carillon, paused until {moment}", ["moment": words.until($0, today: today)])
        } ?? words.say("Carillon, paused")
    } else if report.server.doNotDisturb == true {
      look = .doNotDisturb
      description = words.say("Carillon, Do Not Disturb is on")
    } else {
      look = .normal
      let outlook = words.lasting(Outlook(report), today: today)
      let deaf = words.deaf(report, today: today)
      description = words.say(
        "Carillon. {outlook}",
        ["outlook": [outlook, deaf].compactMap(\.self).joined(separator: " ")])
    }
  }
}

extension StateReport {
  /// The number of problems that icon, menu and window report; at least one while attention is
  /// requested.
  ///
  /// The user's choices and properties of the session are not problems.
  var thingsToLookAt: Int {
    let noted = ["AUTOSTART_OFF", "TTL_ONE_DAY", "WINDOWED", "KEYRING_LOCKED", "KEYRING_NONE"]
    return max(
      hints.count { !noted.contains($0.code) } + failingSources.count, attention ? 1 : 0)
  }
}

import CarillonEngine

/// The look of the icon in the panel, and its accessible description.
struct TrayIcon: Hashable {
  enum Look: String, CaseIterable {
    case normal = "org.carillon.Carillon-symbolic"
    case paused = "org.carillon.Carillon-paused-symbolic"
    case attention = "org.carillon.Carillon-attention-symbolic"
    case doNotDisturb = "org.carillon.Carillon-dnd-symbolic"
  }

  let look: Look
  let description: String

  init(look: Look, description: String) {
    self.look = look
    self.description = description
  }

  /// Shows one look at a time; problems take precedence over the user's own choices.
  init(_ report: StateReport, today: LocalDate, words: Words) {
    if report.attention {
      look = .attention
      description = words.count(
        "Carillon, {n} problem", "Carillon, {n} problems",
        report.thingsToLookAt)
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

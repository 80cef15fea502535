import CarillonCore

/// What the icon in the panel looks like, and how it is described to those who do not see it.
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

  /// One look at a time; what needs its user comes before what its user chose.
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
      description = words.say("Carillon")
    }
  }
}

extension StateReport {
  /// How many things the icon, the menu and the window speak of: at least one while attention is
  /// asked for.
  ///
  /// What its user chose, or how the session is, is no problem.
  var thingsToLookAt: Int {
    let noted = ["AUTOSTART_OFF", "TTL_ONE_DAY", "WINDOWED", "KEYRING_LOCKED", "KEYRING_NONE"]
    return max(hints.count { !noted.contains($0.code) }, attention ? 1 : 0)
  }
}

import CarillonEngine

/// The explanation of one delivery, shown when its row is opened. (J23)
struct ExplanationModel: Hashable {
  struct Step: Hashable {
    let time: String
    let look: StepLook
    let text: String
    let detail: String
    let checks: [Check]
  }

  struct Check: Hashable {
    enum Look: Hashable {
      case passed, deciding
      /// Not checked, because an earlier check decided.
      case notNeeded
    }

    let look: Look
    let text: String
  }

  /// The row, and the article it leads to. (T34)
  struct Article: Hashable {
    let row: String
    let url: String
    let host: String
    /// Whether opening it answers the notification.
    let answers: Bool
  }

  let body: String
  let article: Article?
  /// The row itself, if it stands for several others. (§5)
  let list: String?
  /// For how long an hour that was shown may come back; empty for all else. (T33)
  let snoozes: [TrayEntry]
  /// The name of their menu.
  let snoozing: String
  let steps: [Step]
  let advice: Advice?
  /// The whole explanation with codes and milliseconds, for support.
  let copy: String

  /// `truth` says until when tomorrow's snooze lasts.
  init?(_ report: ExplanationReport, truth: SettingsModel.Truth? = nil, words: Words) {
    guard let item = report.items.first else { return nil }
    body = item.body ?? ""
    article = item.entry.link.flatMap { WebLink($0) }.map {
      Article(
        row: item.entry.requestId, url: $0.url, host: $0.host,
        answers: item.entry.status == Delivery.Status.shown.rawValue)
    }
    list = ["digest", "away"].contains(item.entry.kind) ? item.entry.requestId : nil
    snoozes = truth.map { ExplanationModel.snoozes(of: item.entry, $0, words) } ?? []
    snoozing =
      item.entry.status == Delivery.Status.snoozed.rawValue
      ? words.say("Change Snooze") : words.say("Snooze Again")
    let day = Moment(iso: item.entry.at)?.date
    steps = ExplanationModel.told(item.steps).map { step in
      let moment = Moment(iso: step.at)
      // Steps of other days show their date.
      let time =
        moment.map { moment in
          moment.date == day
            ? words.clock(moment.time) : words.weekday(moment.date.weekday)
        } ?? ""
      return Step(
        time: time, look: StepLook(step), text: step.text, detail: step.detail ?? "",
        checks: ExplanationModel.checks(of: step, words))
    }
    advice = Advice(item.advice, on: item.entry, words: words)
    copy = ExplanationText.text(item)
  }

  private static func snoozes(
    of entry: HistoryEntry, _ truth: SettingsModel.Truth, _ words: Words
  ) -> [TrayEntry] {
    let may = [Delivery.Status.shown.rawValue, Delivery.Status.snoozed.rawValue]
    guard entry.slotId != nil, may.contains(entry.status) else { return [] }
    func choice(_ minutes: Int, _ label: String) -> TrayEntry {
      TrayEntry(
        "snooze:\(minutes)", label,
        .action(.snooze(requestID: entry.requestId, minutes: minutes)))
    }
    let morning = Pause.nextMorning(after: truth.now, in: truth.zone)
    let minutes = min(max(Int((morning - truth.now).secondsRoundedUp + 59) / 60, 1), 1440)
    let until = words.until(Moment(morning, in: truth.zone), today: truth.today)
    return [5, 15].map { choice($0, words.count("For {n} Minute", "For {n} Minutes", $0)) } + [
      choice(60, words.say("For 1 Hour")),
      choice(minutes, words.say("Until {moment}", ["moment": until])),
    ]
  }

  /// Drops steps that the next one implies, such as handing over a notification whose outcome is
  /// known.
  private static func told(_ steps: [ExplanationReport.Step]) -> [ExplanationReport.Step] {
    zip(steps, steps.dropFirst().map(Optional.some) + [nil]).compactMap { step, next in
      let isHandover = step.isStatus && step.values["to"] == Delivery.Status.showing.rawValue
      return isHandover && next?.isStatus == true ? nil : step
    }
  }

  static func checks(of step: ExplanationReport.Step, _ words: Words) -> [Check] {
    guard let checks = step.checks else { return [] }
    let rows = checks.map { Check(look: $0.passed ? .passed : .deciding, text: $0.text) }
    guard checks.last?.passed == false else { return rows }
    return rows + [Check(look: .notNeeded, text: words.say("The other checks were not needed"))]
  }
}

extension ExplanationReport.Step {
  fileprivate var isStatus: Bool { code == Step.Code.status.rawValue }
}

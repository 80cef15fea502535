import CarillonAnswers
import CarillonEngine

/// Statistics of push messages, for the status page. (B29)
struct MetricsModel: Hashable {
  struct Row: Hashable {
    let title: String
    var detail = ""
  }

  let rows: [Row]

  /// Nil if no message has arrived yet.
  init?(_ report: MetricsReport, kinds: Kinds, today: LocalDate, words: Words) {
    guard report.received > 0 else { return nil }
    let telling = Telling(report: report, kinds: kinds, words: words)
    let since = report.since.flatMap { Moment(iso: $0) }.map { words.day($0.date, today: today) }
    rows = [
      Row(
        title: words.count("{n} message received", "{n} messages received", report.received),
        detail: [
          since.map { words.say("Since {day}.", ["day": $0]) },
          report.toldTo.map {
            words.say("This is counted on your computer, and told to {host}.", ["host": $0])
          } ?? words.say("This is counted on your computer and sent nowhere."),
        ].compactMap(\.self).joined(separator: " ")),
      telling.shown, telling.answered, telling.links, telling.told, telling.wrong,
    ].compactMap(\.self)
  }
}

/// The rows one by one.
private struct Telling {
  let report: MetricsReport
  let kinds: Kinds
  let words: Words

  var shown: MetricsModel.Row {
    var row = MetricsModel.Row(
      title: words.count("{n} was shown", "{n} were shown", report.delivered))
    row.detail = [
      report.latencyMs.map {
        words.say(
          "Half of them within {half}, nine in ten within {most}.",
          ["half": time($0.p50), "most": time($0.p90)])
      },
      report.failed > 0
        ? words.say("Your desktop refused {n}.", ["n": String(report.failed)]) : nil,
    ].compactMap(\.self).joined(separator: " ")
    return row
  }

  var answered: MetricsModel.Row {
    let presses = report.acted.reduce(0) { $0 + $1.count }
    var row = MetricsModel.Row(
      title: words.say(
        "{opened} opened, {pressed} answered with a button, {dismissed} dismissed",
        [
          "opened": String(report.opened), "pressed": String(presses),
          "dismissed": String(report.dismissed),
        ]))
    row.detail = [
      report.responseMs.map {
        words.say("Half of the answers came within {half}.", ["half": time($0.p50)])
      },
      report.acted.isEmpty ? nil : pressed,
    ].compactMap(\.self).joined(separator: "\n")
    return row
  }

  /// The most frequent buttons and the stages they were pressed in; never an id. (B26)
  private var pressed: String {
    let presses = report.acted.map { act in
      let button =
        kinds.title(ofButton: act.action, in: act.stage, words) ?? words.say("Another button")
      let what =
        kinds.name(ofCategory: act.stage, words).map {
          words.say("{button} ({stage})", ["button": button, "stage": $0])
        } ?? button
      return (what, act.count)
    }
    return most(presses).joined(separator: ", ")
  }

  /// The five most frequent; entries with equal texts are counted together.
  private func most(_ all: [(what: String, count: Int)]) -> [String] {
    var counts: [(what: String, count: Int)] = []
    for each in all {
      if let index = counts.firstIndex(where: { $0.what == each.what }) {
        counts[index].count += each.count
      } else {
        counts.append(each)
      }
    }
    // Sorting is not stable.
    return counts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    .prefix(5).map { _, each in
      words.say("{what} × {n}", ["what": each.what, "n": String(each.count)])
    }
  }

  /// Nil if no link was opened.
  var links: MetricsModel.Row? {
    guard report.linksOpened > 0 else { return nil }
    return MetricsModel.Row(
      title: words.count("{n} link opened", "{n} links opened", report.linksOpened))
  }

  /// Nil if no command was sent to a machine.
  var told: MetricsModel.Row? {
    let commands = report.commands
    guard commands.sent > 0 else { return nil }
    return MetricsModel.Row(
      title: words.count(
        "{n} command to a machine", "{n} commands to a machine", commands.sent),
      detail: words.say(
        "{done} succeeded, {failed} failed; {worked} succeeded on retry.",
        [
          "done": String(commands.done), "failed": String(commands.failed),
          "worked": String(commands.retriesThatWorked),
        ]))
  }

  /// Nil if there were no errors.
  var wrong: MetricsModel.Row? {
    let count = report.errors.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    return MetricsModel.Row(
      title: words.count("{n} error", "{n} errors", count),
      detail: most(report.errors.map { (words.error(EventCode(rawValue: $0.code)), $0.count) })
        .joined(separator: "\n"))
  }

  /// `8 ms`, `1.5 s`, `3 min`.
  private func time(_ milliseconds: Int64) -> String {
    switch milliseconds {
    case ..<1000: words.say("{n} ms", ["n": String(milliseconds)])
    case ..<60_000:
      words.say("{n} s", ["n": words.number(Double(milliseconds / 100) / 10)])
    default: words.say("{n} min", ["n": String(milliseconds / 60_000)])
    }
  }
}

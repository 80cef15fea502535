import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen
package import CarillonText
package import CarillonTime

/// How a connection is, in words. (C6)
///
/// All its times are absolute, so that it holds until the connection changes.
package struct ConnectionLine: Hashable, Sendable {
  package let standing: StatusLine.Standing
  /// `Connected since today at 12:04`.
  package let title: String
  /// Sentences: why, the next try, what may be lost, and what was left out.
  package let details: [String]

  /// `carrier` is nil as long as the engine has not heard of the connection.
  package init(_ carrier: StateReport.Carrier?, today: LocalDate, words: Words) {
    guard let carrier else {
      (standing, title, details) = (.notable, words.say("Connecting…"), [])
      return
    }
    let maker = Maker(carrier: carrier, today: today, words: words)
    standing = maker.standing
    title = maker.title
    details =
      maker.reasons + [maker.refused, maker.loss].compactMap(\.self) + words.drops(carrier.dropped)
  }

  /// Whether only a change of the settings helps, such as another token.
  package static func isRefused(_ carrier: StateReport.Carrier?) -> Bool {
    carrier?.state == Carrier.Phase.refused.rawValue
  }

  private struct Maker {
    let carrier: StateReport.Carrier
    let today: LocalDate
    let words: Words

    var phase: Carrier.Phase? { Carrier.Phase(rawValue: carrier.state) }

    var standing: StatusLine.Standing {
      switch phase {
      case .open: carrier.refused == nil ? .fine : .notable
      case .refused: .wrong
      default: .notable
      }
    }

    var title: String {
      switch phase {
      case .open: words.say("Connected since {moment}", ["moment": at(carrier.since)])
      case .connecting, .backlog:
        carrier.trouble.flatMap { _ in deafTitle } ?? words.say("Connecting…")
      default: deafTitle ?? words.say("Not connected yet")
      }
    }

    private var deafTitle: String? {
      carrier.deafSince.map { words.say("Not connected since {moment}", ["moment": at($0)]) }
    }

    var reasons: [String] {
      switch phase {
      case .open: []
      case .connecting:
        carrier.trouble == nil
          ? []
          : [carrier.trouble, words.say("Trying again now.")]
            .compactMap(\.self)
      case .backlog: [words.say("Reading what was sent in the meantime.")]
      case .refused: [carrier.trouble].compactMap(\.self)
      default:
        [
          carrier.trouble,
          carrier.nextTry.map { words.say("Next try {moment}.", ["moment": at($0)]) },
        ].compactMap(\.self)
      }
    }

    /// Which of its topics the server refuses; nil if none, or all.
    var refused: String? {
      carrier.refused.map {
        words.say(
          "The server does not allow reading {topics}; the other topics are read.",
          ["topics": $0.joined(separator: ", ")])
      }
    }

    /// What the last outage cost; nil if nothing, or if it is older than a day.
    var loss: String? {
      guard let outage = carrier.lastOutage, let lost = outage.lostBefore,
        let end = Moment(iso: outage.to), end.date.dayNumber >= today.dayNumber - 1
      else { return nil }
      return words.say(
        "Messages sent between {from} and {to} may be lost: the server does not keep them longer.",
        ["from": at(outage.from), "to": at(lost)])
    }

    private func at(_ iso: String) -> String {
      Moment(iso: iso).map { words.at($0, today: today) } ?? iso
    }
  }
}

extension StateReport.Carrier {
  /// The server, as people write it.
  package var server: String {
    Outage(
      carrier: name, from: .distantPast, to: .distantPast, why: nil, lostBefore: nil
    ).server
  }

  /// Whether it hears nothing, and has tried; a process that has just started has not.
  var isDeaf: Bool {
    deafSince != nil && trouble != nil && state != Carrier.Phase.open.rawValue
      || ConnectionLine.isRefused(self)
  }

  /// Whether it has been deaf for so long that it is no mere interruption.
  func isDeaf(at now: Instant?) -> Bool {
    guard let now, let since = deafSince.flatMap({ Instant(iso: $0) }) else { return false }
    return now - since >= .minutes(2)
  }
}

extension Words {
  /// That a connection hears nothing, in a few words. (C6)
  package func deaf(
    _ carrier: StateReport.Carrier, today: LocalDate, lasting: Bool = false
  ) -> String {
    guard let since = carrier.deafSince.flatMap({ Moment(iso: $0) }) else {
      return say("{server}: not connected", ["server": carrier.server])
    }
    return say(
      "{server}: not connected since {moment}",
      ["server": carrier.server, "moment": at(since, today: today, lasting: lasting)])
  }

  /// The same of all that hear nothing; nil if there is none.
  package func deaf(_ report: StateReport, today: LocalDate) -> String? {
    let deaf = report.carriers.filter(\.isDeaf)
    guard let first = deaf.first else { return nil }
    return deaf.count == 1
      ? self.deaf(first, today: today, lasting: true) + "."
      : count("{n} server is not connected.", "{n} servers are not connected.", deaf.count)
  }
}

import CarillonAnswers
import CarillonEngine
import CarillonSlots

/// The content of the history page: what happened, newest first, with a heading for each day. (J22)
struct HistoryModel: Hashable {
  struct Row: Hashable {
    let id: String
    let time: String
    let look: HistoryLook
    let title: String
    /// What the hour was called then, or that it was a test; empty if it had no name.
    let name: String
    /// Whether the name says more than "Shown", which the icon says already.
    let isNamed: Bool
    /// The time of the hour, which can be searched for; empty if there is none.
    let hour: String
    /// Status and reason in a sentence.
    let text: String
    let response: String
    /// Whether it waited for an hour of its type and was not read yet. (§5)
    let isUnread: Bool
    /// The thread of a message; nil for all others.
    let thread: String?
    /// Whether it stays visible when its thread is folded.
    let standsOut: Bool
    /// Whether it can represent its thread.
    let tells: Bool

    /// The second line.
    var detail: String { look == .shown && isNamed ? name : text }

    /// The mark of an unread one, in words; else empty.
    let unread: String

    /// The accessible name.
    var spoken: String {
      [time, title, name == title ? "" : name, text, response, unread].filter { !$0.isEmpty }
        .joined(separator: ", ")
    }
  }

  struct Day: Hashable {
    let heading: String
    let folds: [HistoryFold]

    var rows: [Row] { folds.flatMap(\.rows) }
  }

  /// Shown instead of an empty list.
  struct Nothing: Hashable {
    enum Remedy: Hashable {
      case sendTest, clearSearch, showAll
    }

    let icon: String
    let title: String
    let text: String
    let remedy: Remedy
    let button: String
  }

  let days: [Day]
  let nothing: Nothing?
  /// Says how many more wait than are listed; nil if all are.
  let unlisted: String?

  /// Entries that are waiting or revealed are sorted among the others by time.
  ///
  /// What nobody can have noticed is listed only if it is `revealed`.
  init(
    _ entries: [HistoryEntry], revealed: Set<String> = [],
    filter: HistoryFilter = HistoryFilter(), truth: SettingsModel.Truth, words: Words
  ) {
    let entries = entries.filter {
      revealed.contains($0.requestId) || !$0.isBookkeeping(at: truth.now)
    }
    var days: [(date: LocalDate?, rows: [Row])] = []
    for entry in HistoryModel.sorted(entries) {
      let moment = Moment(iso: entry.listedAt)
      let row = Row(entry, moment, words: words)
      guard filter.lets(row) else { continue }
      if days.isEmpty || days[days.count - 1].date != moment?.date {
        days.append((moment?.date, []))
      }
      days[days.count - 1].rows.append(row)
    }
    self.days = days.map { date, rows in
      Day(
        heading: date.map { words.heading($0, today: truth.today) } ?? "",
        folds: HistoryFold.folded(rows, words))
    }
    nothing =
      days.isEmpty
      ? Nothing(filter, isEmpty: entries.isEmpty, truth: truth, words: words) : nil
    unlisted = truth.state.unlisted(in: words)
  }

  /// The newest first; entries of the same instant keep their order.
  private static func sorted(_ entries: [HistoryEntry]) -> [HistoryEntry] {
    let placed = entries.enumerated().map { place, entry in
      (at: Instant(iso: entry.listedAt) ?? .distantPast, place: place, entry: entry)
    }
    return placed.sorted { ($1.at, $0.place) < ($0.at, $1.place) }.map(\.entry)
  }

  /// The number of visible rows while all folds are closed.
  var count: Int { days.reduce(0) { $0 + $1.folds.count } }
}

extension HistoryModel.Row {
  init(_ entry: HistoryEntry, _ moment: Moment?, words: Words) {
    id = entry.requestId
    time = moment.map { words.clock($0.time) } ?? ""
    look = HistoryLook(status: entry.status, reason: entry.reason)
    title = truncateForRow(entry.title)
    // Its text may be that of the next hour.
    name = entry.kind == "test" ? words.term("notification", "Test") : entry.name ?? ""
    isNamed = !name.isEmpty && (entry.kind == "slot" || entry.kind == "test")
    hour =
      entry.kind == "slot"
      ? entry.slotId.flatMap { SlotID($0).map { words.clock($0.time) } } ?? "" : ""
    text = entry.text
    response = entry.responseText ?? ""
    isUnread = entry.unread == true
    unread = isUnread ? words.term("notification", "Unread") : ""
    thread = entry.thread
    standsOut = entry.standsOut
    tells = entry.tells
  }
}

extension HistoryModel.Nothing {
  fileprivate init(
    _ filter: HistoryFilter, isEmpty: Bool, truth: SettingsModel.Truth, words: Words
  ) {
    if isEmpty, filter.isOpen {
      let first = truth.state.nextOccurrences.first?.moment
      self.init(
        icon: "document-open-recent-symbolic", title: words.say("Nothing Has Rung Yet"),
        text: first.map {
          words.say(
            "The first hour is {moment}. After that, you can see here what happened and why.",
            ["moment": words.at($0, today: truth.today)])
        }
          ?? words.say(
            "Everything Carillon shows, or decides not to show, is listed here with the reason."),
        remedy: .sendTest, button: words.say("Send Me a Test"))
    } else if !filter.search.isEmpty {
      let days = Int(truth.configuration.settings.retention.milliseconds / 86_400_000)
      self.init(
        icon: "edit-find-symbolic", title: words.say("Nothing Found"),
        text: words.count(
          "No notification of the last day matches “{search}”.",
          "No notification of the last {n} days matches “{search}”.", days,
          ["search": filter.search]),
        remedy: .clearSearch, button: words.say("Clear Search"))
    } else {
      self.init(
        icon: "edit-find-symbolic", title: words.say("Nothing Here"),
        text: words.say("Everything that happened is under “All”."),
        remedy: .showAll, button: words.say("Show All"))
    }
  }
}

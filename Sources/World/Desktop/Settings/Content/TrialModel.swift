import CarillonEngine
import CarillonSlots

/// The result of a trial, or the state of the last fetch. (T4, T25)
struct TrialModel: Hashable {
  enum Look: Hashable {
    case asking, good, incomplete, failed
    /// Nothing was tried: describes the stored content.
    case stored
  }

  struct Fact: Hashable {
    let name: String
    let value: String
  }

  private(set) var look = Look.stored
  private(set) var title = ""
  private(set) var detail = ""
  /// Shown on demand.
  private(set) var facts: [Fact] = []
  /// The beginning of the raw answer.
  private(set) var payload: String?
  /// The feeds that the page at the address names, to be used instead.
  private(set) var feeds: [Sample.Feed] = []
  /// Whether the user may want the source all the same, because it may work later.
  private(set) var offersKeeping = false

  /// Nil for the pack, which needs no trial.
  ///
  /// `instead` names the source that the hours use as long as this one is not saved; nil if it is.
  init?(
    _ trial: TrialState.Stage, _ form: SourceForm, stored: PreviewReport.Stored?,
    instead: String? = nil, clock: TrialClock, words: Words
  ) {
    guard form.kind == .address else { return nil }
    switch trial {
    case .asking(let form):
      look = .asking
      title =
        form.host.map { words.say("Asking {host}…", ["host": $0]) }
        ?? words.say("Reading the file…")
      detail = words.count(
        "Waits up to {n} second.", "Waits up to {n} seconds.",
        Int(form.timeout.milliseconds / 1000))
    case .done(let report, of: let form, let took):
      tell(report, form, took, stored, instead, clock, words)
    case .none:
      guard !form.address.trimmingSpaces.isEmpty else { return nil }
      look = .stored
      guard let stored, let fetched = Moment(iso: stored.fetchedAt),
        let checked = Moment(iso: stored.validatedAt)
      else {
        title = words.say("Not fetched yet")
        detail = words.say("Press Try It to see the result.")
        return
      }
      title = words.say(
        "Fetched {moment}", ["moment": words.at(fetched, today: clock.today)])
      detail = words.say(
        "Last checked {moment}.", ["moment": words.at(checked, today: clock.today)])
    }
  }

  private mutating func tell(
    _ report: TrialReport, _ form: SourceForm, _ took: Span, _ stored: PreviewReport.Stored?,
    _ instead: String?, _ clock: TrialClock, _ words: Words
  ) {
    let kept = instead.map {
      words.say("Not saved. Your hours keep using “{source}”.", ["source": $0])
    }
    let isPayload = report.code == FetchFailure.Code.payload.rawValue
    if report.ok {
      look = .good
      title = words.format(report)
      detail = TrialModel.tried(report, isSaved: instead == nil, clock, words)
    } else if report.places != nil, isPayload, form.pointers.isEmpty {
      look = .incomplete
      title = words.say("Carillon found no headline or summary in this JSON")
      detail = [words.say("Choose below which values to show."), kept].compactMap(\.self)
        .joined(separator: " ")
    } else if let feeds = report.feeds, !feeds.isEmpty {
      look = .incomplete
      self.feeds = feeds
      title = words.count(
        "This is a web page, and it has a feed", "This is a web page, and it has {n} feeds",
        feeds.count)
      detail = kept ?? ""
    } else {
      look = .failed
      title = words.failure(report, form)
      detail =
        kept
        ?? stored.flatMap { Moment(iso: $0.validatedAt) }.map {
          words.say(
            "Your hours keep using the content from {moment}.",
            ["moment": words.at($0, today: clock.today)])
        } ?? words.say("Nothing can be shown until this is fixed.")
      offersKeeping = instead != nil && !isPayload
    }
    facts = TrialModel.facts(report, form, took, clock, words)
    payload = report.payload.map { $0 + (report.payloadIsCut == true ? "…" : "") }
  }

  /// What a good answer means: whether something is missing in it, and that it is in use now.
  private static func tried(
    _ report: TrialReport, isSaved: Bool, _ clock: TrialClock, _ words: Words
  ) -> String {
    let missing: String? =
      switch (report.headline, report.summary) {
      case (nil, _): words.say("There is no headline.")
      case (_, nil): words.say("There is no summary; the body stays empty.")
      default: nil
      }
    let saved =
      isSaved
      ? words.say("Saved. It is fetched again before each hour.") : words.say("Not saved yet.")
    return [missing, saved].compactMap(\.self).joined(separator: " ")
  }

  private static func facts(
    _ report: TrialReport, _ form: SourceForm, _ took: Span, _ clock: TrialClock, _ words: Words
  ) -> [Fact] {
    var facts: [Fact] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { facts.append(Fact(name: name, value: value)) }
    }
    add(words.term("trial", "Headline"), report.headline)
    add(words.term("trial", "Summary"), report.summary)
    add(words.term("trial", "Link"), report.link)
    let parts = [
      report.status.map { words.say("status {n}", ["n": String($0)]) },
      words.say("{n} ms", ["n": String(took.milliseconds)]),
      report.size.map(clock.size),
    ]
    add(words.term("trial", "Answer"), parts.compactMap(\.self).joined(separator: " · "))
    if report.ok {
      add(
        words.term("trial", "Next time"),
        report.etag == nil
          ? words.say("Everything is sent again (no ETag)")
          : words.say("Unchanged content is not sent again (ETag)"))
    }
    add(words.term("trial", "ETag"), report.etag)
    add(
      words.term("trial", "Dated"),
      report.published.flatMap(clock.moment).map { words.at($0, today: clock.today) })
    let cause = [report.code, report.detail].compactMap(\.self).filter { !$0.isEmpty }
    add(words.term("trial", "Reason"), cause.joined(separator: ": "))
    return facts
  }
}

/// Time and size formatting for the texts of a trial.
struct TrialClock {
  let today: LocalDate
  let zone: any ZoneRules
  /// Formats a number of bytes for people.
  let size: (Int) -> String

  /// An ISO instant on this zone's wall clock; feeds use any zone.
  func moment(_ iso: String) -> Moment? {
    Instant(iso: iso).map { Moment($0, in: zone) }
  }
}

extension Words {
  /// The detected format of a source.
  fileprivate func format(_ report: TrialReport) -> String {
    let items = report.items ?? 0
    switch report.format.flatMap(Fetched.Format.init) {
    case .content: return say("JSON with a headline and a summary")
    case .pack:
      return count("A content pack with {n} item", "A content pack with {n} items", items)
    case .pointers: return say("JSON, read from the paths below")
    case .jsonFeed: return feed("JSON Feed", items)
    case .rss: return feed("RSS", items)
    case .atom: return feed("Atom", items)
    case .rdf: return feed("RSS 1.0", items)
    case nil: return report.format ?? ""
    }
  }

  private func feed(_ name: String, _ items: Int) -> String {
    count(
      "News feed ({kind}) with {n} item", "News feed ({kind}) with {n} items; the newest is used",
      items, ["kind": name])
  }

  /// Why there was no answer, naming the host.
  fileprivate func failure(_ report: TrialReport, _ form: SourceForm) -> String {
    let sentence = report.text ?? say("The source returned nothing.")
    if report.code == FetchFailure.Code.payload.rawValue {
      switch report.detail {
      case "a web page, not a feed":
        return say("This address leads to a web page, not to a feed")
      case "not JSON" where !form.pointers.isEmpty:
        return say("This is not JSON. To use a feed, clear the paths below.")
      default: return sentence
      }
    }
    guard let host = form.host else { return sentence }
    return switch report.code {
    case FetchFailure.Code.timeout.rawValue:
      count(
        "{host} did not answer within {n} second", "{host} did not answer within {n} seconds",
        Int(form.timeout.milliseconds / 1000), ["host": host])
    case FetchFailure.Code.unreachable.rawValue:
      say("{host} cannot be reached", ["host": host])
    default: sentence
    }
  }
}

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

  /// Nil for the pack, which needs no trial.
  init?(
    _ trial: TrialState.Stage, _ form: SourceForm, stored: PreviewReport.Stored?,
    clock: TrialClock, words: Words
  ) {
    guard form.kind == .address else { return nil }
    switch trial {
    case .asking(let form):
      look = .asking
      title =
        form.host.map { words.say("Asking {host}…", ["host": $0]) }
        ?? words.say("Reading the file…")
      detail = words.count(
        "Waits up to {n} second. Nothing is stored.",
        "Waits up to {n} seconds. Nothing is stored.",
        Int(form.timeout.milliseconds / 1000))
    case .done(let report, of: let form, let took):
      tell(report, form, took, stored, clock, words)
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
    _ clock: TrialClock, _ words: Words
  ) {
    let tried =
      clock.moment(report.fetchedAt).map {
        words.say(
          "Tried {moment}. The content itself is fetched before the next hour.",
          ["moment": words.at($0, today: clock.today)])
      } ?? words.say("The content itself is fetched before the next hour.")
    let shown = ["shown": Template.fallback]
    if report.ok {
      let missing = ["headline", "summary"].filter { name in
        (name == "headline" ? report.headline : report.summary) == nil
      }
      look = missing.isEmpty ? .good : .incomplete
      title = words.format(report)
      detail =
        switch missing {
        case []: tried
        case ["headline"]:
          words.say("There is no headline; {shown} is shown instead.", shown)
        default: words.say("There is no summary; {shown} is shown instead.", shown)
        }
    } else if report.places != nil, report.code == FetchFailure.Code.payload.rawValue {
      look = .incomplete
      title = words.say("Carillon found no headline or summary in this JSON")
      detail = words.say(
        "Choose below which values to show. Until then, {shown} is shown.", shown)
    } else {
      look = .failed
      title = words.failure(report, form)
      detail =
        stored.flatMap { Moment(iso: $0.validatedAt) }.map {
          words.say(
            "Your hours keep using the content from {moment}.",
            ["moment": words.at($0, today: clock.today)])
        } ?? words.say("Nothing can be shown until this is fixed.")
    }
    facts = TrialModel.facts(report, form, took, clock, words)
    payload = report.payload.map { $0 + (report.payloadIsCut == true ? "…" : "") }
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

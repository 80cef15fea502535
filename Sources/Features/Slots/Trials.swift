import CarillonEngine

/// `TryFetch`: the callers that try out a source. (T25)
///
/// A trial is not stored: it ends with the process, as does its caller.
final class Trials: Room {
  let ledger: Ledger
  private(set) var memory: Memory

  struct Memory: Sendable {
    /// The callers, by the row of the ticket, and whether they may see the source's very words.
    var trials: [Int64: (caller: Caller, showsSample: Bool)] = [:]
    var lastTrial: Int64 = 0
  }

  init(_ ledger: Ledger, _ memory: Memory) {
    self.ledger = ledger
    self.memory = memory
  }

  private static let mostAtOnce = 8

  /// `TryFetch`: what a source would bring, or why it fails; stores nothing. (T25)
  ///
  /// - Returns: nil if the answer follows when the source has answered.
  func tryFetch(
    _ document: Document, showsFile: Bool, for caller: Caller, _ origins: SecretOrigins
  ) throws(StoreFailure) -> Answer? {
    let spec: FetchSpec
    do throws(Refusal) {
      let field = Field(path: "fetchSpec", value: document.value)
      spec = try FetchSpec(field, for: .content)
      try origins.check(field)
    } catch {
      return .refused(error)
    }
    guard memory.trials.count < Trials.mostAtOnce else {
      return .refused(
        Refusal(.refused, words.say("Other sources are still being tried. Try again later.")))
    }
    try ledger.contact(spec, for: .trial)
    memory.lastTrial += 1
    memory.trials[memory.lastTrial] = (caller, showsFile || !spec.isFile)
    emit(
      .fetch(
        FetchJob(spec: spec), Ticket(kind: .tryFetch, row: memory.lastTrial, attempt: 1)))
    return nil
  }

  func finish(_ ticket: Ticket, _ result: FetchResult, _ sample: Sample? = nil) {
    guard let (caller, showsSample) = memory.trials.removeValue(forKey: ticket.row) else { return }
    let sample = showsSample ? sample : nil
    var report = trialReport(result)
    report.status = sample?.status
    report.payload = sample?.text
    report.payloadIsCut = sample.flatMap { $0.isCut ? true : nil }
    report.places = sample?.places
    report.feeds = sample?.feeds
    ledger.answer(.done(Reply(report)), to: caller)
  }

  private func trialReport(_ result: FetchResult) -> TrialReport {
    var report = TrialReport(ok: false, fetchedAt: now.iso(in: zone))
    switch result {
    case .payload(let fetched, let etag):
      let today = zone.wallClock(at: now).date
      let tokens = fetched.payload.tokens(on: today, place: .first) ?? [:]
      report.ok = true
      report.format = fetched.format.rawValue
      report.headline = tokens["headline"]
      report.summary = tokens["summary"]
      report.link = fetched.payload.link(on: today, place: .first)?.url
      report.etag = etag
      report.size = fetched.size
      report.items = fetched.items
      report.published = fetched.published?.iso(in: zone)
    case .notModified:
      // The request was not conditional.
      fail(&report, FetchFailure(.status, "304"))
    case .failed(let failure): fail(&report, failure)
    }
    return report
  }

  private func fail(_ report: inout TrialReport, _ failure: FetchFailure) {
    report.code = failure.code.rawValue
    report.detail = failure.detail
    report.text = words.fetch(failure)
  }
}

import CarillonEngine

/// What the user has told the service about an alarm or a work order, and how far that has come. (D6, D14)
struct Report: Hashable, Codable, Sendable {
  enum Stage: Hashable, Codable, Sendable {
    case waiting
    case taken(at: Instant)
    /// Refused for good; nil if it was never sent.
    case refused(status: Int?)
  }

  /// When the user made it; tells it from a later one.
  var at: Instant
  var stage = Stage.waiting

  /// Whether it counts: the service has it, or may yet take it.
  var counts: Bool {
    switch stage {
    case .waiting, .taken: true
    case .refused: false
    }
  }

  /// For how long it silences what the service goes on saying.
  static let life = Span.hours(1)

  /// Whether a message heard now, about the moment `saidAt`, raises the alarm anew. (D2)
  ///
  /// Services repeat themselves. But if one has taken the acknowledgement, and says an hour later that the
  /// alarm is active, it is raised again, or nobody has seen to it.
  func isOutlived(by saidAt: Instant, at now: Instant) -> Bool {
    guard case .taken(let at) = stage else { return false }
    // It was made while the clock was ahead: nobody knows how long ago that is. (T16)
    if at - now >= Report.life { return true }
    return saidAt > at && now - at >= Report.life
  }

  /// The report after a step of the one that was made at `madeAt`.
  ///
  /// What the service says to an earlier one changes nothing. `isDone`: whether a refusal says that it is so
  /// already.
  static func after(
    _ step: ReportStep, madeAt: Instant, _ before: Report?, isDone: (Int) -> Bool, at now: Instant
  ) -> Report? {
    if step == .made { return Report(at: madeAt) }
    guard var report = before, report.at == madeAt else { return before }
    switch step {
    case .made: break
    case .taken: report.stage = .taken(at: now)
    case .refused(let status):
      report.stage = isDone(status) ? .taken(at: now) : .refused(status: status)
    case .nowhere, .overdue: report.stage = .refused(status: nil)
    }
    return report
  }
}

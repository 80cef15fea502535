import CarillonEngine

/// The callers of `runFullPipelineNow`, and the fetches that each still waits for. (T3, T13)
final class Pipelines: Room {
  let ledger: Ledger
  private let list: SlotList
  private let contents: Contents
  private let prefetch: Prefetch
  private(set) var memory: Memory

  struct Memory: Sendable {
    var pipelines: [Pipeline] = []
  }

  /// A `runFullPipelineNow` that waits for its fetches.
  struct Pipeline: Sendable {
    var caller: Caller
    var open: Set<Int64>
    var results: [PipelineReport.Source]
  }

  init(
    _ ledger: Ledger, _ list: SlotList, _ contents: Contents, _ prefetch: Prefetch,
    _ memory: Memory
  ) {
    self.ledger = ledger
    self.list = list
    self.contents = contents
    self.prefetch = prefetch
    self.memory = memory
  }

  /// `runFullPipelineNow`: fetches, stores and arms; joins fetches in flight. (T3, T13)
  func run(for caller: Caller) throws(StoreFailure) {
    var pipeline = Pipeline(caller: caller, open: [], results: [])
    let settings = try settings
    for spec in try contents.inUse() {
      if let obstacle = situation.obstacle(to: spec) {
        pipeline.results.append(Pipelines.result(obstacle.rawValue))
        continue
      }
      pipeline.open.insert(try prefetch.openFetch(of: spec, asked: true))
      for var delivery in try awake()
      where delivery.isOfSlot && delivery.status == .scheduled && delivery.fireAt > now
        && delivery.attemptAt == nil && delivery.fireAt - now <= settings.lead
      {
        guard let slot = try list.slot(of: delivery),
          try contents.key(of: settings.source(of: slot)) == contents.key(of: spec)
        else { continue }
        try prefetch.attempt(&delivery, spec)
      }
    }
    if pipeline.open.isEmpty {
      ledger.answer(try document(of: pipeline), to: caller)
    } else {
      memory.pipelines.append(pipeline)
    }
  }

  /// Notes that a fetch has ended.
  func settle(_ ended: Prefetch.Ended) {
    for index in memory.pipelines.indices
    where memory.pipelines[index].open.remove(ended.fetch) != nil {
      memory.pipelines[index].results.append(Pipelines.result(ended.outcome))
    }
  }

  /// Answers the callers whose fetches have all ended; called after planning.
  func answer() throws(StoreFailure) {
    for pipeline in memory.pipelines where pipeline.open.isEmpty {
      ledger.answer(try document(of: pipeline), to: pipeline.caller)
    }
    memory.pipelines.removeAll { $0.open.isEmpty }
  }

  private func document(of pipeline: Pipeline) throws(StoreFailure) -> Answer {
    .done(
      Reply(
        PipelineReport(sources: pipeline.results, pendingCount: try ledger.pendingCount())))
  }

  private static func result(_ outcome: String) -> PipelineReport.Source {
    let ok = Step.Fetched(rawValue: outcome) != nil
    return PipelineReport.Source(ok: ok, outcome: outcome)
  }
}

extension Decision {
  func metricsReport() throws(StoreFailure) -> MetricsReport {
    MetricsReport(
      try rows.messageSamples(limit: MetricsReport.mostRows),
      commands: try rows.commandCounts(limit: MetricsReport.mostRows),
      errors: try rows.eventCounts(limit: MetricsReport.mostRows), zone: zone)
  }

  /// The state with the metrics beside it: for programs, which ask for all of it at once. (B29)
  ///
  /// Windows and tray read the state at every change, so it comes to them without.
  func wholeState() throws(StoreFailure) -> String {
    serialize(WholeState(state: try stateReport(), metrics: try metricsReport()))
  }
}

/// A state with one member more.
private struct WholeState: Encodable {
  let state: StateReport
  let metrics: MetricsReport

  private enum CodingKeys: String, CodingKey {
    case metrics
  }

  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(metrics, forKey: .metrics)
  }
}

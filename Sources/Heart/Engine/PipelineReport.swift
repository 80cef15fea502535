/// The answer of `RunFullPipelineNow`: what came of each source. (T13)
package struct PipelineReport: Hashable, Codable, Sendable {
  package struct Source: Hashable, Codable, Sendable {
    package let ok: Bool
    /// `stored`, `not-modified`, or the code of a failure.
    package let outcome: String

    package init(ok: Bool, outcome: String) {
      self.ok = ok
      self.outcome = outcome
    }
  }

  /// In the order in which they were done.
  package let sources: [Source]
  package let pendingCount: Int?

  package init(sources: [Source], pendingCount: Int? = nil) {
    self.sources = sources
    self.pendingCount = pendingCount
  }
}

package import CarillonEngine

extension PipelineReport {
  /// A sentence for each source.
  package func sentences(_ words: Words) -> [String] { sources.map { sentence($0, words) } }

  /// A sentence for each kind of failure.
  package func failures(_ words: Words) -> [String] {
    var failures: [String] = []
    for source in sources where !source.ok {
      let sentence = sentence(source, words)
      if !failures.contains(sentence) { failures.append(sentence) }
    }
    return failures
  }

  private func sentence(_ source: Source, _ words: Words) -> String {
    switch Step.Fetched(rawValue: source.outcome) {
    case .stored: words.say("Fetched new content.")
    case .notModified: words.say("The content was unchanged.")
    case nil: words.error(EventCode(rawValue: source.outcome))
    }
  }
}

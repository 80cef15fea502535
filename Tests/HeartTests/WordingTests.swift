import CarillonFeatures
import CarillonStore
import Testing

/// Every code has words for people, in English and in German. (J22, J23, T23, B26)
@Suite struct WordingTests {
  private let german: Words

  init() throws { german = try Words.catalogue("de") { _ in } }

  /// Expects a sentence that does not show `code`, and its translation.
  private func expectWords(
    for code: String, at location: SourceLocation = #_sourceLocation, _ say: (Words) -> String
  ) {
    let sentence = say(.english)
    #expect(isSentence(sentence, for: code), "\(code): \(sentence)", sourceLocation: location)
    #expect(say(german) != sentence, "\(code): \(sentence)", sourceLocation: location)
  }

  /// Codes have hyphens or underscores, or are one word in lower case.
  private func isSentence(_ text: String, for code: String) -> Bool {
    text.first(where: \.isLetter)?.isUppercase == true && text != code && !text.contains("_")
      && (!code.contains("-") || !text.contains(code))
  }

  @Test("J22: every status has words for every reason", arguments: Delivery.Status.allCases)
  func reasons(status: Delivery.Status) {
    expectWords(for: status.rawValue) { $0.outcome(status, nil) }
    for reason in Reason.all + [.own("x-y")] {
      expectWords(for: reason.rawValue) { $0.outcome(status, reason) }
    }
  }

  @Test("T23: every event has words")
  func events() {
    for code in EventCode.all + [.messageRefused("data.type"), .unknown("LATER_ON")] {
      expectWords(for: code.rawValue) { $0.error(code) }
    }
    for code in EventCode.all {
      #expect(Words.english.error(code) != Words.english.error(.unknown("LATER_ON")))
    }
  }

  @Test("B17: every failure of a command has words, without its code")
  func failures() {
    for failure in Command.Failure.all + [.unknown("x-y")] {
      expectWords(for: failure.rawValue) { $0.failure(of: failure) }
    }
    #expect(Words.english.failure(of: .machine(saying: "Empty.")) == "Empty.")
  }

  @Test("J23: every step and every check has words")
  func steps() throws {
    let steps =
      Step.Code.allCases.flatMap { StepSamples.steps(with: $0).map(\.step) } + [
        .unknown(code: "x-y", values: ["a": "b"]),
        .gate(Step.Verdict(checks: StepSamples.checks, online: false, permitted: true)),
        .gate(Step.Verdict(checks: [.passed(.hold)], online: true, permitted: true)),
        .status(Step.Move(from: .showing, to: .snoozed, reason: .waited(.noServer))),
      ]
    let told = try explained(steps, .english)
    let inGerman = try explained(steps, german)
    #expect(told.count == steps.count)
    for (step, translated) in zip(told, inGerman) {
      #expect(isSentence(step.text, for: step.code), "\(step.code): \(step.text)")
      #expect(translated.text != step.text, "\(step.text)")
      #expect(step.detail?.contains("_") != true && step.detail != step.code, "\(step)")
      for (check, translated) in zip(step.checks ?? [], translated.checks ?? []) {
        #expect(isSentence(check.text, for: check.code), "\(check.code): \(check.text)")
        #expect(translated.text != check.text, "\(check.text)")
      }
    }
    #expect(told.contains { $0.checks?.count == StepSamples.checks.count })
  }

  /// The steps of a delivery as `Explain` tells them.
  private func explained(
    _ steps: [Step], _ words: Words
  ) throws -> [ExplanationReport.Step] {
    let device = try Device(at: at("2026-11-21T08:00:00Z")) { $0.words = words }
    return try item(device, .skipped, .silent, steps).steps
  }

  /// The explanation of a message with this fate.
  private func item(
    _ device: Device, _ status: Delivery.Status, _ reason: Reason, _ steps: [Step] = []
  ) throws -> ExplanationReport.Item {
    var delivery = Delivery(.message, tag: "one", at: device.now, now: device.now)
    delivery.status = status
    delivery.reason = reason
    delivery.decidedAt = device.now
    delivery.request = Request(channel: Channel.daily.id, category: "")
    let row = delivery
    let id = try device.store.transaction { rows throws(StoreFailure) in
      let id = try rows.insert(row)
      for step in steps { try rows.trace(TraceStep(delivery: id, at: device.now, step)) }
      return id
    }
    let text = device.done(.explain(id: String(id)))
    return try #require(deserialize(ExplanationReport.self, from: text)?.items.first)
  }

  @Test("J23: what was missed because the keyring was locked gets advice about the keyring")
  func locked() throws {
    let device = try Device(at: at("2026-11-21T08:00:00Z"))
    let advice = try item(device, .missed, .waited(.locked)).advice
    #expect(advice?.code == "locked" && advice?.text.contains("keyring") == true)
    let server = try item(device, .missed, .waited(.noServer)).advice
    #expect(server?.text == "Check whether your desktop shows notifications.")
  }
}

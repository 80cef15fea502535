import Testing

import CarillonFeatures
@testable import CarillonDesktop

/// What becomes of a source whose window was closed while it was tried. (T25)
@Suite struct LateSaveTests {
  /// What was asked, and what the user was told.
  private final class Record {
    var patches: [String] = []
    var told: [String] = []
  }

  private let record = Record()
  private let patch = JSONValue.object(["callbacks": .object([:])])

  private func late(saving answer: Answer = .done(.nothing)) -> LateSave {
    LateSave(
      link: AppLink(
        ask: { [record] order, reply in
          if case .change(let patch) = order { record.patches.append(patch.value.serialized) }
          reply(answer)
        },
        read: { _ in .refused(Refusal(.notFound, "")) }, now: { .distantPast }, zone: { _ in nil },
        words: .english),
      complain: { [record] in record.told.append($0) })
  }

  private func report(ok: Bool) -> Answer {
    .done(Reply(TrialReport(ok: ok, fetchedAt: "2026-11-21T15:00:00Z")))
  }

  @Test("T25: a source that works is saved after its window was closed, without a word")
  func saved() {
    late().tried(report(ok: true), thenSave: patch)
    #expect(record.patches == [patch.serialized])
    #expect(record.told.isEmpty)
  }

  @Test("T25: after its window was closed, a source that does not work is not saved")
  func notSaved() {
    late().tried(report(ok: false), thenSave: patch)
    late().tried(report(ok: true), thenSave: nil)
    #expect(record.patches.isEmpty && record.told.isEmpty)
  }

  @Test("T25: the user is told if a source cannot be saved after its window was closed")
  func refused() {
    late(saving: .refused(Refusal(.storageBusy, "busy"))).tried(report(ok: true), thenSave: patch)
    #expect(record.told == ["The source could not be saved."])
    let field = Refusal(.invalidArgument, "callbacks: no")
    late(saving: .refused(field)).tried(report(ok: true), thenSave: patch)
    #expect(record.told.last == "The source could not be saved.\ncallbacks: no")
    #expect(record.patches.count == 2)
    // One that needed no trial.
    late().saved(.refused(Refusal(.storageBusy, "busy")))
    #expect(record.told.count == 3)
  }

  @Test("T25: the user is told if a source is not even tried after its window was closed")
  func trialRefused() {
    late().tried(.refused(Refusal(.storageBusy, "busy")), thenSave: patch)
    #expect(record.told == ["The source could not be saved."])
    #expect(record.patches.isEmpty)
  }

  @Test("T25: quitting opens no window because a trial was under way")
  func quitting() {
    late().tried(.refused(Host.closing), thenSave: patch)
    late(saving: .refused(Host.closing)).tried(report(ok: true), thenSave: patch)
    #expect(record.told.isEmpty)
  }
}

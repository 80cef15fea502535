import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct SettingsModelTests {
  /// A stand-in for the app: gives prepared answers and records the questions.
  private final class App {
    var asked: [Order] = []
    var read: [Query] = []
    var refusal: Refusal?
    var slots: [Slot] = []
    var settings = Settings()

    func answer(_ order: Order) -> Answer {
      asked.append(order)
      return refusal.map { .refused($0) } ?? .done(.nothing)
    }

    func answer(_ query: Query) -> Answer {
      read.append(query)
      switch query {
      case .state: return .done(Reply(StateReport.calm))
      case .configuration:
        let slots = ConfigurationReport(slots: slots).slotsPatch
        return .done(Reply(JSONValue.object(settings.document.merging(slots) { $1 })))
      default: return .refused(refusal ?? Refusal(.notFound, ""))
      }
    }

    var patches: [String] {
      asked.compactMap { order in
        if case .change(let patch) = order { return patch.value.serialized }
        return nil
      }
    }
  }

  private let app = App()
  private let daily = StandInNotifications()
  private let evening = Slot(
    id: SlotID(WallTime(ofDay: 1080)), label: "Evening", considered: LocalDate(dayNumber: 0))

  private func makeModel() -> SettingsModel {
    app.slots = [evening]
    return SettingsModel(
      AppLink(
        ask: { [app] order, answer in answer(app.answer(order)) },
        read: { [app] query in app.answer(query) }, daily: daily,
        now: { Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast },
        zone: { _ in FixedZone() }, words: .english))
  }

  @Test("A failed save names the value that is still set, resets the controls, and can be retried")
  func busy() throws {
    let model = makeModel()
    var toasts: [SettingsModel.Toast] = []
    var shown = 0
    var saved: [Bool] = []
    model.onToast = { toasts.append($0) }
    model.onTruth = { _ in shown += 1 }
    model.refresh()
    #expect(shown == 1)

    app.refusal = Refusal(.storageBusy, "busy")
    model.setSlots(stays: "18:00", then: { saved.append($0) }) {
      SlotChange.enabled(false).apply(to: &$0, of: evening.id)
    }
    #expect(toasts.map(\.text) == ["Could not save. “18:00” is still set."])
    #expect(saved == [false])
    #expect(shown == 2)
    #expect(model.truth?.configuration.slots.map(\.enabled) == [true])

    app.refusal = nil
    let again = try #require(toasts.first?.button)
    #expect(again.label == "Try Again")
    again.act()
    #expect(saved == [false, true])
    #expect(app.patches.count == 2)
    #expect(app.patches[0] == app.patches[1])
    #expect(app.patches[0].contains("\"enabled\":false"))
  }

  @Test("A refusal is explained in the app's own words, without offering a retry")
  func refused() {
    let model = makeModel()
    var toasts: [SettingsModel.Toast] = []
    model.onToast = { toasts.append($0) }
    app.refusal = Refusal(.invalidArgument, "slots: 1800 is there twice")
    model.set(["mode": .text("auto")], stays: "18:00")
    #expect(toasts.map(\.text) == ["slots: 1800 is there twice"])
    #expect(toasts.allSatisfy { $0.button == nil })
  }

  @Test(
    "T19: while tomorrow is planned too, the start cannot be turned off, and it says why")
  func startWithSession() {
    app.settings.depth = 1
    app.settings.autostart = true
    let model = makeModel()
    var toasts: [String] = []
    var told: [String] = []
    model.onToast = { toasts.append($0.text) }
    model.refresh()
    app.refusal = Refusal(.invalidArgument, "depth: 1 needs autostart to be on")
    model.set(["autostart": .bool(false)])
    model.set(["autostart": .bool(false)], tell: { told.append($0) })
    #expect(toasts.count == 1 && toasts[0].contains("Turn off “Also plan tomorrow”"))
    #expect(told == toasts)
  }

  @Test("Hours are changed as they are now, so that changes from elsewhere are kept")
  func others() {
    let model = makeModel()
    model.refresh()
    app.slots.append(
      Slot(
        id: SlotID(WallTime(ofDay: 450)), label: "From elsewhere",
        considered: LocalDate(dayNumber: 0)))
    model.setSlots { SlotChange.label("Night").apply(to: &$0, of: evening.id) }
    #expect(app.patches.count == 1)
    #expect(app.patches[0].contains("From elsewhere"))
    #expect(app.patches[0].contains("Night"))
  }

  @Test("§6: Fetch Now says what came of it, and each kind of failure once")
  func fetchNow() {
    let model = makeModel()
    var toasts: [String] = []
    var ended = 0
    model.onToast = { toasts.append($0.text) }
    for outcomes in [
      [(true, "stored"), (true, "not-modified")],
      [(true, "stored"), (false, "FETCH_TIMEOUT"), (false, "FETCH_TIMEOUT")],
      [(false, "FETCH_OFFLINE"), (false, "FETCH_STATUS")], [],
    ] {
      daily.sources = outcomes.map { PipelineReport.Source(ok: $0, outcome: $1) }
      model.fetchNow { ended += 1 }
    }
    #expect(
      toasts == [
        "Fetched new content.\nThe content was unchanged.",
        "The source did not answer in time.",
        "There was no network.\nThe source answered with an error.",
      ])
    #expect(ended == 4)
    #expect(daily.calls == Array(repeating: "runFullPipelineNow", count: 4))
  }

  @Test("003 §4: the window rings an hour by the protocol, and says why it did not")
  func ringNow() {
    let model = makeModel()
    var toasts: [String] = []
    var ended = 0
    model.onToast = { toasts.append($0.text) }
    model.ringNow(evening.id) { ended += 1 }
    #expect(toasts.isEmpty)
    daily.refusal = Refusal(.refused, "Wait a minute.")
    model.ringNow(nil) { ended += 1 }
    #expect(toasts == ["Wait a minute."] && ended == 2)
    #expect(daily.calls == ["deliverStoredNow 1800", "deliverStoredNow next"])
    #expect(app.asked.isEmpty)
  }

  @Test("T9: a preview is requested for its hour")
  func preview() {
    let model = makeModel()
    model.preview(evening.id, Template(title: "a", body: "b")) { _ in }
    model.preview(nil, Template(title: "a", body: "b")) { _ in }
    #expect(
      app.read == [
        .preview(slotID: "1800", Template(title: "a", body: "b")),
        .preview(slotID: nil, Template(title: "a", body: "b")),
      ])
  }
}

import CarillonFeatures
import Testing

@testable import carillon_sim

/// What the watch calls a broken rule, and what it does not.
@Suite struct WatchTests {
  private let due = Instant(seconds: 1_789_942_020)
  private let now = Instant(seconds: 1_789_943_243)
  private let ahead = Instant(seconds: 1_789_949_220)
  private let past = Instant(seconds: 1_789_891_620)

  /// An occurrence that is due and waits for a server.
  private func waiting() throws -> Delivery {
    let date = try #require(LocalDate("2026-09-20"))
    let item = PlanItem.ID(source: Slots.source, name: "1807")
    var delivery = Delivery(
      .planned(Occasion(item, on: date)), tag: "slot:1807", at: due, now: past)
    delivery.id = 1
    delivery.content = 58
    delivery.title = "Old"
    delivery.waiting = .noServer
    return delivery
  }

  /// Lets the watch look at `old`, which then has another text and what `change` does, after `steps`.
  private func check(
    _ old: Delivery, _ steps: [Step], _ change: (inout Delivery) -> Void = { _ in }
  ) throws {
    let life = try Life(Life.Draft(seed: 1))
    life.now = now
    life.watch.willSeeSeveral()
    var new = old
    new.content = 59
    new.title = "New"
    change(&new)
    let trace = steps.map { TraceStep(delivery: 1, at: now, $0) }
    try life.watch.checkChange(from: old, to: new, trace, life, Settings())
  }

  private func moved(_ from: Instant, _ to: Instant) -> Step {
    .moved(from: from, to: to, zone: "Europe/Berlin")
  }

  private let rendered = Step.rendered(.init(why: .armed, content: 59, same: false))

  @Test("T9, T16: moved ahead it is armed again, and may have come back before anybody looks")
  func movedAheadAndBack() throws {
    let steps = [
      moved(due, ahead), rendered, moved(ahead, due), .fetching(fetch: 1), .waiting(for: .fetch),
    ]
    try check(try waiting(), steps) { $0.waiting = .fetch }
    let missed = Step.status(
      .init(from: .scheduled, to: .missed, reason: .late(.clock), .late(now - past)))
    try check(try waiting(), steps + [moved(due, past), missed]) {
      $0.fireAt = past
      $0.status = .missed
      $0.reason = .late(.clock)
    }
  }

  @Test("T9: what waited only for its content when it was rendered had not come to the gate")
  func renderedWhileFetching() throws {
    var delivery = try waiting()
    delivery.waiting = .fetch
    try check(delivery, [rendered, .waiting(for: .noServer)]) { $0.waiting = .noServer }
  }

  @Test(
    "T9, T29: for another identity, what lies ahead loses its text; it may be missed in the same look"
  )
  func identity() throws {
    var delivery = try waiting()
    delivery.waiting = nil
    delivery.fireAt = ahead
    let steps = [
      Step.identity, moved(ahead, past),
      .status(.init(from: .scheduled, to: .missed, reason: .late(.clock), .late(now - past))),
    ]
    try check(delivery, steps) {
      $0.forgetText()
      $0.fireAt = past
      $0.status = .missed
      $0.reason = .late(.clock)
    }
  }

  @Test("T9: armed again it may lose its text, and be missed in the same look")
  func armedWithoutText() throws {
    var delivery = try waiting()
    (delivery.status, delivery.reason, delivery.waiting) = (.cancelled, .notNext, nil)
    let steps = [
      Step.status(.init(from: .cancelled, to: .scheduled, reason: .aheadAgain)),
      .status(.init(from: .scheduled, to: .missed, reason: .late(.off), .late(now - past))),
    ]
    try check(delivery, steps) {
      $0.forgetText()
      $0.fireAt = past
      $0.status = .missed
      $0.reason = .late(.off)
    }
  }

  @Test(
    "T33: an hour that is off has no snooze, but what was asked for has", arguments: [true, false],
    [true, false])
  func snooze(isOn: Bool, isPlanned: Bool) throws {
    let life = try Life(Life.Draft(seed: 1))
    life.boot()
    guard case .done = life.ask(.patch(#"{"slots":[{"hour":18,"minute":7,"enabled":\#(isOn)}]}"#))
    else { throw Broken("the hours are refused") }
    try life.watch.check(life)
    var delivery = try waiting()
    if !isPlanned {
      let item = try #require(delivery.item)
      delivery = Delivery(.asked(item), tag: delivery.tag, at: due, now: past)
    }
    let screen = OnScreen(bus: "bus", owner: ":1.1", id: 1)
    (delivery.status, delivery.onScreen) = (.shown, screen)
    let popup = Popup(
      screen: screen, row: delivery.id, tag: delivery.tag, keys: ["snooze"], resident: false,
      isKnown: true)
    // The press has changed nothing: there is no such row.
    life.watch.checkSnoozed(popup, Watch.Snoozable(delivery: delivery, snoozed: [:]), life)
    if isOn || !isPlanned {
      #expect(throws: Broken.self) { try life.watch.check(life) }
    } else {
      try life.watch.check(life)
    }
  }

  @Test("T18, §5: what a step leaves for the next one is no broken rule until all steps are taken")
  func steps() throws {
    let life = try Life(Life.Draft(seed: 1))
    (life.now, life.running) = (now, true)
    var putBack = try waiting()
    putBack.waiting = nil
    var held = try waiting()
    (held.status, held.reason, held.heldUntil) = (.held, .held(.at), ahead)
    life.wakes = [Wake(at: ahead + .hours(1), slack: .zero)]
    life.pending = [(now, .idle)]
    try life.watch.checkLive([putBack], now, Settings(), life)
    try life.watch.checkWake([held], Settings(), life)
    life.pending = []
    #expect(throws: Broken.self) { try life.watch.checkLive([putBack], now, Settings(), life) }
    #expect(throws: Broken.self) { try life.watch.checkWake([held], Settings(), life) }
  }

  @Test("T9: a text rendered at the gate is found, whatever else happened around it")
  func renderedAtTheGate() throws {
    let delivery = try waiting()
    for steps in [
      [rendered], [moved(due, past), rendered],
      [moved(due, ahead), moved(ahead, due), .waiting(for: .noServer), rendered],
    ] {
      let error = #expect(throws: Broken.self) { try check(delivery, steps) }
      #expect(error?.description.hasPrefix("T9: ") == true)
    }
  }
}

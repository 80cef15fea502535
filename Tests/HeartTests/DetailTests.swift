import Foundation
import Testing

import CarillonFeatures

@Suite struct DetailTests {
  private let start = Instant(seconds: 1_000)

  private func after(_ milliseconds: Int64) -> Instant {
    start + .milliseconds(milliseconds)
  }

  @Test("B18: a ramp moves evenly, and stays where it arrived")
  func ramp() {
    let ramp = Ramp(from: 4, to: 8, start: start, end: after(4_000))
    #expect(ramp.value(at: after(-10)) == 4)
    #expect(ramp.value(at: after(1_000)) == 5)
    #expect(ramp.value(at: after(4_000)) == 8)
    #expect(ramp.value(at: .distantFuture) == 8)
    #expect(ramp.isMoving(at: after(3_999)))
    #expect(!ramp.isMoving(at: after(4_000)))
    #expect(Ramp.still(3).value(at: start) == 3)
    #expect(!Ramp.still(3).isMoving(at: start))
  }

  @Test("B18: a ramp over all of time breaks nothing")
  func endless() {
    let ramp = Ramp(from: 0, to: 1, start: .distantPast, end: .distantFuture)
    #expect(ramp.instant(of: 1) != nil)
    #expect((0...1).contains(ramp.value(at: start)))
  }

  @Test("B18: a message that corrects a value does not make it jump")
  func continued() {
    let ramp = Ramp(from: 4, to: 8, start: start, end: after(4_000))
    let corrected = ramp.continued(from: 4.5, at: start)
    #expect(corrected.value(at: start) == 4.5)
    #expect(corrected.value(at: after(4_000)) == 8)
    let measured = Ramp.still(9).continued(from: 2, at: start)
    #expect(measured.value(at: start) == 2)
    #expect(measured.value(at: after(125)) == 5.5)
    #expect(measured.value(at: after(250)) == 9)
  }

  @Test(
    "B18: numbers use the reader's format",
    arguments: [
      (4.24, Figures(decimals: 1), "4.2"), (4.25, Figures(decimals: 1), "4.3"),
      (2.3, Figures(decimals: 2, rounding: .down), "2.30"),
      (2.3, Figures(decimals: 2, rounding: .up), "2.30"),
      (19.99, Figures(rounding: .down), "19"), (0.01, Figures(rounding: .up), "1"),
      (9, Figures(decimals: 1, separator: ","), "9,0"), (-0.5, Figures(decimals: 1), "−0.5"),
      (-0.01, Figures(decimals: 1), "0.0"), (0.05, Figures(decimals: 2), "0.05"),
      (.nan, Figures(), "0"), (.infinity, Figures(), "0"), (1e300, Figures(), "1000000000000000"),
      (7, Figures(decimals: -4), "7"),
    ])
  func figures(value: Double, figures: Figures, text: String) {
    #expect(figures.text(value) == text)
  }

  @Test(
    "B18: a reading knows exactly when its next digit changes",
    arguments: [
      Reading(Ramp(from: 0, to: 3, start: Instant(seconds: 0), end: Instant(seconds: 3))),
      Reading(
        Ramp(from: 0, to: 8, start: Instant(seconds: 0), end: Instant(seconds: 8)),
        Figures(decimals: 1)),
      Reading(
        Ramp(from: 3, to: 11.7, start: Instant(seconds: 1), end: Instant(seconds: 8)),
        Figures(decimals: 1, rounding: .down)),
      Reading(
        Ramp(from: 20, to: 0, start: Instant(seconds: 0), end: Instant(seconds: 20)),
        Figures(rounding: .up)),
      Reading(
        Ramp(from: 9, to: 2, start: Instant(seconds: 0), end: Instant(milliseconds: 250)),
        Figures(decimals: 1)),
      Reading(
        Ramp(from: 2, to: -2, start: Instant(seconds: 0), end: Instant(seconds: 7)),
        Figures(rounding: .down)),
    ])
  func nextDigit(reading: Reading) throws {
    var now = Instant(milliseconds: -5)
    var text = reading.text(at: now)
    var changes = 0
    while let next = reading.nextChange(after: now) {
      try #require(next > now)
      #expect(reading.text(at: next) != text, "at \(next.milliseconds)")
      // No earlier change was missed.
      #expect(reading.text(at: next - .milliseconds(2)) == text, "before \(next.milliseconds)")
      (now, text) = (next, reading.text(at: next))
      changes += 1
      try #require(changes < 500)
    }
    #expect(text == reading.text(at: .distantFuture))
    #expect(changes > 2)
  }

  @Test("B19, B20: the words beside a number follow the displayed number")
  func phases() {
    let phases = [
      Phase(until: 25, tone: .amber, word: "{left} s to target"),
      Phase(until: 35, includesEnd: true, tone: .green, word: "In target"),
      Phase(until: nil, tone: .orange, word: "{past} s past target"),
    ]
    func word(_ value: Double) -> String? {
      phases.word(for: Reading(.still(value), Figures(rounding: .down)), at: start)
    }
    #expect(word(19.4) == "6 s to target")
    #expect(word(24.99) == "1 s to target")
    #expect(word(25) == "In target")
    #expect(word(35.9) == "In target")
    #expect(word(38) == "3 s past target")
    #expect([Phase]().index(at: 3) == nil)
    #expect(Array(phases.dropLast()).index(at: 99) == 1)
  }

  @Test("B18: a text with moving numbers in it")
  func liveText() {
    let left = Reading(
      Ramp(from: 6, to: 0, start: start, end: after(6_000)), Figures(rounding: .up))
    let text = LiveText("About {left} s of {other}", ["left": left])
    #expect(text.text(at: after(100)) == "About 6 s of {other}")
    #expect(text.text(at: after(1_500)) == "About 5 s of {other}")
    #expect(text.nextChange(after: after(1_500)) == after(2_000))
    #expect(LiveText("{odd").text(at: start) == "{odd")
  }

  @Test("B18: the age of the last message is shown once the next is overdue")
  func heard() {
    let heard = LastHeard(
      at: start, overdue: after(12_000), seconds: "last heard {n} s ago",
      minutes: "last heard {n} min ago", hours: "last heard {n} h ago")
    #expect(heard.text(at: after(11_999)) == nil)
    #expect(heard.nextChange(after: after(3)) == after(12_000))
    #expect(heard.text(at: after(12_900)) == "last heard 12 s ago")
    #expect(heard.nextChange(after: after(12_900)) == after(13_000))
    #expect(heard.text(at: after(61_000)) == "last heard 1 min ago")
    #expect(heard.nextChange(after: after(61_000)) == after(120_000))
    #expect(heard.text(at: after(7_300_000)) == "last heard 2 h ago")
    #expect(heard.text(at: .distantPast) == nil)
  }

  @Test("B18: a detail survives storing and reading")
  func stored() throws {
    let vessel = Vessel(
      shape: .disc, fill: .still(0.5), tone: .blue, mark: .init(at: 0.3, tone: nil))
    let ring = Ring(
      reading: Reading(.still(4.2), Figures(decimals: 1), unit: "s"), total: 8,
      phases: [Phase(until: nil, tone: .amber, word: "Soaking")], ticks: 8,
      inside: .vessel(vessel), words: .init(title: "Pre-infusion"), spoken: "{value}, {phase}")
    let detail = Detail(
      tag: "a", title: "A", heading: "B", caption: "C", tone: .blue,
      parts: [.ring(ring), .note(.init(title: nil, text: "D"))],
      buttons: [.init(id: "x", label: "X", state: .failed("No", retry: "Retry"))], emblem: ring)
    let data = try JSONEncoder().encode(detail)
    #expect(try JSONDecoder().decode(Detail.self, from: data) == detail)
  }
}

@Suite struct ContinuedDetailTests {
  private let start = Instant(seconds: 1_000)

  private func detail(_ part: DetailPart) -> Detail {
    Detail(tag: "a", title: "", heading: "", caption: "", tone: .blue, parts: [part])
  }

  private func ring(_ ramp: Ramp, fill: Ramp) -> DetailPart {
    let reading = Reading(ramp)
    return .ring(
      Ring(
        reading: reading, total: 8, phases: [],
        inside: .vessel(.init(shape: .disc, fill: fill, tone: .blue)),
        words: .init(title: "R", reading: reading), spoken: ""))
  }

  @Test("B18: ring, number and vessel go on from where they are drawn when a message comes")
  func rings() throws {
    let old = Ramp(from: 0, to: 8, start: start, end: start + .seconds(8))
    let oldFill = Ramp(from: 0, to: 1, start: start, end: start + .seconds(8))
    let now = start + .seconds(4)
    let new = Ramp(from: 3, to: 8, start: now, end: now + .seconds(5))
    let newFill = Ramp(from: 0.375, to: 1, start: now, end: now + .seconds(5))
    let merged = detail(ring(new, fill: newFill)).continued(
      from: detail(ring(old, fill: oldFill)), at: now)
    guard case .ring(let ring) = try #require(merged.parts.first),
      case .vessel(let vessel) = ring.inside
    else {
      Issue.record("the part is a ring around a vessel")
      return
    }
    #expect(ring.reading.ramp.value(at: now) == 4)
    #expect(ring.words.reading?.ramp.value(at: now) == 4)
    #expect(vessel.fill.value(at: now) == 0.5)
    #expect(ring.reading.ramp.value(at: now + .seconds(5)) == 8)
  }

  @Test("B18: a measured value moves for a quarter of a second")
  func facts() throws {
    func facts(_ pressure: Double, _ unit: String = "bar") -> DetailPart {
      .facts(
        .init(facts: [
          .init(label: "Type", value: .text("Espresso"), spoken: ""),
          .init(
            label: "Pressure", value: .reading(Reading(.still(pressure), unit: unit)), spoken: ""),
        ]))
    }
    func value(_ detail: Detail, at now: Instant) throws -> Double {
      guard case .facts(let facts) = try #require(detail.parts.first),
        case .reading(let reading) = facts.facts[1].value
      else { return .nan }
      return reading.ramp.value(at: now)
    }
    let merged = detail(facts(9)).continued(from: detail(facts(2)), at: start)
    #expect(try value(merged, at: start) == 2)
    #expect(try value(merged, at: start + .milliseconds(250)) == 9)
    // The same value does not move. A value in another unit is another number.
    let same = detail(facts(9)).continued(from: detail(facts(9)), at: start)
    #expect(same == detail(facts(9)))
    let other = detail(facts(130, "psi")).continued(from: detail(facts(9)), at: start)
    #expect(try value(other, at: start) == 130)
  }

  @Test(
    "J8, B18: a countdown whose end has moved far says at once what is left; a little is no jump")
  func delayed() throws {
    func detail(_ minutes: Double, to end: Instant) -> Detail {
      let ramp = Ramp(from: minutes, to: 0, start: start, end: end)
      let reading = Reading(ramp, Figures(rounding: .up), unit: "min")
      return self.detail(
        .bar(.init(title: "Leave in", reading: reading, total: 15, tone: .brown, spoken: "")))
    }
    func left(_ detail: Detail) throws -> Double {
      guard case .bar(let bar) = try #require(detail.parts.first), let reading = bar.reading
      else { return .nan }
      return reading.ramp.value(at: start)
    }
    let old = detail(1, to: start + .minutes(1))
    #expect(try left(detail(7, to: start + .minutes(7)).continued(from: old, at: start)) == 7)
    let more = detail(1.1, to: start + .milliseconds(66_000))
    #expect(try left(more.continued(from: old, at: start)) == 1)
    // What lasts less than a minute moves there, as in a brew.
    let shot = detail(0.9, to: start + .milliseconds(54_000))
    #expect(try left(shot.continued(from: old, at: start)) == 1)
  }

  @Test("B18: a new bar begins at its own value, not where the last one ended")
  func otherBar() {
    func bar(_ title: String, _ value: Double) -> DetailPart {
      .bar(
        .init(
          title: title, reading: Reading(.still(value)), total: 100, tone: .brown, spoken: ""))
    }
    let new = detail(bar("Grinding", 3))
    #expect(new.continued(from: detail(bar("Heating", 97)), at: start) == new)
    #expect(new.continued(from: detail(bar("Grinding", 2)), at: start) != new)
    #expect(new.continued(from: detail(.note(.init(title: nil, text: ""))), at: start) == new)
  }
}

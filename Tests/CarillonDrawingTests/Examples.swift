import CarillonFeatures

/// The parts that the tests draw.
enum Examples {
  static let start = Instant(seconds: 1_000)

  static func after(_ milliseconds: Int64) -> Instant {
    start + .milliseconds(milliseconds)
  }

  static let phases = [
    Phase(until: 3.2, tone: .blue, word: "Wetting"),
    Phase(until: 6.4, tone: .amber, word: "Soaking"),
    Phase(until: nil, tone: .green, word: "Ready"),
  ]

  static func ring(_ ramp: Ramp, inside: Ring.Inside? = nil) -> Ring {
    let reading = Reading(ramp, Figures(decimals: 1), unit: "s")
    return Ring(
      reading: reading, total: 8, phases: phases, ticks: 8, inside: inside,
      words: .init(title: "Pre-infusion", reading: reading), spoken: "{value}, {phase}")
  }

  static func disc(_ fill: Ramp) -> Vessel {
    Vessel(shape: .disc, fill: fill, tone: .blue)
  }

  static func gauge(_ value: Double) -> Gauge {
    let reading = Reading(.still(value), Figures(decimals: 1), unit: "bar")
    return Gauge(
      reading: reading, low: 0, high: 6, wanted: .init(from: 1.5, to: 3),
      phases: [
        Phase(until: 1.5, tone: .amber, word: "{left} below"),
        Phase(until: 3, includesEnd: true, tone: .blue, word: "In target"),
        Phase(until: nil, tone: .red, word: "{past} above"),
      ], words: .init(title: "Pressure", reading: reading), spoken: "{value}")
  }

  static func bar(_ ramp: Ramp?) -> Bar {
    Bar(
      title: "Grinding", reading: ramp.map { Reading($0) }, total: 100, tone: .brown,
      spoken: "{value}")
  }

  static func timeline(_ ramp: Ramp) -> Timeline {
    Timeline(
      title: "Shot time", reading: Reading(ramp, Figures(rounding: .down), unit: "s"), from: 0,
      to: 40, now: "{value} s",
      band: .init(from: 25, to: 35, word: "target", fromLabel: "25", toLabel: "35 s"),
      fromLabel: "0", toLabel: "40", tick: 5,
      phases: [
        Phase(until: 25, tone: .amber, word: "{left} s to target"),
        Phase(until: 35, includesEnd: true, tone: .green, word: "In target"),
        Phase(until: nil, tone: .orange, word: "{past} s past target"),
      ], spoken: "{value}")
  }
}

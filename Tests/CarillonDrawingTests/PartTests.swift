import Testing

import CarillonFeatures
@testable import CarillonDrawing

@Suite struct PartTests {
  private let light = Palette.light

  @Test(
    "B19: the ring is blue up to 40 %, amber up to 80 %, then green",
    arguments: [(1.2, Tone.blue), (3.1, .blue), (3.2, .amber), (6.3, .amber), (6.4, .green)])
  func ringTone(value: Double, tone: Tone) {
    let probe = Probe(RingDrawing(Examples.ring(.still(value))))
    // A point on the filled part of the ring.
    let place = Point(x: 104, y: 104).away(88, at: RingShape.angle(0.05))
    #expect(probe.color(place.x, place.y).isLike(light.fill(tone)))
    // A point on its unfilled part.
    let later = Point(x: 104, y: 104).away(88, at: RingShape.angle(0.95))
    #expect(probe.color(later.x, later.y).isLike(light.track.over(light.window)))
  }

  @Test("B19: the ring has gaps between its phases, down to the background")
  func cuts() {
    let probe = Probe(RingDrawing(Examples.ring(.still(7.5))), scale: 2)
    for share in [0.4, 0.8] {
      let place = Point(x: 104, y: 104).away(88, at: RingShape.angle(share))
      #expect(probe.color(place.x, place.y).isLike(light.window))
    }
  }

  @Test(
    "B19: the wet part of the puck is an area, so its radius follows the square root", .serialized,
    arguments: [0.1, 0.25, 0.525, 0.81])
  func wetArea(share: Double) {
    let vessel = Examples.disc(.still(share))
    let probe = Probe(RingDrawing(Examples.ring(.still(4.2), inside: .vessel(vessel))))
    let shape = DiscShape(center: Point(x: 104, y: 104), radius: 72)
    var wet = 0
    var dry = 0
    for x in 32..<176 {
      for y in 32..<176 {
        let (dx, dy) = (Double(x) - 103.5, Double(y) - 103.5)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance < shape.inner - 2 else { continue }
        let isDark = probe.color(Double(x), Double(y)).luminance < 0.04
        if isDark { wet += 1 } else { dry += 1 }
      }
    }
    let measured = Double(wet) / Double(wet + dry)
    #expect(abs(measured - share) < 0.07, "\(measured)")
  }

  @Test("B19: a dry or completely wet puck has no border inside")
  func discEnds() {
    #expect(
      Probe(VesselDrawing(Examples.disc(.still(0)), isLarge: true)).color(104, 86).luminance > 0.08)
    let wet = Probe(VesselDrawing(Examples.disc(.still(1)), isLarge: true))
    #expect(wet.color(104, 86).luminance < 0.05)
    #expect(wet.count(Palette.dark.ink(.blue)) == 0)
  }

  @Test(
    "B19: the gauge shows the value by color and needle",
    arguments: [(0.8, Tone.amber), (1.5, .blue), (3.0, .blue), (4.6, .red)])
  func gauge(value: Double, tone: Tone) {
    let drawing = GaugeDrawing(Examples.gauge(value), isLarge: true)
    let look = Look(light)
    let probe = Probe(drawing, look)
    #expect(probe.count(light.fill(tone)) > 100)
    for other in [Tone.amber, .blue, .red] where other != tone {
      #expect(probe.count(light.fill(other)) == 0)
    }
    #expect(probe.count(light.ink(.green)) > 150, "the bracket of the wanted range")
    #expect(probe.count(light.text) > 150, "the needle")
  }

  @Test(
    "B19: a dial or a line whose ends are too far apart is drawn without a value",
    arguments: [(-1e308, 1e308), (-.infinity, .infinity), (5, 5), (0, .nan)] as [(Double, Double)])
  func endless(low: Double, high: Double) {
    var gauge = Examples.gauge(3)
    (gauge.low, gauge.high) = (low, high)
    let dial = Probe(GaugeDrawing(gauge, isLarge: true))
    #expect(dial.count(light.fill(.blue)) == 0)
    #expect(dial.count(light.text) > 150, "the needle")
    var timeline = Examples.timeline(.still(20))
    (timeline.from, timeline.to) = (low, high)
    #expect(Probe(TimelineDrawing(timeline)).count(light.text) > 0)
  }

  @Test("B12: a bar is as long as its share, and hatched if that is unknown")
  func bar() {
    let fill = light.fill(.brown)
    let half = Probe(BarDrawing(Examples.bar(.still(50))), width: 200)
    #expect(half.color(50, 5).isLike(fill))
    #expect(half.color(95, 5).isLike(fill))
    #expect(half.color(106, 5).isLike(light.track.over(light.window)))
    let unknown = Probe(BarDrawing(Examples.bar(nil)), width: 200).count(fill)
    let whole = Probe(BarDrawing(Examples.bar(.still(100))), width: 200).count(fill)
    #expect(unknown > whole / 8 && unknown < whole / 2)
    var overdue = Look(light)
    overdue.isOverdue = true
    let hatched = Probe(BarDrawing(Examples.bar(.still(100))), overdue, width: 200).count(fill)
    #expect(hatched > whole / 5 && hatched < whole * 4 / 5)
  }

  @Test("B12: in right-to-left layouts a bar begins at the right")
  func mirrored() {
    var look = Look(light)
    look.isMirrored = true
    let probe = Probe(BarDrawing(Examples.bar(.still(25))), look, width: 200)
    #expect(probe.color(190, 5).isLike(light.fill(.brown)))
    #expect(!probe.color(10, 5).isLike(light.fill(.brown)))
    let time = Probe(TimelineDrawing(Examples.timeline(.still(10))), look, width: 400)
    #expect(time.color(390, 37).isLike(light.fill(.amber)))
  }

  @Test("B18: past steps and the current one have the tone, and the current one is thicker")
  func steps() {
    let steps = Steps(
      steps: (0..<5).map { Steps.Step(name: "\($0)", symbol: nil, at: nil) }, current: 2,
      tone: .blue, count: "", spoken: "")
    let probe = Probe(StepsDrawing(steps), width: 400)
    let fill = light.fill(.blue)
    #expect(probe.color(40, 4).isLike(fill))
    #expect(!probe.color(40, 1).isLike(fill))
    #expect(probe.color(200, 4).isLike(fill))
    #expect(probe.color(200, 1).isLike(fill))
    #expect(!probe.color(360, 4).isLike(fill))
  }

  @Test(
    "B20: the shot time is amber before the band of 25 to 35 s, green in it, orange past it",
    arguments: [(19.0, Tone.amber), (25, .green), (35.4, .green), (38, .orange)])
  func timeline(value: Double, tone: Tone) {
    let look = Look(light)
    let drawing = TimelineDrawing(Examples.timeline(.still(value)))
    let probe = Probe(drawing, look, width: 400)
    let y = (look.textSize * 1.35).rounded() + 17
    #expect(probe.color(60, y).isLike(light.fill(tone)))
    // The pointer is at its second, and the band's borders at 25 and 35.
    #expect(probe.color(value * 10, y - 14).isLike(light.text))
    for edge in [251.0, 349] where abs(edge - value * 10) > 4 {
      #expect(probe.color(edge, y + 6).isLike(light.ink(.green)), "at \(edge)")
    }
  }

  @Test("B18: at scale 2 edges are sharp in device pixels")
  func crisp() {
    func blurred(_ scale: Double) -> Int {
      let probe = Probe(BarDrawing(Examples.bar(.still(50))), width: 200, scale: scale)
      let fill = light.fill(.brown)
      let track = light.track.over(light.window)
      // Across the end of the filled part, away from the bar's round corners.
      return (0..<Int(200 * scale)).count { x in
        let color = probe.color(Double(x) / scale, 5)
        return x > Int(20 * scale) && x < Int(180 * scale) && !color.isLike(fill)
          && !color.isLike(track)
      }
    }
    #expect(blurred(1) <= 2)
    #expect(blurred(2) <= 2)
    let one = Probe(VesselDrawing(Examples.disc(.still(0.3)), isLarge: true), scale: 2)
    #expect(one.image.width == 416)
  }

  @Test(
    "B2: a value that is not a number is not drawn, and everything else is",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func absurd(value: Double) {
    let disc = Ring.Inside.vessel(Examples.disc(.still(value)))
    let ring = Probe(RingDrawing(Examples.ring(.still(value), inside: disc)))
    #expect(ring.count(light.track.over(light.window)) + ring.count(light.fill(.green)) > 1_000)
    let gauge = Probe(GaugeDrawing(Examples.gauge(value), isLarge: true))
    #expect(gauge.count(light.ink(.green)) > 150)
    let time = Probe(TimelineDrawing(Examples.timeline(.still(value))), width: 400)
    #expect(time.count(light.ink(.green)) > 50)
    let bar = Probe(BarDrawing(Examples.bar(.still(value))), width: 200)
    #expect(bar.count(light.track.over(light.window)) + bar.count(light.fill(.brown)) > 1_500)
  }

  @Test("B27: in high contrast nothing depends on a tone")
  func highContrast() {
    let palette = Palette.highContrast
    for tone in Tone.allCases {
      #expect(palette.fill(tone) == palette.text)
      #expect(palette.plate(tone) == palette.window)
    }
  }
}

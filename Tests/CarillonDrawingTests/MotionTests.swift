import CarillonFeatures
import Testing

@testable import CarillonDrawing

@Suite struct MotionTests {
  private let eight = Ramp(from: 0, to: 8, start: Examples.start, end: Examples.after(8_000))

  @Test("B18: a still drawing is never redrawn")
  func still() {
    let look = Look(.light)
    let size = Size(width: 208, height: 208)
    let ring = RingDrawing(Examples.ring(.still(4), inside: .vessel(Examples.disc(.still(0.5)))))
    #expect(ring.nextChange(after: Examples.start, in: size, scale: 1, look) == nil)
    #expect(
      RingDrawing(Examples.ring(eight)).nextChange(
        after: Examples.after(8_000), in: size, scale: 1, look) == nil)
    #expect(
      BarDrawing(Examples.bar(nil)).nextChange(after: Examples.start, in: size, scale: 1, look)
        == nil)
  }

  @Test(
    "B18: the next redraw is at the next device pixel",
    arguments: [(1.0, Int64(20)), (2, 10)])
  func pixels(scale: Double, milliseconds: Int64) {
    // 400 pixels in 8 s: one every 20 ms.
    let ramp = Ramp(from: 0, to: 100, start: Examples.start, end: Examples.after(8_000))
    let bar = BarDrawing(Examples.bar(ramp))
    let next = bar.nextChange(
      after: Examples.start, in: Size(width: 400, height: 10), scale: scale, Look(.light))
    #expect(next == Examples.after(milliseconds))
  }

  @Test("B18: nothing changes visibly between two redraws, and each redraw changes something")
  func complete() throws {
    let size = Size(width: 400, height: 10)
    let ramp = Ramp(from: 10, to: 60, start: Examples.start, end: Examples.after(3_000))
    let bar = BarDrawing(Examples.bar(ramp))
    var now = Examples.start
    var looks = 0
    while let next = bar.nextChange(after: now, in: size, scale: 1, Look(.light)) {
      try #require(next > now)
      #expect(abs(ramp.value(at: next) - ramp.value(at: now)) * 4 < 1.2)
      now = next
      looks += 1
      try #require(looks < 1_000)
    }
    #expect(now == Examples.after(3_000))
    #expect((195...205).contains(looks), "\(looks)")
  }

  @Test("B19: a filling puck is redrawn when its edge moves, more often at first")
  func area() throws {
    let motion = Motion.area(radius: 67)
    let ramp = Ramp(from: 0, to: 1, start: Examples.start, end: Examples.after(8_000))
    let early = try #require(motion.next(ramp, after: Examples.after(100)))
    let late = try #require(motion.next(ramp, after: Examples.after(7_000)))
    #expect(early - Examples.after(100) < late - Examples.after(7_000))
    #expect(
      motion.next(
        Ramp(from: 1, to: 0, start: Examples.start, end: Examples.after(8_000)),
        after: Examples.after(10)) != nil)
  }

  @Test("B27: without animations there are whole seconds and no movement")
  func reduced() throws {
    var look = Look(.light)
    look.isStill = true
    #expect(look.value(eight, at: Examples.after(2_900)) == 2)
    #expect(look.text(Reading(eight, Figures(decimals: 1)), at: Examples.after(2_900)) == "2.0")
    #expect(look.value(eight, at: Examples.after(8_100)) == 8)
    let next = RingDrawing(Examples.ring(eight)).nextChange(
      after: Examples.after(2_900), in: Size(width: 208, height: 208), scale: 2, look)
    #expect(next == Examples.after(3_000))
    let measured = Ramp.measured(from: 2, to: 9, at: Examples.start)
    #expect(look.value(measured, at: Examples.after(10)) == 9)
    #expect(look.next(Reading(measured), after: Examples.after(10)) == nil)
  }
}

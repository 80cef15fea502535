import CarillonFeatures
import Testing

@testable import CarillonDesktop

@Suite struct DetailViewTests {
  private let start = Instant(seconds: 1_000)

  @Test("B27: a changing value is announced at a change of phase, or every 5 s")
  func spoken() {
    var name = SpokenName()
    #expect(name.next("1.0 s, Wetting", phase: "Wetting", at: start) == "1.0 s, Wetting")
    #expect(
      name.next("1.1 s, Wetting", phase: "Wetting", at: start + .milliseconds(100)) == nil)
    #expect(
      name.next("3.2 s, Soaking", phase: "Soaking", at: start + .seconds(2)) == "3.2 s, Soaking")
    #expect(name.next("8.1 s, Soaking", phase: "Soaking", at: start + .milliseconds(6_999)) == nil)
    #expect(name.next("8.2 s, Soaking", phase: "Soaking", at: start + .seconds(7)) != nil)
    #expect(name.next("8.2 s, Soaking", phase: "Soaking", at: start + .seconds(60)) == nil)
    #expect(name.next("0.1 s, Soaking", phase: "Soaking", at: start - .seconds(60)) != nil)
  }

  @Test("B27: the last value is announced even if nothing changes afterwards")
  func lastSpoken() {
    var name = SpokenName()
    #expect(name.next("Pressure 9.0 bar", phase: nil, at: start) != nil)
    #expect(name.due == nil)
    #expect(name.next("Pressure 8.5 bar", phase: nil, at: start + .milliseconds(250)) == nil)
    #expect(name.due == start + .seconds(5))
    #expect(name.next("Pressure 8.5 bar", phase: nil, at: start + .seconds(5)) != nil)
    #expect(name.due == nil)
    // Returning to the announced value needs no announcement.
    #expect(name.next("Pressure 8.6 bar", phase: nil, at: start + .seconds(6)) == nil)
    #expect(name.next("Pressure 8.5 bar", phase: nil, at: start + .seconds(7)) == nil)
    #expect(name.due == nil)
  }

  @Test(
    "B18: a card has up to three columns, as many as fit",
    arguments: [
      (6, Int32(130), 3), (6, 140, 2), (6, 210, 1), (4, 100, 2), (2, 100, 2), (1, 100, 1),
      (3, 900, 1), (0, 0, 0),
    ])
  func columns(count: Int, widest: Int32, columns: Int) {
    #expect(FactsView.columns(count: count, widest: widest, width: 402) == columns)
  }

  @Test("B18: an invisible window does not draw")
  func visibility() {
    var visibility = Visibility()
    #expect(!visibility.isVisible)
    visibility.isMapped = true
    #expect(visibility.isVisible)
    visibility.isMinimised = true
    #expect(!visibility.isVisible)
    visibility.isMinimised = false
    visibility.isCovered = true
    #expect(!visibility.isVisible)
  }
}

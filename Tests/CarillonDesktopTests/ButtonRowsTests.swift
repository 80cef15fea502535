import Testing

@testable import CarillonDesktop

@Suite struct ButtonRowsTests {
  /// The columns of one button of a row of `count`.
  private func columns(_ count: Int32) -> Int32 { ButtonRows.columns / count }

  @Test("B17: buttons that fit side by side are in one row, of equal widths if these fit")
  func oneRow() {
    #expect(ButtonRows(widths: [], room: 400).spans == [[]])
    #expect(ButtonRows(widths: [90], room: 400).spans == [[120]])
    #expect(ButtonRows(widths: [196, 120], room: 400).spans == [[60, 60]])
    #expect(ButtonRows(widths: [100, 90, 128], room: 400).spans == [[40, 40, 40]])
  }

  @Test("B17: of unequal buttons in one row each gets its text's share")
  func unequal() {
    let widths: [Int32] = [240, 100]
    let spans = ButtonRows(widths: widths, room: 400).spans
    #expect(spans == [[84, 36]])
    #expect(spans[0][0] * 400 / ButtonRows.columns >= 240 + ButtonRows.gap / 2)
    #expect(spans[0][1] * 400 / ButtonRows.columns >= 100 + ButtonRows.gap / 2)
  }

  @Test(
    "B17: buttons that do not fit side by side fill rows in their order, and the last row is filled too"
  )
  func rows() {
    let journey = ButtonRows(widths: [107, 113, 155, 165, 118], room: 403).spans
    #expect(journey == [[60, 60], [60, 60], [120]])
    #expect(ButtonRows(widths: [300, 301], room: 403).spans == [[120], [120]])
    #expect(ButtonRows(widths: [500, 90, 90], room: 403).spans == [[120], [60, 60]])
  }

  @Test("B17: each row is as wide as the others, however many buttons are in it")
  func full() {
    for count in 1...12 {
      let spans = ButtonRows(widths: Array(repeating: 80, count: count), room: 640).spans
      #expect(spans.joined().count == count)
      #expect(spans.allSatisfy { $0.reduce(0, +) == ButtonRows.columns })
    }
  }
}

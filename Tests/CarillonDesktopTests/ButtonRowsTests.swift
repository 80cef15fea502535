import Testing

@testable import CarillonDesktop

@Suite struct ButtonRowsTests {
  private func rows(_ widths: [Int32], in room: Int32 = 400) -> [Int] {
    ButtonRows(widths: widths, room: room).counts
  }

  @Test("B17: buttons that fit side by side are in one row, of equal widths if these fit")
  func oneRow() {
    #expect(rows([]) == [0])
    #expect(rows([90]) == [1])
    #expect(rows([100, 90, 128]) == [3])
    #expect(ButtonRows(widths: [196, 120], room: 400).isEven)
    #expect(rows([240, 100]) == [2])
    #expect(!ButtonRows(widths: [240, 100], room: 400).isEven)
  }

  @Test("B17: buttons that do not fit side by side fill rows in their order")
  func severalRows() {
    #expect(rows([107, 113, 155, 165, 118], in: 403) == [2, 2, 1])
    #expect(rows([300, 301], in: 403) == [1, 1])
    #expect(rows([500, 90, 90], in: 403) == [1, 2])
    #expect(rows(Array(repeating: 80, count: 12)) == [4, 4, 4])
    #expect(ButtonRows(widths: [300, 301], room: 403).isEven)
  }
}

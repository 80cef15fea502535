import CarillonGLib
import Testing

@Suite struct HeapTests {
  @Test("Small blocks that GLib frees can be given back")
  func share() {
    #expect(Heap.holdsSmallBlocks)
  }
}

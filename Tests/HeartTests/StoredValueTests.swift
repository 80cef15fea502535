import CarillonText
import Testing

struct StoredValueTests {
  @Test("A stored value is read as what it was made from, before and after a restart")
  func read() {
    let value = StoredValue(["b": 2, "a": 1])
    #expect(value.text == #"{"a":1,"b":2}"#)
    let restarted = StoredValue(text: value.text)
    #expect(restarted == value && restarted.hashValue == value.hashValue)
    for stored in [value, restarted] {
      #expect(stored.read(as: [String: Int].self) == ["a": 1, "b": 2])
      #expect(stored.read(as: [String: Double].self) == ["a": 1, "b": 2])
      #expect(stored.read(as: [Int].self) == nil)
    }
    #expect(StoredValue(text: "{").read(as: [String: Int].self) == nil)
  }
}

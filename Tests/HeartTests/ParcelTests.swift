import CarillonFeatures
import Testing

/// What carriers bring. (C1)
@Suite struct ParcelTests {
  private func parcel(_ text: String, id: String? = "7") -> Event {
    .received(Parcel(text: text, carrier: "ntfy", id: id))
  }

  @Test("C1: a message that a carrier brings is judged and shown like a pushed one")
  func message() throws {
    let device = try Device.forMessages()
    device.host.send(parcel(#"{"notification":{"title":"Hello","body":"World"}}"#))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("C1: a message with the same transport id is a duplicate, also after a restart")
  func duplicate() throws {
    let device = try Device.forMessages()
    device.host.send(parcel(#"{"notification":{"title":"Hello","body":"World"}}"#))
    device.crash()
    device.start()
    device.host.send(parcel(#"{"notification":{"title":"Other","body":"words"}}"#))
    #expect(device.calls.count == 1)
    #expect(device.history().contains { $0.reason == "duplicate" })
    // Another carrier counts for itself.
    device.host.send(
      .received(Parcel(text: #"{"title":"Third","body":"x"}"#, carrier: "unifiedpush", id: "7")))
    #expect(device.calls.count == 2)
  }

  @Test("C1: plain text of at most 4 KiB is a general message, the rest an event or a count")
  func plain() throws {
    let device = try Device.forMessages()
    device.host.send(parcel("The oven is hot."))
    #expect(device.calls.last?.call.body == "The oven is hot.")
    device.host.send(parcel(String(repeating: "x", count: 4097), id: "8"))
    #expect(device.calls.count == 1)
    // JSON that has none of a message's shapes is a text too.
    for (index, text) in ["[1, 2]", "123", #"{"temperature": 21}"#].enumerated() {
      device.host.send(parcel(text, id: "plain-\(index)"))
      #expect(device.calls.last?.call.body == text)
    }
    device.host.send(parcel(#"{"data":{"type":"none"}}"#, id: "9"))
    #expect(device.calls.count == 4)
    #expect(try device.events().filter { $0.hasPrefix("MESSAGE_REFUSED") }.count == 1)
    #expect(try device.drops() == ["refused", "too-long"])
  }
}

import CarillonFeatures
import Testing

/// Messages of no particular kind. (B1, D4)
@Suite struct GeneralMessageTests {
  private func shown(_ device: Device, _ data: [String: String]) throws -> NotifyCall {
    #expect(device.push(data) == "showing")
    device.run(for: .seconds(1))
    return try #require(device.calls.last?.call)
  }

  @Test("B1: a message with only a body has the application's name as title")
  func untitled() throws {
    let call = try shown(.forMessages(), ["body": "World"])
    #expect(call.summary == "Carillon" && call.body == "World")
  }

  @Test("B1: a message without a visible title or body is refused, naming type")
  func blank() throws {
    let device = try Device.forMessages()
    let refusal = device.refusal(
      .push(message: device.document(["title": " ", "body": "\u{200B}"])))
    #expect(refusal?.message.hasPrefix("data.type: ") == true)
  }

  @Test("D4: a click follows its link if that is valid; else it opens its history entry")
  func clicked() throws {
    let device = try Device.forMessages()
    for (link, page) in [
      ("carillon://settings/hours", Page.settings("hours")), ("javascript:alert(1)", nil),
      ("https://u:p@example.org/", nil), ("firstcrack://brew/unheard_of", nil),
    ] {
      _ = try shown(device, ["title": link, "deepLink": link])
      try device.respond(.action(key: "default", activation: nil))
      let id = try #require(device.history().first?.requestId)
      let other = Page.history(Int64(id))
      #expect(device.opened.last == page ?? other)
      #expect(device.history().first?.response == "OPEN")
    }
  }

  @Test("B6, D5: only buttons with valid links are kept, and follow them")
  func buttons() throws {
    let device = try Device.forMessages()
    device.push(["type": "brew_stage", "stage": "brewing", "brewId": "b1"])
    device.run(for: .seconds(1))
    let call = try shown(
      device,
      [
        "title": "Hello",
        "actions": """
        [{"id":"a","title":"A","deepLink":"firstcrack://brew/b1/live"},
        {"id":"b","title":"B","deepLink":"file:///etc/passwd"},{"id":"c","title":"C"}]
        """,
      ])
    #expect(call.actions.map(\.key) == ["default", "a"])
    try device.respond(.action(key: "a", activation: nil))
    #expect(device.opened.last == .thread(LinkTarget(tag: "brew:b1", kind: "brew")))
    #expect(device.history().first?.response == "a")
    try device.respond(.action(key: "b", activation: nil))
    #expect(device.opened.count == 1)
  }
}

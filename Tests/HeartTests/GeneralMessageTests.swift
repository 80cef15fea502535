import CarillonFeatures
import Testing

/// Messages that are no kind's. (B1, D4)
@Suite struct GeneralMessageTests {
  private func shown(_ device: Device, _ data: [String: String]) throws -> NotifyCall {
    #expect(device.push(data) == "showing")
    device.run(for: .seconds(1))
    return try #require(device.calls.last?.call)
  }

  @Test("B1: what has only a body comes under the name of the application")
  func untitled() throws {
    let call = try shown(.forMessages(), ["body": "World"])
    #expect(call.summary == "Carillon" && call.body == "World")
  }

  @Test("B1: what has neither a title nor a body that can be seen is refused naming type")
  func blank() throws {
    let device = try Device.forMessages()
    let refusal = device.refusal(
      .push(message: device.document(["title": " ", "body": "\u{200B}"])))
    #expect(refusal?.message.hasPrefix("data.type: ") == true)
  }

  @Test("D4: a click follows its link, where that leads somewhere; else it opens its line")
  func clicked() throws {
    let device = try Device.forMessages()
    for (link, isOpened) in [
      ("carillon://settings/hours", true), ("https://example.org/", false),
      ("firstcrack://brew/unheard_of", false),
    ] {
      _ = try shown(device, ["title": link, "deepLink": link])
      try device.respond(.action(key: "default", activation: nil))
      let id = try #require(device.history().first?.requestId)
      #expect(
        device.opened.last == (isOpened ? .settings("hours") : .history(try #require(Int64(id)))))
      #expect(device.history().first?.response == "OPEN")
    }
  }

  @Test("B6, D5: its buttons are those whose links are ours, and lead there")
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
        {"id":"b","title":"B","deepLink":"https://example.org/"},{"id":"c","title":"C"}]
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

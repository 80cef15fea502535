import CarillonFeatures
import CarillonStore
import Testing

/// The alarms and work orders of one machine. (D5, D16)
@Suite struct AssetTests {
  private func device() throws -> Device {
    let device = try Device.forMessages()
    device.push(alarm("a1", ["assetId": "p5", "asset": "Pump #5"]))
    device.push(alarm("a2", ["assetId": "p6", "severity": "warning"]))
    device.push([
      "type": "work_order", "workOrderId": "w1", "title": "Change the seal", "assetId": "p5",
    ])
    return device
  }

  private func tags(_ device: Device, about thing: String) throws -> [String] {
    guard case .done(let reply) = device.host.read(.subjectsAbout(thing)) else { return [] }
    return try #require(reply.value(as: SubjectsReport.self)).rows.map(\.tag)
  }

  @Test("D5: the link to a machine opens the list of what is about it")
  func link() throws {
    let device = try device()
    device.done(.open(link: "/assets/p5", activation: nil))
    // The page says that there is nothing about one of which nothing was heard.
    device.done(.open(link: "/assets/unheard-of", activation: nil))
    #expect(device.opened == [.about("p5"), .about("unheard-of")])
    for link in ["/assets", "/assets/", "/assets/p5/x", "/assets/../p5", "/assets/p@5"] {
      #expect(device.refusal(.open(link: link, activation: nil)) != nil, "\(link)")
    }
  }

  @Test("D5: what is about another machine, or about none, is not in it")
  func listed() throws {
    let device = try device()
    device.push(alarm("a3", ["asset": "p5"]))
    #expect(try tags(device, about: "p5") == ["alarm:a1", "work-order:w1"])
    #expect(try tags(device, about: "p6") == ["alarm:a2"])
    #expect(try tags(device, about: "unheard-of").isEmpty)
    device.push(alarm("a1", ["status": "resolved"]))
    #expect(try tags(device, about: "p5") == ["work-order:w1"])
  }

  @Test("D5: it is found among more than are listed at all")
  func many() throws {
    let device = try device()
    for number in 1...210 { device.push(alarm("c\(number)")) }
    #expect(try tags(device, about: "p6") == ["alarm:a2"])
  }

  @Test("D16: a window leads to the history, where its subject was shown last")
  func history() throws {
    let device = try device()
    device.run(for: .seconds(5))
    for (tag, title) in [("alarm:a1", "Pump 5"), ("work-order:w1", "Change the seal")] {
      #expect(try device.detail(of: tag).buttons.last?.label == "Show in History")
      device.done(.act(tag: tag, action: "history", data: ""))
      let entry = try #require(device.history().last { $0.title == title })
      #expect(device.opened.last == .history(Int64(entry.requestId)))
    }
  }

  @Test("D16: a window leads to all that is about its machine, also once it is over")
  func window() throws {
    let device = try device()
    for tag in ["alarm:a1", "work-order:w1"] {
      let button = try #require(
        try device.detail(of: tag).buttons.first { $0.id == "related" })
      #expect(button.label == (tag == "alarm:a1" ? "All About Pump #5" : "All About p5"))
      device.done(.act(tag: tag, action: "related", data: ""))
    }
    device.push(alarm("a1", ["status": "resolved"]))
    #expect(try device.detail(of: "alarm:a1").buttons.map(\.id) == ["related", "history"])
    #expect(device.opened == [.about("p5"), .about("p5")])
    device.push(alarm("a4"))
    #expect(try !device.detail(of: "alarm:a4").buttons.map(\.id).contains("related"))
  }
}

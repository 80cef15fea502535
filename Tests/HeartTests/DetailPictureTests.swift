import Testing

import CarillonFeatures

/// The picture of a window, which may arrive at any time. (B18, B21)
@Suite struct DetailPictureTests {
  private func detail() throws -> Detail {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.push([
      "type": "brew_stage", "stage": "brewing", "brewId": "b1", "elapsedTime": "5",
      "imageUrl": "https://example.org/a.png", "videoUrl": "https://example.org/v.mp4",
    ])
    let text = device.done(.detail(tag: "brew:b1"))
    return try #require(deserialize(Detail.self, from: text))
  }

  @Test("B18: the drawing fills the picture's place until the picture arrives")
  func standsIn() throws {
    var detail = try detail()
    guard case .ring = try #require(detail.arranged.parts.first) else {
      Issue.record("\(detail.arranged.parts)")
      return
    }
    #expect(detail.missingPicture == "https://example.org/a.png")
    detail.fill("/cache/a.png")
    #expect(detail.missingPicture == nil && detail.arranged == detail)
    // The next message's detail is created without the file, which need not be looked up again.
    #expect(try self.detail().keepingFiles(of: detail).missingPicture == nil)
  }

  @Test("B10: only the picture's button plays, and only HTTPS or local videos")
  func video() throws {
    let detail = try detail()
    #expect(detail.video(of: "play_video") == "https://example.org/v.mp4")
    #expect(detail.video(of: "stop_shot") == nil)
    for url in ["http://example.org/v", "file:///v", "javascript:1", "https://u:p@example.org/v"] {
      #expect(!MediaJob.allows(url), "\(url)")
    }
    #expect(MediaJob.allows("http://127.0.0.1:80/v"))
  }

  @Test("B21: the shared text has title, values and words")
  func text() throws {
    let text = try detail().sharedText(at: at("2026-11-21T09:00:00Z"))
    #expect(text.hasPrefix("Extraction in progress\nEspresso • 18g @ 93°C\nElapsed: 5 s\n"))
    #expect(text.contains("\nDose: 18 g"))
    #expect(text.hasSuffix("\nhttps://example.org/v.mp4"))
  }

  @Test("B10: a video can be played even if its poster is missing or does not arrive")
  func videoWithoutPoster() throws {
    let arranged = try detail().arranged
    #expect(arranged.buttons.last?.id == "play_video")
    var filled = try detail()
    filled.fill("/cache/a.png")
    #expect(!filled.arranged.buttons.contains { $0.id == "play_video" })
  }

  @Test(
    "B20: the duration of a shot is the machine's, however fast its messages come",
    arguments: [
      // Counted as in 000 and as in 001, and a machine that does not send it.
      ("0", "28", 28.0), ("45", "75", 30.0), (nil, "28", 7.0), ("45", nil, 7.0), ("45", "28", 7.0),
    ] as [(String?, String?, Double)])
  func shotTime(_ first: String?, _ last: String?, _ seconds: Double) throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    func said(_ stage: String, _ elapsed: String?) throws -> Detail {
      var data = ["type": "brew_stage", "stage": stage, "brewId": "b1"]
      data["elapsedTime"] = elapsed
      device.push(data)
      let text = device.done(.detail(tag: "brew:b1"))
      return try #require(deserialize(Detail.self, from: text))
    }
    _ = try said("brewing", first)
    device.run(for: .seconds(7))
    let timelines = try said("complete", last).parts.compactMap { part -> Timeline? in
      if case .timeline(let timeline) = part { timeline } else { nil }
    }
    #expect(timelines.map(\.reading.ramp.from) == [seconds])
  }

  @Test("B18: a stage does not keep another's photo; the shot's video is also the cup's")
  func nextStage() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    func said(_ stage: String, _ more: [String: String] = [:]) throws -> Detail {
      device.push(
        ["type": "brew_stage", "stage": stage, "brewId": "b1"].merging(more) { $1 })
      let text = device.done(.detail(tag: "brew:b1"))
      return try #require(deserialize(Detail.self, from: text))
    }
    let picture = ["imageUrl": "https://example.org/g.png"]
    #expect(try said("grinding", picture).missingPicture == "https://example.org/g.png")
    // Within a stage it is kept.
    #expect(try said("grinding", ["dose": "19"]).missingPicture == "https://example.org/g.png")
    #expect(try said("brewing", ["videoUrl": "https://example.org/v"]).missingPicture == nil)
    #expect(try said("complete").video(of: "play_video") == "https://example.org/v")
  }
}

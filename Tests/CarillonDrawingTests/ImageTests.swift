import Foundation
import Testing

import CarillonFeatures
@testable import CarillonDrawing

@Suite struct ImageTests {
  private let emblem = Examples.ring(.still(4.2), inside: .vessel(Examples.disc(.still(0.525))))

  @Test(
    "B21: a notification's image is drawn at the size that the server shows",
    arguments: [(32.0, 1.0), (48, 1), (32, 2), (48, 2), (48, 1.5)])
  func sizes(side: Double, scale: Double) {
    let image = NotificationImage.draw(
      emblem, tone: .blue, at: Examples.start, side: side, scale: scale)
    #expect(image.width == Int((side * scale).rounded(.up)))
    #expect(image.rgba.count == image.width * image.height * 4)
    let probe = Probe(image, scale: scale)
    // Round corners, an opaque plate, the ring in the phase's color, the wet middle.
    #expect(probe.color(0, 0).alpha < 0.1)
    #expect(probe.color(side / 2, 1.5).alpha > 0.95)
    #expect(probe.color(side / 2, side / 2).luminance < 0.06)
    #expect(probe.count(Palette.dark.fill(.amber)) > image.width)
  }

  @Test("B21: equal instants make equal images, different values different ones")
  func pure() {
    func bytes(_ value: Double) -> [UInt8] {
      var ring = emblem
      ring.reading.ramp = .still(value)
      return NotificationImage.draw(ring, tone: .blue, at: Examples.start, side: 48, scale: 1).rgba
    }
    #expect(bytes(4.2) == bytes(4.2))
    #expect(bytes(4.2) != bytes(5.2))
  }

  @Test("B21: without alpha, the bytes have the drawn color")
  func unpremultiplied() {
    let image = Pixels(width: 2, height: 1, scale: 1).drawn { canvas in
      canvas.cover(Size(width: 1, height: 1), with: Color(0xFF8040, alpha: 0.5))
    }
    let bytes = image.rgba
    #expect(abs(Int(bytes[0]) - 0xFF) <= 2)
    #expect(abs(Int(bytes[1]) - 0x80) <= 2)
    #expect(abs(Int(bytes[2]) - 0x40) <= 2)
    #expect(bytes[3] == 128)
    #expect(Array(bytes[4...]) == [0, 0, 0, 0])
  }

  @Test("B21: the shared picture is a PNG of 1200 × 600 with values, texts and photo")
  func summary() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let red = Pixels(width: 300, height: 200, scale: 1).drawn { canvas in
      canvas.cover(Size(width: 300, height: 200), with: Color(0xC01C28))
    }
    let file = folder.appending(path: "photo.png")
    try Data(try #require(red.png)).write(to: file)
    var detail = Detail(
      tag: "a", title: "", heading: "Espresso shot complete", caption: "Completed in 28s",
      tone: .green,
      parts: [
        .timeline(Examples.timeline(.still(28))), .note(.init(title: "Notes", text: "Sweet.")),
      ], emblem: emblem)
    let drawn = SummaryCard.draw(detail, at: Examples.start)
    #expect(drawn.width == 1200 && drawn.height == 600)
    let png = try #require(drawn.png)
    #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Probe(drawn).count(Palette.light.text) > 1_000, "the heading")
    #expect(Probe(drawn).count(Palette.light.fill(.green)) > 2_000, "the line up to 28 s")

    detail.parts.insert(
      .picture(.init(file: file.path, alternative: "", play: nil)), at: 0)
    let withPhoto = Probe(SummaryCard.draw(detail, at: Examples.start))
    #expect(withPhoto.color(10, 10).isLike(Color(0xC01C28)))
    #expect(withPhoto.color(370, 590).isLike(Color(0xC01C28)))
    detail.parts[0] = .picture(.init(file: "/nonexistent.png", alternative: "", play: nil))
    #expect(
      !Probe(SummaryCard.draw(detail, at: Examples.start)).color(10, 10).isLike(Color(0xC01C28)))
  }

  @Test("B9: a photo is loaded no larger than shown, and an unreadable one is nil")
  func photo() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Blue on both sides, which are cropped.
    let image = Pixels(width: 400, height: 100, scale: 1).drawn { canvas in
      canvas.cover(Size(width: 400, height: 100), with: Color(0x1C71D8))
      canvas.translated(by: Point(x: 100, y: 0)) {
        canvas.cover(Size(width: 200, height: 100), with: Color(0x268A4C))
      }
    }
    let file = folder.appending(path: "wide.png").path
    try Data(try #require(image.png)).write(to: URL(filePath: file))
    let photo = try #require(
      Photo.load(file, covering: Size(width: 100, height: 50), scale: 2))
    #expect(photo.width == 200 && photo.height == 100)
    let probe = Probe(photo, scale: 2)
    for place in [(2.0, 2.0), (97, 47), (50, 25)] {
      #expect(probe.color(place.0, place.1).isLike(Color(0x268A4C)))
    }
    let broken = folder.appending(path: "broken.png")
    try Data([0x89, 0x50, 0x4E, 0x47]).write(to: broken)
    #expect(Photo.load(broken.path, covering: Size(width: 10, height: 10), scale: 1) == nil)
    #expect(Photo.load("/nonexistent", covering: Size(width: 10, height: 10), scale: 1) == nil)
  }

  @Test(
    "B8: a narrow strip takes no more memory than the resulting picture",
    arguments: [(1024.0, 1.0), (1, 1024), (3, 1024), (7, 5)])
  func strip(width: Double, height: Double) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = Pixels(width: width, height: height, scale: 1).drawn { canvas in
      canvas.cover(Size(width: width, height: height), with: Color(0x268A4C))
    }
    let file = folder.appending(path: "strip.png").path
    try Data(try #require(image.png)).write(to: URL(filePath: file))
    let before = try peak()
    let photo = try #require(
      Photo.load(file, covering: Size(width: 440, height: 220), scale: 2))
    // Scaled to cover as a whole, the longest ones would take 0.6 and 2.4 GB.
    #expect(try peak() - before < 400_000)
    #expect(photo.width == 880 && photo.height == 440)
    let probe = Probe(photo, scale: 2)
    for place in [(1.0, 1.0), (438, 218), (220, 110)] {
      #expect(probe.color(place.0, place.1).isLike(Color(0x268A4C)))
    }
  }

  /// The peak memory of this process in kB.
  private func peak() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) })
  }

  @Test("B21: hundreds of images leak no memory")
  func memory() throws {
    func resident() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
    }
    func draw(_ count: Int) {
      for _ in 0..<count {
        _ = NotificationImage.draw(emblem, tone: .blue, at: Examples.start, side: 48, scale: 2).rgba
      }
    }
    draw(50)
    // One image takes 36 kB; keeping all of a round would add 15 MB in every round. Other tests of
    // this process may take memory meanwhile, but not in all rounds.
    let isKept = try (0..<20).allSatisfy { _ in
      let before = try resident()
      draw(400)
      return try resident() - before >= 6_000_000
    }
    #expect(!isKept)
  }
}

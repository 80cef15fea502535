import CDrawing
import Testing

@testable import CarillonDrawing

/// Images from servers, including hostile ones. (B8)
@Suite struct PhotoDecoderTests {
  /// An image of this type in a single color.
  private func image(_ type: String, _ width: Int32, _ height: Int32) throws -> [UInt8] {
    let pixels = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    gdk_pixbuf_fill(pixels, 0x8040_20FF)
    var (buffer, size): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
    try #require(gdk_pixbuf_save_to_bufferv(pixels, &buffer, &size, type, nil, nil, nil) != 0)
    defer { g_free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(size)))
  }

  private func size(of photo: DecodedPhoto?) -> [Int]? {
    photo.map { [$0.width, $0.height] }
  }

  @Test(
    "B8: PNG, JPEG and WebP become pixels of the same size",
    arguments: ["png", "jpeg", "webp"])
  func decoded(_ type: String) throws {
    let bytes = try image(type, 300, 200)
    #expect(ImageHead(bytes)?.kind.rawValue == type)
    #expect(size(of: PhotoDecoder.photo(of: bytes)) == [300, 200])
  }

  @Test("B8: the confinement begins when the decoder is loaded; without one, never")
  func confined() throws {
    var count = 0
    #expect(PhotoDecoder.photo(of: try image("webp", 30, 20), confine: { count += 1 }) != nil)
    #expect(count == 1)
    #expect(PhotoDecoder.photo(of: Array("GIF89a".utf8), confine: { count += 1 }) == nil)
    #expect(count == 1)
  }

  @Test("B9: a picture beyond 1024 pixels is scaled down in proportion")
  func scaled() throws {
    #expect(size(of: PhotoDecoder.photo(of: try image("jpeg", 2048, 64))) == [1024, 32])
    #expect(size(of: PhotoDecoder.photo(of: try image("png", 30, 3000))) == [10, 1024])
    #expect(size(of: PhotoDecoder.photo(of: try image("webp", 3000, 30))) == [1024, 10])
  }

  @Test("B8: a truncated picture is refused", arguments: ["png", "jpeg", "webp"])
  func truncated(_ type: String) throws {
    let bytes = try image(type, 300, 200)
    for count in [0, 1, 8, 24, 100, bytes.count / 2, bytes.count - 3] {
      #expect(PhotoDecoder.photo(of: Array(bytes.prefix(count))) == nil, "\(count)")
    }
  }

  @Test("B8: the first frame of an animation is used")
  func animated() throws {
    let still = try image("webp", 40, 20)
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }
    let frame = chunk(
      "ANMF", little(0, 6) + little(39, 3) + little(19, 3) + little(100, 3) + [0] + still[12...])
    let body =
      Array("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0] + little(39, 3) + little(19, 3))
      + chunk("ANIM", little(0, 6)) + frame + frame
    let moving = Array("RIFF".utf8) + little(body.count, 4) + body
    #expect(size(of: PhotoDecoder.photo(of: moving)) == [40, 20])
  }

  @Test("B8: a WebP with a frame larger than declared is not decoded at that size")
  func lyingHead() throws {
    let still = try image("webp", 40, 20)
    let head: [UInt8] = [0, 0, 0, 0, 9, 0, 0, 9, 0, 0]
    var bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0] + head
    bytes += still[12...]
    let length = bytes.count - 8
    bytes.replaceSubrange(
      4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) })
    if let size = size(of: PhotoDecoder.photo(of: bytes)) { #expect(size == [10, 10]) }
  }

  @Test("B8: other formats are not decoded, whatever they are called")
  func otherTypes() {
    let texts = [
      "<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>",
      "<?xml version='1.0'?><svg/>", "GIF89a\u{1}\u{0}\u{1}\u{0}", "BM", "<html>", "",
      "RIFF\u{4}\u{0}\u{0}\u{0}WEBPxxxx",
    ]
    for text in texts { #expect(PhotoDecoder.photo(of: Array(text.utf8)) == nil, "\(text)") }
  }

  @Test("B8: more than 25 megapixels are refused by the header, before memory is allocated")
  func bomb() throws {
    var bytes = try image("png", 10, 10)
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
    let head = try #require(ImageHead(bytes))
    #expect(head.width == 10_000 && head.height == 10_000 && !head.isDecodable)
    #expect(PhotoDecoder.photo(of: bytes) == nil)
    var wide = head
    (wide.width, wide.height) = (Int.max, 2)
    #expect(!wide.isDecodable)
    (wide.width, wide.height) = (5000, 5000)
    #expect(wide.isDecodable)
  }

  @Test("B8: a JPEG's frame header is found behind other segments")
  func segments() throws {
    var bytes = try image("jpeg", 64, 32)
    // A comment that looks like a frame of another size.
    bytes.insert(
      contentsOf: [0xFF, 0xFE, 0, 12, 0xFF, 0xC0, 0, 8, 8, 0xFF, 0xFF, 0xFF, 0xFF, 3], at: 2)
    let head = try #require(ImageHead(bytes))
    #expect(head.width == 64 && head.height == 32)
  }

  @Test("B8: damaged headers are handled, and never accepted beyond 25 megapixels")
  func mutations() throws {
    for type in ["png", "jpeg", "webp"] {
      let bytes = try image(type, 1, 1)
      for index in 0..<min(bytes.count, 200) {
        for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
          var changed = bytes
          changed[index] = value
          _ = PhotoDecoder.photo(of: changed)
        }
      }
    }
  }
}

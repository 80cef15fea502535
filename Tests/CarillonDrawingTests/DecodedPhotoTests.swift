import CDrawing
import Testing

@testable import CarillonDrawing

/// What the process that decodes a picture answers, and what is believed of it. (B8)
@Suite struct DecodedPhotoTests {
  private func photo(_ width: Int32, _ height: Int32, alpha: Bool) throws -> DecodedPhoto {
    let image = try #require(
      gdk_pixbuf_new(GDK_COLORSPACE_RGB, alpha ? 1 : 0, 8, width, height))
    defer { g_object_unref(UnsafeMutableRawPointer(image)) }
    gdk_pixbuf_fill(image, 0x8040_2080)
    return try #require(DecodedPhoto(image))
  }

  @Test(
    "B8: a photo is the same when it was written and read, and as a PNG",
    arguments: [(300, 200, true), (301, 3, false), (1, 1, true), (1024, 1024, true)])
  func read(_ width: Int, _ height: Int, _ alpha: Bool) throws {
    let photo = try photo(Int32(width), Int32(height), alpha: alpha)
    #expect(photo.width == width && photo.height == height)
    #expect(photo.pixels.count == width * height * (alpha ? 4 : 3))
    #expect(Array(photo.pixels.prefix(3)) == [0x80, 0x40, 0x20])
    #expect(photo.bytes.count <= DecodedPhoto.largestSize)
    #expect(DecodedPhoto(photo.bytes) == photo)
    #expect(PhotoDecoder.photo(of: try #require(photo.png)) == photo)
  }

  @Test("B8: an answer of the wrong length, size or kind is no photo")
  func refused() throws {
    let good = try photo(3, 2, alpha: true).bytes
    #expect(DecodedPhoto(good) != nil)
    #expect(DecodedPhoto([]) == nil)
    for count in 0..<good.count { #expect(DecodedPhoto(Array(good.prefix(count))) == nil) }
    #expect(DecodedPhoto(good + [0]) == nil)
    for (index, value) in [(0, 0), (0, 2), (1, 4), (3, 0xFF), (4, 0), (7, 0x80), (8, 3), (8, 1)] {
      var bad = good
      bad[index] = UInt8(value)
      #expect(DecodedPhoto(bad) == nil, "\(index)")
    }
    // 1025 × 1 pixels.
    #expect(
      DecodedPhoto([1, 4, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0] + [UInt8](repeating: 0, count: 3075))
        == nil)
    let wide = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 1025, 1))
    defer { g_object_unref(UnsafeMutableRawPointer(wide)) }
    #expect(DecodedPhoto(wide) == nil)
  }
}

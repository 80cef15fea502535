import CDrawing

/// The pixels of a photo, as the process that decoded it writes them. (B8)
///
/// Three numbers of 4 bytes, least significant first: width, height, and 3 or 4 bytes per pixel. Then
/// the pixels, row by row without gaps: red, green, blue, and alpha if there are 4.
///
/// Nothing of it needs a decoder, so whoever reads it trusts neither the picture nor that process.
package struct DecodedPhoto: Equatable {
  let width: Int
  let height: Int
  let channels: Int
  let pixels: [UInt8]

  /// The largest width and height. (B9)
  static let longest = 1024
  private static let headSize = 12
  /// In bytes.
  package static let largestSize = headSize + longest * longest * 4

  /// Nil unless `bytes` are exactly one photo, of at most `longest` pixels each way.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > DecodedPhoto.headSize else { return nil }
    func number(_ index: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[index * 4 + $1]) << (8 * $1) }
    }
    (width, height, channels) = (number(0), number(1), number(2))
    let sides = 1...DecodedPhoto.longest
    guard sides.contains(width), sides.contains(height), [3, 4].contains(channels),
      bytes.count == DecodedPhoto.headSize + width * height * channels
    else { return nil }
    pixels = Array(bytes[DecodedPhoto.headSize...])
  }

  /// Nil if `image` is larger than that, or not of 8 bits a channel.
  init?(_ image: OpaquePointer) {
    (width, height) = (Int(gdk_pixbuf_get_width(image)), Int(gdk_pixbuf_get_height(image)))
    channels = Int(gdk_pixbuf_get_n_channels(image))
    guard max(width, height) <= DecodedPhoto.longest, gdk_pixbuf_get_bits_per_sample(image) == 8,
      let start = gdk_pixbuf_read_pixels(image)
    else { return nil }
    let stride = Int(gdk_pixbuf_get_rowstride(image))
    let row = width * channels
    pixels = (0..<height).flatMap { UnsafeBufferPointer(start: start + $0 * stride, count: row) }
  }

  package var bytes: [UInt8] {
    let head = [width, height, channels].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return head + pixels
  }

  /// The photo as a PNG; nil if memory is short.
  package var png: [UInt8]? {
    pixels.withUnsafeBufferPointer { pixels in
      let image = gdk_pixbuf_new_from_data(
        pixels.baseAddress, GDK_COLORSPACE_RGB, channels == 4 ? 1 : 0, 8, Int32(width),
        Int32(height), Int32(width * channels), nil, nil)
      guard let image else { return nil }
      defer { g_object_unref(UnsafeMutableRawPointer(image)) }
      var (buffer, size): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
      guard gdk_pixbuf_save_to_bufferv(image, &buffer, &size, "png", nil, nil, nil) != 0,
        let buffer
      else { return nil }
      defer { g_free(buffer) }
      return [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(size)))
    }
  }
}

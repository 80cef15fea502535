import CDrawing

/// Turns whatever a server sent into a picture that is safe to store and show. (B8)
///
/// It blocks and takes memory while it works, so it belongs on a thread of its own. It decodes only
/// JPEG, PNG and WebP of at most 25 megapixels according to their headers, and only with the
/// decoder of that type.
package enum PhotoDecoder {
  /// The largest width and height of a stored picture. (B9)
  static let longest = 1024

  /// A PNG of the first frame, upright; nil for anything else, and for incomplete data.
  package static func png(of bytes: [UInt8]) -> [UInt8]? {
    guard let head = ImageHead(bytes), head.isDecodable,
      let loader = gdk_pixbuf_loader_new_with_type(head.kind.rawValue, nil)
    else { return nil }
    defer { g_object_unref(loader) }
    let size = head.fitted(into: longest)
    gdk_pixbuf_loader_set_size(loader, Int32(size.width), Int32(size.height))
    let isTaken = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
    // A loader must be closed before it is released, even after a failure.
    let isComplete = gdk_pixbuf_loader_close(loader, nil) != 0
    guard isTaken, isComplete, let image = gdk_pixbuf_loader_get_pixbuf(loader),
      gdk_pixbuf_get_width(image) <= longest, gdk_pixbuf_get_height(image) <= longest,
      let upright = gdk_pixbuf_apply_embedded_orientation(image)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
    return png(of: upright)
  }

  private static func png(of image: OpaquePointer) -> [UInt8]? {
    var (buffer, size): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
    guard gdk_pixbuf_save_to_bufferv(image, &buffer, &size, "png", nil, nil, nil) != 0, let buffer
    else { return nil }
    defer { g_free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(size)))
  }
}

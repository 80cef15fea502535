import CDrawing

/// Turns whatever a server sent into pixels. (B8)
///
/// It takes time and memory that only its process's limits bound, and decoders have had holes: use it
/// in a process of its own. It decodes only JPEG, PNG and WebP of at most 25 megapixels according to
/// their headers, and only with the decoder of that type.
package enum PhotoDecoder {
  /// The first frame, upright; nil for anything else, and for incomplete data.
  ///
  /// `confine` is called when the decoder is loaded, before it sees a byte: from then on no file need
  /// be opened.
  package static func photo(of bytes: [UInt8], confine: () -> Void = {}) -> DecodedPhoto? {
    guard let head = ImageHead(bytes), head.isDecodable,
      let loader = gdk_pixbuf_loader_new_with_type(head.kind.rawValue, nil)
    else { return nil }
    defer { g_object_unref(loader) }
    confine()
    let size = head.fitted(into: DecodedPhoto.longest)
    gdk_pixbuf_loader_set_size(loader, Int32(size.width), Int32(size.height))
    let isTaken = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
    // A loader must be closed before it is released, even after a failure.
    let isComplete = gdk_pixbuf_loader_close(loader, nil) != 0
    guard isTaken, isComplete, let image = gdk_pixbuf_loader_get_pixbuf(loader),
      let upright = gdk_pixbuf_apply_embedded_orientation(image)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
    return DecodedPhoto(upright)
  }
}

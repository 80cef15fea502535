import CDrawing

/// A photo from a file, loaded at the size it is shown.
package enum Photo {
  /// The photo, scaled to cover `size` and cropped around its middle; nil if it cannot be read.
  ///
  /// The file was checked to be an image of decodable size before it was stored. It is loaded again
  /// for every size, so that no larger image than shown stays in memory.
  package static func load(_ file: String, covering size: Size, scale: Double) -> Pixels? {
    var (width, height) = (Int32(0), Int32(0))
    guard gdk_pixbuf_get_file_info(file, &width, &height) != nil, width > 0, height > 0 else {
      return nil
    }
    let factor = max(
      size.width * scale / Double(width), size.height * scale / Double(height))
    // An image to be enlarged is cropped first: scaling a narrow strip to cover `size` could take
    // gigabytes.
    let loaded =
      factor > 1
      ? middle(of: file, covering: size, scale: scale, factor)
      : whole(
        of: file, Int32((Double(width) * factor).rounded(.up)),
        Int32((Double(height) * factor).rounded(.up)))
    guard let loaded else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
    let image = Pixels(width: size.width, height: size.height, scale: scale)
    copy(loaded, to: image)
    return image
  }

  private static func whole(of file: String, _ width: Int32, _ height: Int32) -> OpaquePointer? {
    var problem: UnsafeMutablePointer<GError>?
    let image = gdk_pixbuf_new_from_file_at_scale(file, width, height, 0, &problem)
    if let problem { g_error_free(problem) }
    return image
  }

  /// The visible part, enlarged by `factor`.
  private static func middle(
    of file: String, covering size: Size, scale: Double, _ factor: Double
  ) -> OpaquePointer? {
    guard let image = whole(of: file, -1, -1) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(image)) }
    let (width, height) = (gdk_pixbuf_get_width(image), gdk_pixbuf_get_height(image))
    func seen(_ length: Double, of whole: Int32) -> Int32 {
      // Crops both sides equally.
      let cut = (Double(whole) - length * scale / factor) / 2
      return max(whole - 2 * Int32(max(cut, 0).rounded(.down)), 1)
    }
    let (right, down) = (seen(size.width, of: width), seen(size.height, of: height))
    guard
      let part = gdk_pixbuf_new_subpixbuf(
        image, (width - right) / 2, (height - down) / 2, right, down)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(part)) }
    return gdk_pixbuf_scale_simple(
      part, Int32((Double(right) * factor).rounded(.up)),
      Int32((Double(down) * factor).rounded(.up)), GDK_INTERP_BILINEAR)
  }

  private static func copy(_ source: OpaquePointer, to image: Pixels) {
    let width = Int(gdk_pixbuf_get_width(source))
    let height = Int(gdk_pixbuf_get_height(source))
    let channels = Int(gdk_pixbuf_get_n_channels(source))
    let stride = Int(gdk_pixbuf_get_rowstride(source))
    cairo_surface_flush(image.surface)
    guard let from = gdk_pixbuf_read_pixels(source), channels >= 3,
      let to = cairo_image_surface_get_data(image.surface)
    else { return }
    let toStride = Int(cairo_image_surface_get_stride(image.surface))
    let left = max((width - image.width) / 2, 0)
    let top = max((height - image.height) / 2, 0)
    for y in 0..<min(image.height, height) {
      let row = from + (y + top) * stride + left * channels
      let out = UnsafeMutableRawPointer(to + y * toStride)
      for x in 0..<min(image.width, width) {
        let pixel = row + x * channels
        let alpha = channels == 4 ? UInt32(pixel[3]) : 255
        func part(_ index: Int) -> UInt32 { (UInt32(pixel[index]) * alpha + 127) / 255 }
        out.storeBytes(
          of: alpha << 24 | part(0) << 16 | part(1) << 8 | part(2), toByteOffset: x * 4,
          as: UInt32.self)
      }
    }
    cairo_surface_mark_dirty(image.surface)
  }
}

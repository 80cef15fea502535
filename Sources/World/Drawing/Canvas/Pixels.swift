import CDrawing

/// An image in memory, drawn by us or loaded from a file.
///
/// Share it with care: 208 pixels square at scale 2 takes 700 kB.
package final class Pixels {
  let surface: OpaquePointer
  /// In device pixels.
  package let width: Int
  package let height: Int

  /// A transparent image; `width` and `height` are in layout pixels, each of `scale` × `scale`
  /// device pixels.
  init(width: Double, height: Double, scale: Double) {
    self.width = max(Int((width * scale).rounded(.up)), 1)
    self.height = max(Int((height * scale).rounded(.up)), 1)
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(self.width), Int32(self.height))
    else { preconditionFailure("cairo answers with a surface, even if memory is short") }
    self.surface = surface
    cairo_surface_set_device_scale(surface, scale, scale)
  }

  deinit {
    cairo_surface_destroy(surface)
  }

  /// Draws `body`; returns the image itself.
  func drawn(_ body: (Canvas) -> Void) -> Pixels {
    body(Canvas(self))
    cairo_surface_flush(surface)
    return self
  }

  /// The pixels as red, green, blue, alpha, not premultiplied, row by row without gaps.
  ///
  /// This is the format of a notification's `image-data` hint.
  package var rgba: [UInt8] {
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    let stride = Int(cairo_image_surface_get_stride(surface))
    return [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = UnsafeRawPointer(data + y * stride + x * 4).load(as: UInt32.self)
          let alpha = pixel >> 24
          func part(_ shift: UInt32) -> UInt8 {
            guard alpha > 0 else { return 0 }
            return UInt8(min(((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha, 255))
          }
          let at = (y * width + x) * 4
          bytes[at] = part(16)
          bytes[at + 1] = part(8)
          bytes[at + 2] = part(0)
          bytes[at + 3] = UInt8(alpha)
        }
      }
      count = width * height * 4
    }
  }

  /// The bytes of a PNG file; nil if memory is short.
  package var png: [UInt8]? {
    let sink = Sink()
    let status = cairo_surface_write_to_png_stream(
      surface,
      { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue().bytes += UnsafeBufferPointer(
          start: data, count: Int(length))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(sink).toOpaque())
    return withExtendedLifetime(sink) { status == CAIRO_STATUS_SUCCESS ? sink.bytes : nil }
  }

  private final class Sink {
    var bytes: [UInt8] = []
  }
}

extension Canvas {
  /// Draws an image over `box`, cropping what does not fit.
  func paint(_ image: Pixels, covering box: Box) {
    saved {
      var (x, y) = (1.0, 1.0)
      cairo_surface_get_device_scale(image.surface, &x, &y)
      let (width, height) = (Double(image.width) / x, Double(image.height) / y)
      rectangle(box)
      clip()
      let factor = max(box.width / width, box.height / height)
      cairo_translate(
        context, box.middle.x - width * factor / 2, box.middle.y - height * factor / 2)
      cairo_scale(context, factor, factor)
      cairo_set_source_surface(context, image.surface, 0, 0)
      cairo_paint(context)
    }
  }

  /// Draws an image with its upper left corner at `point`.
  func paint(_ image: Pixels, at point: Point) {
    saved {
      cairo_set_source_surface(context, image.surface, point.x, point.y)
      cairo_paint(context)
    }
  }
}

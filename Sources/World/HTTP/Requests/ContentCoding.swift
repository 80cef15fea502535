import CGio
import CarillonEngine
import CarillonGLib

/// How the body of an answer is compressed.
///
/// It is decompressed once all of it has come. libsoup's own decoder would read on without going back
/// to the main loop for as long as blocks come that contain nothing. (T25)
enum ContentCoding {
  case identity, gzip, deflate

  /// For the request, in the order we prefer.
  static let accepted = "gzip, deflate"

  /// Throws `.payload` for a coding we did not ask for.
  init(_ answer: HTTPAnswer) throws(FetchFailure) {
    switch answer.field("Content-Encoding")?.lowercased() ?? "" {
    case "", "identity": self = .identity
    case "gzip", "x-gzip": self = .gzip
    case "deflate": self = .deflate
    default: throw FetchFailure(.payload, "content encoding")
    }
  }

  /// Throws `.tooLarge` beyond `limit` bytes, `.payload` for anything but the whole of a compressed
  /// body.
  func decoded(_ bytes: [UInt8], limit: Int) throws(FetchFailure) -> [UInt8] {
    switch self {
    case .identity: return bytes
    case .gzip: return try Self.inflated(bytes, G_ZLIB_COMPRESSOR_FORMAT_GZIP, limit)
    case .deflate:
      // Some servers leave out the zlib header: the low half of its first byte is always 8.
      let hasHeader = bytes.first.map { $0 & 0x0F == 8 } ?? true
      let format = hasHeader ? G_ZLIB_COMPRESSOR_FORMAT_ZLIB : G_ZLIB_COMPRESSOR_FORMAT_RAW
      return try Self.inflated(bytes, format, limit)
    }
  }

  private static func inflated(
    _ bytes: [UInt8], _ format: GZlibCompressorFormat, _ limit: Int
  ) throws(FetchFailure) -> [UInt8] {
    let inflater: OpaquePointer = g_zlib_decompressor_new(format)
    defer { g_object_unref(UnsafeMutableRawPointer(inflater)) }
    var rest = bytes[...]
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var (read, written): (gsize, gsize) = (0, 0)
      let result = rest.withUnsafeBufferPointer {
        g_converter_convert(
          inflater, $0.baseAddress, gsize($0.count), &piece, gsize(piece.count),
          G_CONVERTER_INPUT_AT_END, &read, &written, nil)
      }
      guard result != G_CONVERTER_ERROR else { throw FetchFailure(.payload, "compressed body") }
      rest = rest.dropFirst(Int(read))
      output.append(contentsOf: piece.prefix(Int(written)))
      guard output.count <= limit else { throw FetchFailure(.tooLarge, "\(limit)") }
      if result == G_CONVERTER_FINISHED { return output }
    }
  }
}

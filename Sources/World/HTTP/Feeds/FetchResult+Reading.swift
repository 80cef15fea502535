import CarillonEngine

extension FetchResult {
  /// Interprets the bytes of an answer to `spec`.
  ///
  /// `base` is the address that answered, at the end of all redirects; nil for a file.
  static func reading(
    _ bytes: [UInt8], for spec: FetchSpec, etag: String?, base: WebAddress? = nil
  ) -> FetchResult {
    do throws(FetchFailure) {
      return .payload(
        try Fetched(reading: bytes, pointers: spec.pointers, base: base), etag: etag)
    } catch {
      return .failed(error)
    }
  }
}

extension Fetched {
  /// Detects the format from the bytes, not from the declared type. (T25)
  ///
  /// Pointers lead into JSON only.
  init(
    reading bytes: [UInt8], pointers: [String: String] = [:], base: WebAddress? = nil
  ) throws(FetchFailure) {
    let size = bytes.count
    guard pointers.isEmpty, Self.isXML(bytes) else {
      let text = String(
        decoding: bytes.starts(with: bom) ? bytes[bom.count...] : bytes[...], as: UTF8.self)
      if pointers.isEmpty, JSONFeed.mayBe(bytes),
        let feed = try JSONFeed.read(text, size: size, base: base)
      {
        self = feed
      } else {
        try self.init(parsing: text, pointers: pointers, size: size)
      }
      return
    }
    let reader = FeedReader()
    do throws(FetchFailure) {
      try reader.read(xml: bytes)
    } catch {
      guard reader.format == nil, Self.isPage(bytes) else { throw error }
      throw FetchFailure(.payload, "a web page, not a feed")
    }
    guard let format = reader.format else {
      throw FetchFailure(.payload, "neither JSON nor a feed")
    }
    try self.init(format, reader.newest, of: reader.title, size: size, base: base)
  }

  /// Whether the first character is a `<`, in any encoding.
  private static func isXML(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 && !(bom + [0xFE, 0xFF]).contains($0) } == UInt8(ascii: "<")
  }

  private static func isPage(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    return head.contains("<!doctype html") || head.contains("<html")
  }
}

private let bom: [UInt8] = [0xEF, 0xBB, 0xBF]

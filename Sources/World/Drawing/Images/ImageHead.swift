/// The type and size from the first bytes of an image, before anything decodes it. (B8)
///
/// The type is detected from the bytes, whatever the server says. Only these three are accepted.
struct ImageHead: Equatable {
  enum Kind: String {
    case png, jpeg, webp
  }

  var kind: Kind
  var width: Int
  var height: Int

  /// 25 megapixels decode to 100 MB.
  static let mostPixels = 25_000_000

  /// Nil for anything else, and for truncated data.
  init?(_ bytes: [UInt8]) {
    let reader = Reader(bytes: bytes)
    if reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
      self.init(png: reader)
    } else if reader.has([0xFF, 0xD8, 0xFF], at: 0) {
      self.init(jpeg: reader)
    } else if reader.has(Array("RIFF".utf8), at: 0), reader.has(Array("WEBP".utf8), at: 8) {
      self.init(webp: reader)
    } else {
      return nil
    }
    guard width > 0, height > 0 else { return nil }
  }

  var isDecodable: Bool {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return !overflow && pixels <= ImageHead.mostPixels
  }

  /// The size that fits into a square of `longest`, never enlarged.
  func fitted(into longest: Int) -> (width: Int, height: Int) {
    let most = max(width, height)
    guard most > longest else { return (width, height) }
    return (max(width * longest / most, 1), max(height * longest / most, 1))
  }

  private init?(png reader: Reader) {
    let end = Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    guard reader.has(Array("IHDR".utf8), at: 12), let width = reader.big32(at: 16),
      let height = reader.big32(at: 20), reader.ends(with: end, within: 4096)
    else { return nil }
    (kind, self.width, self.height) = (.png, width, height)
  }

  /// Walks the segments up to the frame header.
  private init?(jpeg reader: Reader) {
    var at = 2
    while let mark = reader.byte(at: at + 1), reader.byte(at: at) == 0xFF {
      switch mark {
      case 0xFF: at += 1
      case 0x01, 0xD0...0xD7: at += 2
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(mark):
        guard let height = reader.big16(at: at + 5), let width = reader.big16(at: at + 7),
          reader.ends(with: [0xFF, 0xD9], within: 65_536, after: at)
        else { return nil }
        (kind, self.width, self.height) = (.jpeg, width, height)
        return
      default:
        guard let length = reader.big16(at: at + 2), length >= 2, mark != 0xDA, mark != 0xD9 else {
          return nil
        }
        at += 2 + length
      }
    }
    return nil
  }

  private init?(webp reader: Reader) {
    guard let length = reader.little(at: 4, bytes: 4), length + 8 <= reader.bytes.count else {
      return nil
    }
    kind = .webp
    if reader.has(Array("VP8 ".utf8), at: 12) {
      guard reader.has([0x9D, 0x01, 0x2A], at: 23), let width = reader.little(at: 26, bytes: 2),
        let height = reader.little(at: 28, bytes: 2)
      else { return nil }
      (self.width, self.height) = (width & 0x3FFF, height & 0x3FFF)
    } else if reader.has(Array("VP8L".utf8), at: 12) {
      guard reader.byte(at: 20) == 0x2F, let bits = reader.little(at: 21, bytes: 4) else {
        return nil
      }
      (self.width, self.height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    } else if reader.has(Array("VP8X".utf8), at: 12) {
      guard let width = reader.little(at: 24, bytes: 3),
        let height = reader.little(at: 27, bytes: 3)
      else { return nil }
      (self.width, self.height) = (width + 1, height + 1)
    } else {
      return nil
    }
  }

  private struct Reader {
    let bytes: [UInt8]

    func byte(at index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    func has(_ mark: [UInt8], at index: Int) -> Bool {
      bytes.count >= index + mark.count && bytes[index..<index + mark.count].elementsEqual(mark)
    }

    func big16(at index: Int) -> Int? {
      guard bytes.count >= index + 2 else { return nil }
      return Int(bytes[index]) << 8 | Int(bytes[index + 1])
    }

    func big32(at index: Int) -> Int? {
      guard let high = big16(at: index), let low = big16(at: index + 2) else { return nil }
      return high << 16 | low
    }

    func little(at index: Int, bytes count: Int) -> Int? {
      guard bytes.count >= index + count else { return nil }
      return (0..<count).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }

    /// Whether `mark` is among the last bytes; a truncated file lacks it.
    func ends(with mark: [UInt8], within room: Int, after start: Int = 0) -> Bool {
      let first = max(bytes.count - room, start)
      guard bytes.count - mark.count >= first else { return false }
      return (first...bytes.count - mark.count).contains { has(mark, at: $0) }
    }
  }
}

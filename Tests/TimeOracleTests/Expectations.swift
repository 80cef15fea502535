import CarillonFeatures

/// The results of Python's `zoneinfo` for one zone file, written by `expectations.py`.
struct Expectations {
  /// The names of the zones with this file.
  let names: [String]
  /// The offset at the start of 1970.
  let firstOffset: Int
  /// The transitions to the end of 2037, each with the new offset.
  let transitions: [(at: Instant, offset: Int)]
  /// The wall clock at chosen seconds.
  let shown: [(at: Instant, date: LocalDate, time: WallTime)]
  /// When slots ring; nil on a date that does not exist.
  let rings: [(date: LocalDate, slots: [(time: WallTime, at: Instant?)])]
  /// When the quiet hours at an instant end; nil if there are none.
  let quiet: [(at: Instant, from: WallTime, to: WallTime, end: Instant?)]

  init(_ record: [UInt8]) throws {
    var record = Reader(record)
    names = try (0..<record.next(UInt16.self)).map { _ in
      try record.text(length: Int(record.next(UInt8.self)))
    }
    firstOffset = try Int(record.next(Int32.self))
    transitions = try (0..<record.next(UInt32.self)).map { _ in
      (Instant(seconds: try record.next(Int64.self)), try Int(record.next(Int32.self)))
    }
    shown = try (0..<record.next(UInt32.self)).map { _ in
      (Instant(seconds: try record.next(Int64.self)), try record.date(), try record.time())
    }
    rings = try (0..<record.next(UInt32.self)).map { _ in
      let date = try record.date()
      let slots = try (0..<record.next(UInt16.self)).map { _ in
        (try record.time(), try record.instant())
      }
      return (date, slots)
    }
    quiet = try (0..<record.next(UInt32.self)).map { _ in
      (
        Instant(seconds: try record.next(Int64.self)), try record.time(), try record.time(),
        try record.instant()
      )
    }
    guard record.isAtEnd else { throw Damage() }
  }

  /// The data is not what `expectations.py` writes.
  struct Damage: Error {}

  /// Reads the little-endian numbers of a record.
  private struct Reader {
    /// Every minute of a day, created once because there are millions to read.
    private static let times = (0..<1440).compactMap { WallTime(hour: $0 / 60, minute: $0 % 60) }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
      let size = MemoryLayout<Number>.size
      guard position + size <= bytes.count else { throw Damage() }
      defer { position += size }
      return bytes.withUnsafeBytes {
        Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: type))
      }
    }

    mutating func text(length: Int) throws -> String {
      guard position + length <= bytes.count else { throw Damage() }
      defer { position += length }
      return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }

    mutating func instant() throws -> Instant? {
      let second = try next(Int64.self)
      return second == .min ? nil : Instant(seconds: second)
    }

    mutating func date() throws -> LocalDate { LocalDate(dayNumber: try Int64(next(Int32.self))) }

    mutating func time() throws -> WallTime {
      let minute = try Int(next(UInt16.self))
      guard minute < Reader.times.count else { throw Damage() }
      return Reader.times[minute]
    }
  }
}

/// A D-Bus value.
///
/// A plain Swift value, not a handle: it is read from the message at once, and types are checked on
/// access.
package indirect enum Variant: Hashable, Sendable {
  case bool(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  /// Ends at a NUL, which D-Bus cannot carry.
  case string(String)
  case objectPath(String)
  case signature(String)
  /// The index of a file descriptor sent along with the message.
  case handle(Int32)
  /// `ay`.
  case bytes([UInt8])
  /// Any other array; `of` is the signature of its items, known even if there are none.
  case array(of: String, [Variant])
  /// `a{sv}`.
  case dictionary([String: Variant])
  /// One entry of a dictionary of another type, which is an array of entries.
  case entry(Variant, Variant)
  case tuple([Variant])
  /// A value that carries its type: `v`.
  case variant(Variant)

  package static func strings(_ texts: [String]) -> Variant {
    .array(of: "s", texts.map { .string($0) })
  }

  /// Its D-Bus signature.
  package var signature: String {
    switch self {
    case .bool: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .handle: "h"
    case .bytes: "ay"
    case .array(let item, _): "a\(item)"
    case .dictionary: "a{sv}"
    case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
    case .tuple(let items): "(\(items.map(\.signature).joined()))"
    case .variant: "v"
    }
  }
}

/// Typed access: the value if it is of the requested type. Looks inside a `v`.
extension Variant {
  package var boolValue: Bool? {
    if case .bool(let value) = unboxed { value } else { nil }
  }

  package var uint32Value: UInt32? {
    if case .uint32(let value) = unboxed { value } else { nil }
  }

  package var int32Value: Int32? {
    if case .int32(let value) = unboxed { value } else { nil }
  }

  /// Any integer that fits.
  package var intValue: Int? {
    switch unboxed {
    case .byte(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(exactly: value)
    case .uint64(let value): Int(exactly: value)
    default: nil
    }
  }

  package var doubleValue: Double? {
    if case .double(let value) = unboxed { value } else { nil }
  }

  /// A string, or an object path.
  package var stringValue: String? {
    switch unboxed {
    case .string(let value), .objectPath(let value): value
    default: nil
    }
  }

  package var objectPathValue: String? {
    if case .objectPath(let path) = unboxed { path } else { nil }
  }

  package var arrayValue: [Variant]? {
    switch unboxed {
    case .array(_, let items), .tuple(let items): items
    default: nil
    }
  }

  /// An array of strings, or of object paths.
  package var stringsValue: [String]? {
    guard case .array(_, let items) = unboxed else { return nil }
    let texts = items.compactMap(\.stringValue)
    return texts.count == items.count ? texts : nil
  }

  package var objectPathsValue: [String]? {
    guard case .array(_, let items) = unboxed else { return nil }
    let paths = items.compactMap(\.objectPathValue)
    return paths.count == items.count ? paths : nil
  }

  package var dictionaryValue: [String: Variant]? {
    if case .dictionary(let values) = unboxed { values } else { nil }
  }

  /// The value without the `v` it may be wrapped in.
  package var unboxed: Variant {
    if case .variant(let value) = self { value.unboxed } else { self }
  }

  package subscript(_ key: String) -> Variant? {
    dictionaryValue?[key]?.unboxed
  }
}

extension [Variant] {
  /// The item at `index`; nil beyond the end, because messages of others may be shorter than
  /// expected.
  package subscript(at index: Int) -> Variant? {
    indices.contains(index) ? self[index] : nil
  }
}

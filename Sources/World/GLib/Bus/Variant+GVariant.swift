import CGio
import CarillonEngine

extension Variant {
  /// Copies `value`, which the caller keeps.
  init(_ value: OpaquePointer) {
    switch g_variant_classify(value) {
    case G_VARIANT_CLASS_BOOLEAN: self = .bool(g_variant_get_boolean(value) != 0)
    case G_VARIANT_CLASS_BYTE: self = .byte(g_variant_get_byte(value))
    case G_VARIANT_CLASS_INT16: self = .int16(g_variant_get_int16(value))
    case G_VARIANT_CLASS_UINT16: self = .uint16(g_variant_get_uint16(value))
    case G_VARIANT_CLASS_INT32: self = .int32(g_variant_get_int32(value))
    case G_VARIANT_CLASS_UINT32: self = .uint32(g_variant_get_uint32(value))
    case G_VARIANT_CLASS_INT64: self = .int64(Int64(g_variant_get_int64(value)))
    case G_VARIANT_CLASS_UINT64: self = .uint64(UInt64(g_variant_get_uint64(value)))
    case G_VARIANT_CLASS_HANDLE: self = .handle(g_variant_get_handle(value))
    case G_VARIANT_CLASS_DOUBLE: self = .double(g_variant_get_double(value))
    case G_VARIANT_CLASS_STRING: self = .string(Variant.text(of: value))
    case G_VARIANT_CLASS_OBJECT_PATH: self = .objectPath(Variant.text(of: value))
    case G_VARIANT_CLASS_SIGNATURE: self = .signature(Variant.text(of: value))
    case G_VARIANT_CLASS_VARIANT: self = .variant(Variant.items(of: value)[0])
    case G_VARIANT_CLASS_TUPLE: self = .tuple(Variant.items(of: value))
    case G_VARIANT_CLASS_DICT_ENTRY:
      let items = Variant.items(of: value)
      self = .entry(items[0], items[1])
    case G_VARIANT_CLASS_ARRAY: self = Variant.array(value)
    default: preconditionFailure("D-Bus has no maybe types")
    }
  }

  /// A `GVariant` that the caller owns and must unreference.
  func makeGVariant() -> OpaquePointer {
    g_variant_ref_sink(makeFloating())
  }

  private func makeFloating() -> OpaquePointer {
    switch self {
    case .bool(let value): g_variant_new_boolean(value ? 1 : 0)
    case .byte(let value): g_variant_new_byte(value)
    case .int16(let value): g_variant_new_int16(value)
    case .uint16(let value): g_variant_new_uint16(value)
    case .int32(let value): g_variant_new_int32(value)
    case .uint32(let value): g_variant_new_uint32(value)
    case .int64(let value): g_variant_new_int64(gint64(value))
    case .uint64(let value): g_variant_new_uint64(guint64(value))
    case .double(let value): g_variant_new_double(value)
    case .handle(let value): g_variant_new_handle(value)
    case .string(let value): g_variant_new_string(value)
    case .objectPath(let value): Variant.objectPath(checked: value)
    case .signature(let value): Variant.signature(checked: value)
    case .bytes(let bytes): Variant.bytes(bytes)
    case .array(let item, let items): Variant.array(of: item, items)
    case .dictionary(let values): Variant.dictionary(values)
    case .entry(let key, let value):
      g_variant_new_dict_entry(key.makeFloating(), value.makeFloating())
    case .tuple(let items): Variant.tuple(items)
    case .variant(let value): g_variant_new_variant(value.makeFloating())
    }
  }

  private static func text(of value: OpaquePointer) -> String {
    var length: gsize = 0
    guard let text = g_variant_get_string(value, &length) else {
      preconditionFailure("a value of a string type has a text")
    }
    return String(
      decoding: UnsafeRawBufferPointer(start: text, count: Int(length)), as: UTF8.self
    ).streamSafe
  }

  private static func items(of value: OpaquePointer) -> [Variant] {
    (0..<g_variant_n_children(value)).map { index in
      let item: OpaquePointer = g_variant_get_child_value(value, index)
      defer { g_variant_unref(item) }
      return Variant(item)
    }
  }

  private static func array(_ value: OpaquePointer) -> Variant {
    let type = String(cString: g_variant_get_type_string(value))
    switch type {
    case "ay":
      var count: gsize = 0
      let bytes = g_variant_get_fixed_array(value, &count, 1)
      return .bytes(UnsafeRawBufferPointer(start: bytes, count: Int(count)).map { $0 })
    case "a{sv}":
      // The first of two equal keys counts, as in GLib.
      let entries = items(of: value).compactMap { entry -> (String, Variant)? in
        guard case .entry(.string(let key), .variant(let value)) = entry else { return nil }
        return (key, value)
      }
      return .dictionary(Dictionary(entries) { first, _ in first })
    default:
      return .array(of: String(type.dropFirst()), items(of: value))
    }
  }

  private static func objectPath(checked path: String) -> OpaquePointer {
    precondition(g_variant_is_object_path(path) != 0, "an object path is one by D-Bus's rules")
    return g_variant_new_object_path(path)
  }

  private static func signature(checked signature: String) -> OpaquePointer {
    precondition(g_variant_is_signature(signature) != 0, "a signature is one by D-Bus's rules")
    return g_variant_new_signature(signature)
  }

  private static func bytes(_ bytes: [UInt8]) -> OpaquePointer {
    withType("y") { type in
      bytes.withUnsafeBytes { buffer in
        g_variant_new_fixed_array(type, buffer.baseAddress, gsize(buffer.count), 1)
      }
    }
  }

  private static func array(of item: String, _ items: [Variant]) -> OpaquePointer {
    for value in items {
      precondition(value.signature == item, "every item of an array is of the array's type")
    }
    let children: [OpaquePointer?] = items.map { $0.makeFloating() }
    return withType(item) { g_variant_new_array($0, children, gsize(children.count)) }
  }

  private static func dictionary(_ values: [String: Variant]) -> OpaquePointer {
    // Sorted, so that equal dictionaries make equal messages in every process.
    let entries = values.sorted { $0.key < $1.key }.map { key, value in
      Variant.entry(.string(key), .variant(value.unboxed))
    }
    return array(of: "{sv}", entries)
  }

  private static func tuple(_ items: [Variant]) -> OpaquePointer {
    let children: [OpaquePointer?] = items.map { $0.makeFloating() }
    return g_variant_new_tuple(children, gsize(children.count))
  }

  /// Calls `body` with the type that `signature` names.
  ///
  /// Creates the type, because one cast from a Swift string is gone with that string.
  private static func withType(
    _ signature: String, _ body: (OpaquePointer) -> OpaquePointer
  ) -> OpaquePointer {
    precondition(g_variant_type_string_is_valid(signature) != 0, "\(signature) is a type")
    let type: OpaquePointer = g_variant_type_new(signature)
    defer { g_variant_type_free(type) }
    return body(type)
  }
}

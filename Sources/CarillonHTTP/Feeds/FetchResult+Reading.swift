import CarillonCore

extension FetchResult {
  /// What the bytes of an answer to `spec` mean.
  static func reading(_ bytes: [UInt8], for spec: FetchSpec, etag: String?) -> FetchResult {
    .reading(String(decoding: bytes, as: UTF8.self), for: spec, etag: etag)
  }
}

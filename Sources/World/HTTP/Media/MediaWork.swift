import CarillonEngine
import CarillonGLib

/// A job for the picture thread.
nonisolated enum MediaWork: Sendable {
  case find(url: String)
  /// Stores what was decoded of the answer of `url`.
  case keep(decoded: [UInt8], url: String, etag: String?)

  static func worker(
    _ cache: MediaCache, encode: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) -> Worker<MediaWork, MediaCache.Entry?> {
    Worker(name: "pictures", state: { cache }) { cache, work in
      switch work {
      case .find(let url): cache.find(url)
      case .keep(let decoded, let url, let etag):
        encode(decoded).flatMap { cache.keep($0, of: url, etag: etag) }
      }
    }
  }
}

import CarillonEngine
import CarillonGLib

/// A job for the picture thread.
nonisolated enum MediaWork: Sendable {
  case find(url: String)
  /// Decodes the answer of `url`, whatever it is, and stores the result.
  case keep(body: [UInt8], url: String, etag: String?)

  static func worker(
    _ cache: MediaCache, decode: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) -> Worker<MediaWork, MediaCache.Entry?> {
    Worker(name: "pictures", state: { cache }) { cache, work in
      switch work {
      case .find(let url): cache.find(url)
      case .keep(let body, let url, let etag):
        decode(body).flatMap { cache.keep($0, of: url, etag: etag) }
      }
    }
  }
}

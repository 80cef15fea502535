import CarillonFeatures
import Testing

extension FetchResult {
  /// A source's response with this headline.
  static func headline(_ text: String, etag: String? = nil) -> FetchResult {
    .reading(#"{"headline":"\#(text)","summary":"S"}"#, etag: etag)
  }
}

/// Helpers for sources.
extension Device {
  static let ownSource = """
    {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/today.json"}}}
    """

  /// A device whose slots have a source on the network, with content in store.
  static func withSource(_ now: String, _ patch: String = "{}") throws -> Device {
    let device = try Device(at: at(now))
    device.set(ownSource)
    device.set(patch)
    return device
  }

  /// Finishes the last fetch with a result.
  func finishFetch(_ result: FetchResult) throws {
    let ticket = try #require(fetches.last?.ticket)
    host.send(.finished(ticket, .fetched(result)))
  }
}

import CarillonEngine

/// Records the raw answer for a source that the user tries out. (T25)
final class Trial {
  var status: Int?
  var body: [UInt8]?
  /// The address that answered, at the end of all redirects; nil for a file.
  var base: WebAddress?
  /// The secrets that were sent, and must not be shown when the server repeats them. (T27)
  var secrets: [String] = []

  /// What the user is told of a trial with this result.
  func told(_ result: FetchResult) -> Outcome {
    let mask = SecretMask(secrets)
    let body = body.map { mask.masking(String(decoding: $0, as: UTF8.self)) }
    var sample = Sample(status: status, body: body)
    // Cleaning may have put together what was apart.
    sample.text = sample.text.map(mask.masking)
    if case .failed(let failure) = result, failure.code == .payload {
      sample.feeds = feeds(mask)
    }
    return .tried(mask.masking(result), sample)
  }

  /// The feeds that the page names, but not one whose address repeats a secret.
  private func feeds(_ mask: SecretMask) -> [Sample.Feed]? {
    guard let bytes = self.body else { return nil }
    let named = PageFeeds(in: bytes, of: base).found.filter { mask.masking($0.url) == $0.url }
      .map { Sample.Feed(url: $0.url, title: $0.title.map(mask.masking)) }
    return named.isEmpty ? nil : named
  }
}

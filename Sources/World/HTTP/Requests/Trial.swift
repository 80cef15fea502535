import CarillonEngine

/// Records the raw answer for a source that the user tries out. (T25)
final class Trial {
  var status: Int?
  var body: [UInt8]?
  /// The secrets that were sent, and must not be shown when the server repeats them. (T27)
  var secrets: [String] = []

  /// What the user is told of a trial with this result.
  func told(_ result: FetchResult) -> Outcome {
    let mask = SecretMask(secrets)
    let body = body.map { mask.masking(String(decoding: $0, as: UTF8.self)) }
    var sample = Sample(status: status, body: body)
    // Cleaning may have put together what was apart.
    sample.text = sample.text.map(mask.masking)
    return .tried(mask.masking(result), sample)
  }
}

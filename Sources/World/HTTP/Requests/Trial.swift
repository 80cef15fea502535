import CarillonEngine

/// Remembers what literally came, for a source that somebody tries out. (T25)
final class Trial {
  var status: Int?
  var body: [UInt8]?
  /// What was sent and must not come back to be shown. (T27)
  var secrets: [String] = []

  var sample: Sample {
    Sample(
      status: status, body: body.map { String(decoding: $0, as: UTF8.self) }, hiding: hidden)
  }

  /// Of `Bearer abc` the last word alone is the secret, and may come back alone.
  private var hidden: [String] {
    secrets + secrets.compactMap { $0.split(separator: " ").last.map(String.init) }
  }
}

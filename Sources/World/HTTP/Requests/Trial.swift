import CarillonEngine

/// Records the raw answer for a source that the user tries out. (T25)
final class Trial {
  var status: Int?
  var body: [UInt8]?
  /// The secrets that were sent, and must not be shown when the server echoes them. (T27)
  var secrets: [String] = []

  var sample: Sample {
    Sample(
      status: status, body: body.map { String(decoding: $0, as: UTF8.self) }, hiding: hidden)
  }

  /// The secrets, and their last words: of `Bearer abc`, `abc` alone may be echoed.
  private var hidden: [String] {
    secrets + secrets.compactMap { $0.split(separator: " ").last.map(String.init) }
  }
}

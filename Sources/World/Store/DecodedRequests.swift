import CarillonEngine

/// The forms of messages, by the text they were decoded from.
///
/// Decoding one takes longer than reading the rest of its row, and a row is read again and again
/// while its message is on the screen. Nothing has to be forgotten when rows change: the same text
/// gives the same form.
final class DecodedRequests {
  private var requests: [String: Request] = [:]

  private static let capacity = 64

  /// The form that `text` stands for; decodes it if it is new.
  func request(_ text: String) throws -> Request {
    if let known = requests[text] { return known }
    let request = try decode(Request.self, from: shortened(text))
    if requests.count >= DecodedRequests.capacity { requests = [:] }
    requests[text] = request
    return request
  }

  func forget() { requests = [:] }
}

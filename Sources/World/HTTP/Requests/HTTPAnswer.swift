import CGio
import CSoup
import CarillonEngine
import CarillonGLib

/// The head of an answer, and its body on demand.
///
/// A body that was not taken is closed with this object, and its connection with it.
final class HTTPAnswer {
  let status: Int
  private let message: OpaquePointer
  private var stream: UnsafeMutablePointer<GInputStream>?

  /// Takes over `stream`.
  init(to message: OpaquePointer, _ stream: UnsafeMutablePointer<GInputStream>) {
    status = Int(soup_message_get_status(message).rawValue)
    self.message = message
    self.stream = stream
    g_object_ref(UnsafeMutableRawPointer(message))
  }

  isolated deinit {
    if let stream {
      g_input_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
      g_object_unref(stream)
    }
    g_object_unref(UnsafeMutableRawPointer(message))
  }

  /// The body, once, for `Attempt.read`.
  func takeBody() -> UnsafeMutablePointer<GInputStream> {
    guard let stream else { preconditionFailure("a body is taken once") }
    self.stream = nil
    return stream
  }

  func field(_ name: String) -> String? {
    soup_message_headers_get_one(headers, name).map { String(cString: $0).streamSafe }
  }

  /// The declared length of the body; 0 if there is none.
  var declaredLength: Int {
    guard soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH else {
      return 0
    }
    return Int(soup_message_headers_get_content_length(headers))
  }

  /// The ETag, if it can be sent back as it is. (T4)
  var etag: String? {
    guard let value = field("ETag"), RequestFields.isValue(value), value.utf8.count <= 1024 else {
      return nil
    }
    return value
  }

  /// How long `Retry-After`, in seconds or as a date, asks to wait; nil if it is missing.
  ///
  /// A date in the past means at once. (T24)
  func retryAfter(at now: Instant) -> Span? {
    guard let text = field("Retry-After") else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map(Span.seconds)
    }
    return HTTPAnswer.instant(text).map { max(.zero, $0 - now) }
  }

  /// The server's clock, by its `Date`; nil if it does not say.
  var date: Instant? { field("Date").flatMap { HTTPAnswer.instant($0) } }

  private static func instant(_ text: String) -> Instant? {
    guard let date = soup_date_time_new_from_http_string(text) else { return nil }
    defer { g_date_time_unref(date) }
    return Instant(seconds: Int64(g_date_time_to_unix(date)))
  }

  private var headers: OpaquePointer? { soup_message_get_response_headers(message) }
}

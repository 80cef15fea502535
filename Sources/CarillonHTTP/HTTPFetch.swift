import CGio
import CSoup
import CarillonCore
import CarillonGLib

/// One HTTP request, from its first byte to the last of its answer. (T25)
final class HTTPFetch {
  private let session: UnsafeMutablePointer<SoupSession>
  private let message: OpaquePointer
  private let attempt: FetchAttempt
  private let conditional: Bool

  /// Throws `.forbidden` for headers that HTTP, or Carillon, leaves to itself.
  init(
    _ job: FetchJob, url: String, over session: UnsafeMutablePointer<SoupSession>,
    attempt: FetchAttempt
  ) throws(FetchFailure) {
    let fields = try RequestFields(job)
    let message: OpaquePointer? = soup_message_new(job.spec.method.rawValue, url)
    guard let message else { throw FetchFailure(.forbidden, "url") }
    self.session = g_object_ref(session).assumingMemoryBound(to: SoupSession.self)
    self.message = message
    self.attempt = attempt
    conditional = job.etag != nil
    // A redirect is refused: where it leads was not what the user allowed.
    soup_message_add_flags(
      message,
      SoupMessageFlags(
        SOUP_MESSAGE_NO_REDIRECT.rawValue | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE.rawValue))
    if job.spec.method == .post { setBody(job.spec.bodyJSON ?? "null") }
    let headers = soup_message_get_request_headers(message)
    for field in fields.all { soup_message_headers_replace(headers, field.name, field.value) }
  }

  isolated deinit {
    g_object_unref(UnsafeMutableRawPointer(message))
    g_object_unref(session)
  }

  func start() {
    asynchronously {
      soup_session_send_async(
        session, message, G_PRIORITY_DEFAULT, attempt.cancellable, $0, $1)
    } done: { result in
      self.answered(result)
    }
  }

  private func setBody(_ json: String) {
    let text = Array(json.utf8)
    let bytes = g_bytes_new(text, gsize(text.count))
    soup_message_set_request_body_from_bytes(message, "application/json", bytes)
    g_bytes_unref(bytes)
  }

  /// The head of the answer is there.
  private func answered(_ result: OpaquePointer) {
    do throws(GLibError) {
      let stream = try throwing { soup_session_send_finish(session, result, $0) }
      guard let stream else { preconditionFailure("no stream means an error") }
      let status = Int(soup_message_get_status(message).rawValue)
      let reader = BodyReader(stream, for: attempt) {
        self.attempt.end(.reading($0, etag: self.etag))
      }
      switch status {
      case 200 where declaredLength > FetchSpec.largestBody:
        attempt.fail(.tooLarge, "\(FetchSpec.largestBody)")
      case 200: return reader.read()
      case 304 where conditional: attempt.end(.notModified)
      case 301, 302, 303, 307, 308: attempt.fail(.redirected, "\(status)")
      default: attempt.fail(.status, "\(status)")
      }
      reader.close()
    } catch {
      attempt.fail(error)
    }
  }

  private var declaredLength: Int {
    let headers = soup_message_get_response_headers(message)
    guard soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH else {
      return 0
    }
    return Int(soup_message_headers_get_content_length(headers))
  }

  /// What the answer may be recognised by next time, if it can be sent back as it is.
  private var etag: String? {
    let headers = soup_message_get_response_headers(message)
    guard let text = soup_message_headers_get_one(headers, "ETag") else { return nil }
    let value = String(cString: text)
    return RequestFields.isValue(value) && value.utf8.count <= 1024 ? value : nil
  }
}

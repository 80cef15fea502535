import CGio
import CSoup
package import CarillonEngine
package import CarillonGLib

/// An HTTP server on 127.0.0.1, on the main loop, for a program that plays a service. (J30)
///
/// Any program of this computer can reach it: whoever answers must look at the request's token.
package final class LocalServer {
  nonisolated package struct Request: Hashable, Sendable {
    package var method: String
    /// Without its query, and percent-decoded.
    package var path: String
    package var authorization: String?
    package var body: String

    package init(method: String, path: String, authorization: String? = nil, body: String = "") {
      self.method = method
      self.path = path
      self.authorization = authorization
      self.body = body
    }
  }

  nonisolated package struct Answer: Hashable, Sendable {
    package var status: Int
    /// Nil for none.
    package var document: JSONValue?

    package init(_ status: Int, _ document: JSONValue? = nil) {
      self.status = status
      self.document = document
    }
  }

  /// A longer body is not read.
  private static let longestBody: Int64 = 65_536

  private let server: UnsafeMutablePointer<SoupServer>
  package let port: UInt16

  /// Listens on `port`, or on any that is free; throws if it is taken.
  package init(
    port: UInt16? = nil, answer: @escaping (Request) -> Answer
  ) throws(GLibError) {
    guard let object = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil) else {
      preconditionFailure("GLib makes every object")
    }
    server = UnsafeMutableRawPointer(object).assumingMemoryBound(to: SoupServer.self)
    do throws(GLibError) {
      _ = try throwing { [server] in
        soup_server_listen_local(server, guint(port ?? 0), SOUP_SERVER_LISTEN_IPV4_ONLY, $0)
      }
    } catch {
      g_object_unref(server)
      throw error
    }
    self.port = LocalServer.port(of: server)
    soup_server_add_early_handler(
      server, nil, { _, message, _, _, _ in message.map(LocalServer.refuseWhatIsTooLong) }, nil, nil
    )
    let callback: SoupServerCallback = { _, message, path, _, data in
      guard let message, let path else { return }
      LocalServer.answer(message, at: path, by: Box<(Request) -> Answer>.value(at: data))
    }
    soup_server_add_handler(
      server, nil, callback, Box<(Request) -> Answer>.retained(answer), { releaseBox($0) })
  }

  isolated deinit {
    soup_server_disconnect(server)
    g_object_unref(server)
  }

  private static func port(of server: UnsafeMutablePointer<SoupServer>) -> UInt16 {
    let addresses = soup_server_get_uris(server)
    defer { g_slist_free_full(addresses) { if let uri = $0 { g_uri_unref(OpaquePointer(uri)) } } }
    guard let first = addresses?.pointee.data else {
      preconditionFailure("a server that listens has an address")
    }
    return UInt16(clamping: g_uri_get_port(OpaquePointer(first)))
  }

  private static func refuseWhatIsTooLong(_ message: OpaquePointer) {
    let headers = soup_server_message_get_request_headers(message)
    let isKnown = soup_message_headers_get_encoding(headers) != SOUP_ENCODING_CHUNKED
    guard !isKnown || soup_message_headers_get_content_length(headers) > longestBody else { return }
    soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
    soup_server_message_set_status(message, isKnown ? 413 : 411, nil)
  }

  private static func answer(
    _ message: OpaquePointer, at path: UnsafePointer<CChar>, by answer: (Request) -> Answer
  ) {
    let headers = soup_server_message_get_request_headers(message)
    var request = Request(
      method: String(cString: soup_server_message_get_method(message)), path: String(cString: path))
    request.authorization = soup_message_headers_get_one(headers, "Authorization").map {
      String(cString: $0)
    }
    if let body = soup_server_message_get_request_body(message)?.pointee, let bytes = body.data {
      let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(body.length))
      request.body = String(decoding: buffer, as: UTF8.self)
    }
    let answer = answer(request)
    soup_server_message_set_status(message, guint(answer.status), nil)
    guard let text = answer.document?.serialized else { return }
    soup_server_message_set_response(
      message, "application/json", SOUP_MEMORY_COPY, text, gsize(text.utf8.count))
  }
}

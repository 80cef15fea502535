import CGio
import CarillonFeatures
import CarillonGLib
import Foundation

/// A server on 127.0.0.1, on the main loop, that answers with any bytes a test wants.
final class LoopbackServer {
  /// A step in answering a request; the connection is closed after the last.
  enum Step {
    case send([UInt8])
    case pause(Span)

    static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  /// The requests received, head and body.
  private(set) var requests: [String] = []
  /// The number of bytes passed to the kernel.
  private(set) var sent = 0
  private(set) var connections = 0
  private(set) var endedEarly = 0
  private(set) var port: UInt16 = 0

  private let service: UnsafeMutablePointer<GSocketService>
  private let certificate: UnsafeMutablePointer<GTlsCertificate>?
  private let answer: (String) -> [Step]
  fileprivate let eager: Bool
  private var incoming: Subscription?

  /// With `certificate`, a PEM text with its key, it uses TLS.
  ///
  /// An `eager` server answers the first bytes that arrive, whatever they are.
  init(certificate pem: String? = nil, eager: Bool = false, answer: @escaping (String) -> [Step])
    throws
  {
    self.answer = answer
    self.eager = eager
    certificate = try pem.map { pem in
      let made = try throwing { g_tls_certificate_new_from_pem(pem, -1, $0) }
      guard let made else { preconditionFailure("no certificate means an error") }
      return made
    }
    service = g_socket_service_new()
    try listen()
    incoming = onSignal("incoming", of: service) { [unowned self] arguments in
      guard let connection = g_value_get_object(arguments.baseAddress) else { return }
      self.connections += 1
      let stream = g_object_ref(connection).assumingMemoryBound(to: GIOStream.self)
      Conversation(self.secured(stream), server: self).listen()
    }
  }

  isolated deinit {
    incoming?.cancel()
    g_socket_service_stop(service)
    g_socket_listener_close(listener)
    g_object_unref(service)
    if let certificate { g_object_unref(certificate) }
  }

  func url(_ path: String = "/") -> String {
    "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)\(path)"
  }

  fileprivate func steps(for request: String) -> [Step] {
    requests.append(request)
    return answer(request)
  }

  fileprivate func noteSent(_ count: Int) { sent += count }
  fileprivate func noteEndedEarly() { endedEarly += 1 }

  private var listener: UnsafeMutablePointer<GSocketListener> {
    UnsafeMutableRawPointer(service).assumingMemoryBound(to: GSocketListener.self)
  }

  private func listen() throws {
    let address: UnsafeMutablePointer<GSocketAddress> = g_inet_socket_address_new_from_string(
      "127.0.0.1", 0)
    defer { g_object_unref(address) }
    var effective: UnsafeMutablePointer<GSocketAddress>?
    _ = try throwing {
      g_socket_listener_add_address(
        listener, address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil, &effective, $0)
    }
    let bound = UnsafeMutableRawPointer(effective)?.assumingMemoryBound(
      to: GInetSocketAddress.self)
    port = g_inet_socket_address_get_port(bound)
    g_object_unref(effective)
  }

  private func secured(
    _ stream: UnsafeMutablePointer<GIOStream>
  ) -> UnsafeMutablePointer<GIOStream> {
    guard let certificate else { return stream }
    defer { g_object_unref(stream) }
    return g_tls_server_connection_new(stream, certificate, nil)
  }
}

/// One connection of the server; it keeps itself alive while it waits.
private final class Conversation {
  private let stream: UnsafeMutablePointer<GIOStream>
  private let server: LoopbackServer
  private var request = ""

  /// Takes over `stream`.
  init(_ stream: UnsafeMutablePointer<GIOStream>, server: LoopbackServer) {
    self.stream = stream
    self.server = server
  }

  isolated deinit {
    g_object_unref(stream)
  }

  func listen() {
    let input = g_io_stream_get_input_stream(stream)
    later {
      g_input_stream_read_bytes_async(input, 65536, G_PRIORITY_DEFAULT, nil, $0, $1)
    } done: {
      guard let bytes = g_input_stream_read_bytes_finish(input, $0, nil) else {
        return self.close()
      }
      defer { g_bytes_unref(bytes) }
      var size: gsize = 0
      guard let start = g_bytes_get_data(bytes, &size), size > 0 else { return self.close() }
      self.request += String(
        decoding: UnsafeRawBufferPointer(start: start, count: Int(size)), as: UTF8.self)
      if self.server.eager || self.isComplete {
        self.perform(self.server.steps(for: self.request)[...])
      } else {
        self.listen()
      }
    }
  }

  private var isComplete: Bool {
    guard let end = request.range(of: "\r\n\r\n") else { return false }
    let length = request.lowercased().firstMatch(of: /\r\ncontent-length: ([0-9]+)\r\n/)
      .flatMap { Int($0.1) }
    return request[end.upperBound...].utf8.count >= length ?? 0
  }

  private func perform(_ steps: ArraySlice<LoopbackServer.Step>) {
    switch steps.first {
    case nil: close()
    case .send([]): perform(steps.dropFirst())
    case .pause(let span): MainLoop.after(span) { self.perform(steps.dropFirst()) }
    case .send(let bytes):
      let output = g_io_stream_get_output_stream(stream)
      let data = g_bytes_new(bytes, gsize(bytes.count))
      later {
        g_output_stream_write_bytes_async(output, data, G_PRIORITY_DEFAULT, nil, $0, $1)
      } done: {
        g_bytes_unref(data)
        let count = g_output_stream_write_bytes_finish(output, $0, nil)
        guard count >= 0 else {
          self.server.noteEndedEarly()
          return self.close()
        }
        self.server.noteSent(Int(count))
        let rest = Array(bytes.dropFirst(Int(count)))
        self.perform((rest.isEmpty ? [] : [.send(rest)]) + steps.dropFirst())
      }
    }
  }

  private func close() {
    g_io_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
  }

  private func later(
    _ start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
    done: @escaping (OpaquePointer?) -> Void
  ) {
    start(
      { Box<(OpaquePointer?) -> Void>.taken(from: $2)($1) },
      Box<(OpaquePointer?) -> Void>.retained(done))
  }
}

import CGio
package import CarillonEngine
import CarillonGLib

/// An answer whose bytes are handed on as they come, such as one that never ends. (C4)
///
/// Redirects are not followed, because a token is meant only for the configured server. Without
/// `readOn`, nothing more is read: then the kernel's buffers fill, and the server has to wait.
@MainActor package final class HTTPStream {
  package enum Part: Equatable {
    /// The head of the answer; of any status but 200, nothing more follows.
    case answered(status: Int, retryAfter: Span?)
    /// Call `readOn` for what follows.
    case bytes([UInt8])
    case ended
    case failed(FetchFailure)
  }

  private let sessions: WebSessions
  private var request: StreamRequest?

  package init(version: String) {
    sessions = WebSessions(version: version)
  }

  isolated deinit {
    request?.end()
  }

  /// Ends what is under way, and asks for `url`.
  ///
  /// `receive` is called after this has returned, and never again after `close` or the next `get`.
  package func get(
    _ url: String, authorization: String? = nil, receive: @escaping (Part) -> Void
  ) {
    close()
    let request = StreamRequest(sessions, receive)
    self.request = request
    do throws(FetchFailure) {
      guard case .web(let address) = try FetchAddress(url) else {
        throw FetchFailure(.forbidden, "scheme")
      }
      var fields = RequestFields()
      if let authorization { try fields.set("Authorization", authorization) }
      request.send(to: address, fields)
    } catch {
      MainLoop.soon { request.end(with: .failed(error)) }
    }
  }

  /// Reads what follows the bytes that were received last.
  package func readOn() {
    request?.readOn()
  }

  package func close() {
    request?.end()
    request = nil
  }
}

/// One request of a stream; it keeps itself alive while it waits.
private final class StreamRequest {
  private let cancellable: UnsafeMutablePointer<GCancellable> = g_cancellable_new()
  private let sessions: WebSessions
  private var receive: ((HTTPStream.Part) -> Void)?
  private var body: UnsafeMutablePointer<GInputStream>?
  private var isReading = false

  init(_ sessions: WebSessions, _ receive: @escaping (HTTPStream.Part) -> Void) {
    self.sessions = sessions
    self.receive = receive
    sessions.entered()
  }

  isolated deinit {
    if let body { g_object_unref(body) }
    g_object_unref(cancellable)
  }

  func send(to address: WebAddress, _ fields: RequestFields) {
    let request = HTTPRequest(method: "GET", address: address, fields: fields, body: .none)
    request.send(over: sessions, until: cancellable) { answer in
      guard let receive = self.receive else { return }
      switch answer {
      case .failure(let failure): self.end(with: .failed(failure))
      case .success(let answer):
        let head = HTTPStream.Part.answered(
          status: answer.status, retryAfter: answer.retryAfter(at: WallClock.now()))
        guard answer.status == 200 else { return self.end(with: head) }
        self.body = answer.takeBody()
        receive(head)
        // Whoever received it may have ended this.
        self.readOn()
      }
    }
  }

  func readOn() {
    guard receive != nil, let body, !isReading else { return }
    isReading = true
    // Others first: a flood must not keep them waiting.
    MainLoop.soon {
      guard self.receive != nil else {
        self.isReading = false
        return self.closeBody()
      }
      asynchronously {
        g_input_stream_read_bytes_async(
          body, 1 << 16, G_PRIORITY_DEFAULT, self.cancellable, $0, $1)
      } done: { result in
        self.isReading = false
        self.received(result, from: body)
      }
    }
  }

  private func received(_ result: OpaquePointer, from body: UnsafeMutablePointer<GInputStream>) {
    do throws(GLibError) {
      let bytes = try throwing { g_input_stream_read_bytes_finish(body, result, $0) }
      guard let bytes else { preconditionFailure("no bytes means an error") }
      defer { g_bytes_unref(bytes) }
      guard let receive else { return closeBody() }
      var size: gsize = 0
      guard let start = g_bytes_get_data(bytes, &size), size > 0 else { return end(with: .ended) }
      receive(.bytes(Array(UnsafeRawBufferPointer(start: start, count: Int(size)))))
    } catch {
      guard receive != nil else { return closeBody() }
      end(with: .failed(FetchFailure(error)))
    }
  }

  /// Ends it, the first time that this is called; `part` is the last thing received.
  func end(with part: HTTPStream.Part? = nil) {
    guard let receive else { return }
    self.receive = nil
    g_cancellable_cancel(cancellable)
    // A read that is under way must end first; it has been canceled.
    if !isReading { closeBody() }
    sessions.left()
    if let part { receive(part) }
  }

  private func closeBody() {
    guard let body else { return }
    g_input_stream_close_async(body, G_PRIORITY_DEFAULT, nil, nil, nil)
  }
}

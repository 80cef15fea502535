import CGio
import CSoup
import CarillonEngine
import CarillonGLib

/// One request over HTTP, without following redirects.
struct HTTPRequest {
  /// The method as it stands in the request, such as `POST`.
  var method: String
  var address: WebAddress
  var fields: RequestFields
  /// Sent with every method but GET.
  var body: Body
  /// Whether it may go to this computer or its network.
  var mayBeLocal = true
  var progress: Progress?

  /// How far a request has come.
  final class Progress {
    private let begins: () -> Void
    /// Whether the name of its host is being looked up.
    fileprivate(set) var looksUp = false
    /// Whether something of it may have left this computer.
    private(set) var hasBegun = false

    /// `begins` is called whenever a connection for it has been made; a request may need several.
    init(begins: @escaping () -> Void = {}) {
      self.begins = begins
    }

    fileprivate func begin() {
      hasBegun = true
      begins()
    }
  }

  enum Body {
    case none
    case json(String)
    /// As they are; their type is one of the fields.
    case bytes([UInt8])

    init(json: String?) { self = json.map(Body.json) ?? .none }
  }

  /// Sends the request; calls `done` once, with the head of the answer or a failure.
  func send(
    over sessions: WebSessions, until cancellable: UnsafeMutablePointer<GCancellable>,
    done: @escaping (Result<HTTPAnswer, FetchFailure>) -> Void
  ) {
    guard !address.isLoopback else {
      return sendNow(over: sessions, until: cancellable, done: done)
    }
    g_object_ref(cancellable)
    DesktopProxies.find(until: cancellable) { found in
      defer { g_object_unref(cancellable) }
      switch found {
      case .success: self.sendNow(over: sessions, until: cancellable, done: done)
      case .failure(let error): done(.failure(FetchFailure(error)))
      }
    }
  }

  private func sendNow(
    over sessions: WebSessions, until cancellable: UnsafeMutablePointer<GCancellable>,
    done: @escaping (Result<HTTPAnswer, FetchFailure>) -> Void
  ) {
    let created: OpaquePointer? = soup_message_new(method, address.url)
    guard let message = created else { return done(.failure(FetchFailure(.forbidden, "url"))) }
    soup_message_add_flags(
      message,
      SoupMessageFlags(
        SOUP_MESSAGE_NO_REDIRECT.rawValue | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE.rawValue))
    if method != "GET" { setBody(of: message) }
    let headers = soup_message_get_request_headers(message)
    for field in fields.all { soup_message_headers_replace(headers, field.name, field.value) }
    // libsoup reads interim answers one after another, and as long as they come nothing else happens on
    // the main loop, not even the deadline.
    var interim = 0
    let counting = onSignal("got-informational", of: UnsafeMutableRawPointer(message)) { _ in
      interim += 1
      if interim > HTTPRequest.mostInterim { g_cancellable_cancel(cancellable) }
    }
    let beginning = onSignal("starting", of: UnsafeMutableRawPointer(message)) { _ in
      progress?.begin()
    }
    var isTooNear = false
    let watching = onSignal("network-event", of: UnsafeMutableRawPointer(message)) { arguments in
      switch HTTPRequest.event(arguments) {
      case G_SOCKET_CLIENT_RESOLVING: progress?.looksUp = true
      case G_SOCKET_CLIENT_RESOLVED: progress?.looksUp = false
      default: break
      }
      guard !mayBeLocal, HTTPRequest.stopsNearby(arguments) else { return }
      isTooNear = true
      g_cancellable_cancel(cancellable)
    }
    let session = sessions.session(direct: address.isLoopback)
    g_object_ref(session)
    asynchronously {
      soup_session_send_async(session, message, G_PRIORITY_DEFAULT, cancellable, $0, $1)
    } done: { result in
      defer {
        beginning.cancel()
        counting.cancel()
        watching.cancel()
        g_object_unref(UnsafeMutableRawPointer(message))
        g_object_unref(session)
      }
      do throws(GLibError) {
        let stream = try throwing { soup_session_send_finish(session, result, $0) }
        guard let stream else { preconditionFailure("no stream means an error") }
        done(.success(HTTPAnswer(to: message, stream)))
      } catch {
        let isFlooded = interim > HTTPRequest.mostInterim
        done(
          .failure(
            isTooNear
              ? .tooNear
              : isFlooded ? FetchFailure(.payload, "interim answers") : FetchFailure(error)))
      }
    }
  }

  private static func event(_ arguments: UnsafeBufferPointer<GValue>) -> GSocketClientEvent? {
    guard var event = arguments.first else { return nil }
    return GSocketClientEvent(rawValue: UInt32(g_value_get_enum(&event)))
  }

  /// Whether a connection was about to be made to this computer or its network; it cannot be made
  /// then.
  ///
  /// The address is the one that is really connected to, so that no name server can tell us one and
  /// the connection another. A proxy resolves by itself; its own address does not matter.
  private static func stopsNearby(_ arguments: UnsafeBufferPointer<GValue>) -> Bool {
    guard arguments.count >= 2 else { return false }
    var stream = arguments[1]
    guard event(arguments) == G_SOCKET_CLIENT_CONNECTING,
      let object = g_value_get_object(&stream)
    else { return false }
    let connection = object.assumingMemoryBound(to: GSocketConnection.self)
    guard let address = g_socket_connection_get_remote_address(connection, nil) else {
      return false
    }
    defer { g_object_unref(address) }
    guard let network = NetworkAddress(address), network.isNearby else { return false }
    // To cancel is not enough: not even a connection should be seen there.
    g_socket_close(g_socket_connection_get_socket(connection), nil)
    return true
  }

  /// More interim answers (`100 Continue`, `103 Early Hints`) than any server has a use for.
  private static let mostInterim = 16

  private func setBody(of message: OpaquePointer) {
    var content: [UInt8] = []
    var type: String?
    switch body {
    case .none: break
    case .json(let text): (content, type) = (Array(text.utf8), "application/json")
    case .bytes(let raw): content = raw
    }
    let bytes = g_bytes_new(content, gsize(content.count))
    soup_message_set_request_body_from_bytes(message, type, bytes)
    g_bytes_unref(bytes)
  }
}

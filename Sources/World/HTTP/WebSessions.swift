import CGio
import CSoup
import CarillonGLib

/// The libsoup sessions of one kind of requests, kept while a request is under way.
///
/// They send no cookies, keep no cache and answer no request for a password. They use the desktop's
/// proxies.
final class WebSessions {
  private let userAgent: String
  private var sessions: [Bool: UnsafeMutablePointer<SoupSession>] = [:]
  private var running = 0

  init(version: String) {
    userAgent = "Carillon/\(version)"
  }

  isolated deinit {
    end()
  }

  /// Begins a request; call `left` once it is over.
  func entered() {
    running += 1
  }

  /// Ends the sessions after the last request: the next one may be hours away, and an open
  /// connection would only wake Carillon up.
  func left() {
    running -= 1
    // Not at once, because libsoup is still calling us.
    MainLoop.onIdle { if self.running == 0 { self.end() } }
  }

  /// The session for this machine, which bypasses proxies, or the one for all other hosts.
  func session(direct: Bool) -> UnsafeMutablePointer<SoupSession> {
    if let session = sessions[direct] { return session }
    let session: UnsafeMutablePointer<SoupSession> = soup_session_new()
    soup_session_set_user_agent(session, userAgent)
    soup_session_remove_feature_by_type(session, soup_auth_manager_get_type())
    // A body is decompressed once all of it has come (`ContentCoding`).
    soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
    let proxies = direct ? nil : DesktopProxies.resolver()
    soup_session_set_proxy_resolver(session, proxies)
    if let proxies { g_object_unref(UnsafeMutableRawPointer(proxies)) }
    sessions[direct] = session
    return session
  }

  private func end() {
    for session in sessions.values {
      soup_session_abort(session)
      g_object_unref(session)
    }
    sessions = [:]
    // Reading a large answer used much memory, and the next one may be hours away.
    Heap.giveBack()
  }
}

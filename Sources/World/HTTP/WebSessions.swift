import CGio
import CSoup
import CarillonGLib

/// The libsoup sessions of whoever sends requests, kept while one is under way.
///
/// They send no cookies, keep no cache and answer no request for a password. Proxies are the
/// desktop's.
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

  /// A request begins; `left` is to be called once it is over.
  func entered() {
    running += 1
  }

  /// Ends the sessions after the last request: it is followed by none for hours, and a connection
  /// kept open would only wake us up.
  func left() {
    running -= 1
    // Not at once: libsoup is just calling us.
    MainLoop.onIdle { if self.running == 0 { self.end() } }
  }

  /// The session for this machine, which no proxy may see, or the one for all others.
  func session(direct: Bool) -> UnsafeMutablePointer<SoupSession> {
    if let session = sessions[direct] { return session }
    let session: UnsafeMutablePointer<SoupSession> = soup_session_new()
    soup_session_set_user_agent(session, userAgent)
    soup_session_remove_feature_by_type(session, soup_auth_manager_get_type())
    if direct { soup_session_set_proxy_resolver(session, nil) }
    sessions[direct] = session
    return session
  }

  private func end() {
    for session in sessions.values {
      soup_session_abort(session)
      g_object_unref(session)
    }
    sessions = [:]
    // A large answer took much while it was read, and the next one comes in hours.
    Heap.giveBack()
  }
}

import CGio
import CSoup
package import CarillonCore
import CarillonGLib

/// Fetches content with libsoup, on the main loop and without a thread. (T25)
///
/// It sends no cookies, keeps no cache, follows no redirect and answers no request for a password.
package final class SoupContentSource: ContentSource {
  private let userAgent: String
  private let send: (Event) -> Void
  private var sessions: [Bool: UnsafeMutablePointer<SoupSession>] = [:]
  private var running = 0

  /// `send` takes the results, as `Host.send` does; it may be called before `fetch` returns.
  package init(version: String, send: @escaping (Event) -> Void) {
    userAgent = "Carillon/\(version)"
    self.send = send
  }

  isolated deinit {
    for session in sessions.values { Self.end(session) }
  }

  package func fetch(_ job: FetchJob, _ ticket: Ticket) {
    running += 1
    let attempt = FetchAttempt(timeout: job.spec.timeout) { result in
      self.running -= 1
      self.send(.finished(ticket, .fetched(result)))
      // Not at once: libsoup is just calling us.
      MainLoop.onIdle { self.endSessions() }
    }
    do throws(FetchFailure) {
      switch try FetchAddress(job.spec.url) {
      case .file(let path): FileFetch(path: path, etag: job.etag, attempt: attempt).start()
      case .web(let url, let loopback):
        try HTTPFetch(job, url: url, over: session(direct: loopback), attempt: attempt).start()
      }
    } catch {
      attempt.end(.failed(error))
    }
  }

  /// The session for this machine, which no proxy may see, or the one for all others.
  private func session(direct: Bool) -> UnsafeMutablePointer<SoupSession> {
    if let session = sessions[direct] { return session }
    let session: UnsafeMutablePointer<SoupSession> = soup_session_new()
    soup_session_set_user_agent(session, userAgent)
    soup_session_remove_feature_by_type(session, soup_auth_manager_get_type())
    if direct { soup_session_set_proxy_resolver(session, nil) }
    sessions[direct] = session
    return session
  }

  /// Content is fetched once or twice a day: a connection kept open would only wake us up.
  private func endSessions() {
    guard running == 0 else { return }
    for session in sessions.values { Self.end(session) }
    sessions = [:]
  }

  private static func end(_ session: UnsafeMutablePointer<SoupSession>) {
    soup_session_abort(session)
    g_object_unref(session)
  }
}

package import CarillonEngine

/// Fetches content with libsoup, on the main loop and without a thread. (T25)
package final class SoupContentSource: ContentSource {
  /// Trials have connections and threads of their own: those that hang must not keep an hour's content
  /// waiting.
  private let (sessions, trialSessions): (WebSessions, WebSessions)
  private let (files, trialFiles) = (FileReading(), FileReading())
  private let secrets: any Secrets
  private let send: (Event) -> Void

  /// `secrets` is asked when a request is sent; `send` takes the results, as `Host.send` does.
  ///
  /// It may be called before `fetch` returns.
  package init(version: String, secrets: any Secrets, send: @escaping (Event) -> Void) {
    sessions = WebSessions(version: version)
    trialSessions = WebSessions(version: version)
    self.secrets = secrets
    self.send = send
  }

  package func fetch(_ job: FetchJob, _ ticket: Ticket) {
    let isTrial = ticket.kind == .tryFetch
    let sessions = isTrial ? trialSessions : sessions
    let files = isTrial ? trialFiles : files
    sessions.entered()
    let trial = isTrial ? Trial() : nil
    let attempt = Attempt(timeout: job.spec.timeout, failed: FetchResult.failed) { result in
      self.send(.finished(ticket, trial?.told(result) ?? .fetched(result)))
      sessions.left()
    }
    do throws(FetchFailure) {
      switch try FetchAddress(job.spec.url) {
      case .file(let path):
        files.read(path, for: job, attempt: attempt, trial: trial)
      case .web(let address):
        let hop = Hop(first: address, method: job.spec.method)
        RequestFields.gather(job.spec.headers, from: secrets) { fields in
          guard !attempt.isOver else { return }
          switch fields {
          case .success(let fields):
            trial?.secrets = fields.secrets
            HTTPFetch(job, fields, over: sessions, attempt: attempt, trial: trial) { host in
              self.send(.situation(.redirected(to: host)))
            }.go(to: hop)
          case .failure(let failure): attempt.fail(failure)
          }
        }
      }
    } catch {
      attempt.fail(error)
    }
  }
}

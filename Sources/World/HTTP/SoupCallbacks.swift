package import CarillonEngine
import CarillonGLib

/// Sends what leaves the outbox with libsoup, on the main loop and without a thread. (T24)
///
/// Redirects are not followed, because callbacks are meant only for the configured address. The
/// body of an answer is read only if that is what was asked for.
package final class SoupCallbacks: Callbacks {
  private let sessions: WebSessions
  private let secrets: any Secrets
  private let send: (Event) -> Void

  /// `secrets` is asked when a request is sent; `send` takes the results, as `Host.send` does.
  ///
  /// It may be called before `post` returns.
  package init(version: String, secrets: any Secrets, send: @escaping (Event) -> Void) {
    sessions = WebSessions(version: version)
    self.secrets = secrets
    self.send = send
  }

  package func post(_ job: PostJob, _ ticket: Ticket) {
    sessions.entered()
    let progress = HTTPRequest.Progress()
    let failed: (FetchFailure) -> PostResult = { progress.hasBegun ? .failed($0) : .unsent($0) }
    let attempt = Attempt(timeout: job.spec.timeout, failed: failed) { result in
      self.send(.finished(ticket, .posted(result)))
      self.sessions.left()
    }
    do throws(FetchFailure) {
      guard case .web(let address) = try FetchAddress(job.spec.url) else {
        throw FetchFailure(.forbidden, "scheme")
      }
      RequestFields.gather(job.spec.headers, from: secrets) { fields in
        guard !attempt.isOver else { return }
        do throws(FetchFailure) {
          var fields = try fields.get()
          if job.method == .get {
            fields.setIfMissing("Accept-Encoding", ContentCoding.accepted)
          } else {
            try fields.set("Idempotency-Key", job.key)
          }
          self.post(job, fields, to: address, attempt, progress)
        } catch {
          attempt.fail(error)
        }
      }
    } catch {
      attempt.fail(error)
    }
  }

  private func post(
    _ job: PostJob, _ fields: RequestFields, to address: WebAddress,
    _ attempt: Attempt<PostResult>, _ progress: HTTPRequest.Progress
  ) {
    var request = HTTPRequest(
      method: job.method.rawValue, address: address, fields: fields, body: .json(job.body),
      mayBeLocal: job.mayBeLocal, progress: progress)
    if let button = job.button {
      request.method = button.method.rawValue
      request.body = button.body.isEmpty ? .none : .bytes(Array(button.body.utf8))
    }
    request.send(over: sessions, until: attempt.cancellable) { answer in
      switch answer {
      case .success(let answer):
        guard job.method == .get, job.button == nil, answer.status == 200 else {
          return attempt.end(
            .answered(status: answer.status, retryAfter: answer.retryAfter(at: WallClock.now())))
        }
        let date = answer.date
        attempt.read(answer) { bytes in
          guard let text = String(validating: bytes, as: UTF8.self) else {
            return attempt.fail(FetchFailure(.payload, "encoding"))
          }
          attempt.end(.document(text, at: date))
        }
      case .failure(let failure): attempt.fail(failure)
      }
    }
  }
}

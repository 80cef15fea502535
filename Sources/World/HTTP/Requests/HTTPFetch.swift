import CarillonEngine

/// One fetch over HTTP, from the first request to the last byte of the answer. (T25)
final class HTTPFetch {
  private let job: FetchJob
  private let fields: RequestFields
  private let sessions: WebSessions
  private let attempt: Attempt<FetchResult>
  private let trial: Trial?
  private let redirected: (String) -> Void

  /// `fields` are the user's header fields, with secrets filled in.
  ///
  /// `trial` records the raw answer, and `redirected` receives each other host that a redirect
  /// leads to. (T29)
  init(
    _ job: FetchJob, _ fields: RequestFields, over sessions: WebSessions,
    attempt: Attempt<FetchResult>, trial: Trial?, redirected: @escaping (String) -> Void
  ) {
    self.job = job
    self.fields = fields
    self.sessions = sessions
    self.attempt = attempt
    self.trial = trial
    self.redirected = redirected
  }

  func go(to hop: Hop) {
    do throws(FetchFailure) {
      let etag = hop.keepsETag ? job.etag : nil
      var fields = hop.keepsFields ? self.fields : RequestFields()
      if let etag { try fields.set("If-None-Match", etag) }
      fields.setIfMissing("Accept-Encoding", ContentCoding.accepted)
      let request = HTTPRequest(
        method: hop.method.rawValue, address: hop.address, fields: fields,
        body: HTTPRequest.Body(json: job.spec.bodyJSON))
      request.send(over: sessions, until: attempt.cancellable) { answer in
        guard !self.attempt.isOver else { return }
        do throws(FetchFailure) {
          try self.take(try answer.get(), hop, isConditional: etag != nil)
        } catch {
          self.attempt.fail(error)
        }
      }
    } catch {
      attempt.fail(error)
    }
  }

  private func take(_ answer: HTTPAnswer, _ hop: Hop, isConditional: Bool) throws(FetchFailure) {
    trial?.status = answer.status
    switch answer.status {
    case 200:
      guard answer.declaredLength <= FetchSpec.largestBody else { throw .tooLarge }
      let etag = hop.keepsETag ? answer.etag : nil
      attempt.read(answer) { [job, attempt, trial] bytes in
        trial?.body = bytes
        trial?.base = hop.address
        attempt.end(.reading(bytes, for: job.spec, etag: etag, base: hop.address))
      }
    case 304 where isConditional: attempt.end(.notModified)
    case 301, 302, 303, 307, 308:
      let next = try hop.next(status: answer.status, location: answer.field("Location"))
      let host = next.address.origin.host
      if host != hop.address.origin.host { redirected(host) }
      go(to: next)
    default:
      let failure = FetchFailure(.status, "\(answer.status)")
      guard let trial, answer.declaredLength <= FetchSpec.largestBody else { throw failure }
      // The body of an error helps the user who tries the source out.
      attempt.read(answer) { [attempt] bytes in
        trial.body = bytes
        attempt.fail(failure)
      }
    }
  }
}

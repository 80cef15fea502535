import CGio
import CSoup
import CarillonEngine

/// One fetch of a picture, from the first request to the last byte of the answer. (B8)
final class MediaFetch {
  private let cached: MediaCache.Entry?
  private let mayBeLocal: Bool
  private let sessions: WebSessions
  private let lookups: MediaLookups
  private let attempt: Attempt<MediaResult>
  private let came: ([UInt8], _ etag: String?) -> Void
  private let redirected: (String) -> Void

  init(
    cached: MediaCache.Entry?, mayBeLocal: Bool, over sessions: WebSessions, lookups: MediaLookups,
    attempt: Attempt<MediaResult>,
    came: @escaping ([UInt8], _ etag: String?) -> Void, redirected: @escaping (String) -> Void
  ) {
    self.cached = cached
    self.mayBeLocal = mayBeLocal
    self.sessions = sessions
    self.lookups = lookups
    self.attempt = attempt
    self.came = came
    self.redirected = redirected
  }

  func go(to hop: Hop) {
    var fields = RequestFields()
    let etag = hop.keepsETag ? cached?.etag : nil
    do throws(FetchFailure) {
      try fields.set("Accept", "image/webp,image/png,image/jpeg")
      if let etag { try fields.set("If-None-Match", etag) }
    } catch {
      return attempt.fail(error)
    }
    lookups.enter(attempt) { [fields] place in
      let progress = HTTPRequest.Progress { place.leave() }
      let request = HTTPRequest(
        method: "GET", address: hop.address, fields: fields, body: .none,
        mayBeLocal: self.mayBeLocal, progress: progress)
      request.send(over: self.sessions, until: self.attempt.cancellable) { answer in
        guard !self.attempt.isOver else {
          return progress.looksUp ? place.abandon() : place.leave()
        }
        place.leave()
        do throws(FetchFailure) {
          try self.take(try answer.get(), hop, isConditional: etag != nil)
        } catch {
          self.attempt.fail(error)
        }
      }
    }
  }

  private func take(_ answer: HTTPAnswer, _ hop: Hop, isConditional: Bool) throws(FetchFailure) {
    let limit = SoupMediaStore.largestBody
    switch answer.status {
    case 200:
      guard answer.declaredLength <= limit else {
        throw FetchFailure(.tooLarge, "\(limit)")
      }
      let etag = hop.keepsETag ? answer.etag : nil
      attempt.read(answer, limit: limit) { [came] bytes in came(bytes, etag) }
    case 304 where isConditional:
      if let cached { attempt.end(.ready(file: cached.file)) }
    case 301, 302, 303, 307, 308:
      let next = try hop.next(status: answer.status, location: answer.field("Location"))
      let host = next.address.origin.host
      if host != hop.address.origin.host { redirected(host) }
      go(to: next)
    default: throw FetchFailure(.status, "\(answer.status)")
    }
  }
}

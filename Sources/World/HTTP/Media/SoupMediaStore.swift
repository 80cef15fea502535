package import CarillonEngine
import CarillonGLib

/// The pictures of messages: fetched with libsoup, decoded in processes of their own, kept in the
/// cache by a thread. (B8)
///
/// Thread and session exist only while pictures are being fetched.
package final class SoupMediaStore: MediaStore {
  private let sessions: WebSessions
  private let cache: MediaCache
  private let decoding: MediaDecoding
  private let lookups = MediaLookups()
  private let encode: @Sendable ([UInt8]) -> [UInt8]?
  private let send: (Event) -> Void
  private var worker: Worker<MediaWork, MediaCache.Entry?>?
  private var running = 0
  /// The fetch under way for each subject.
  private var fetches: [String: (url: String, attempt: Attempt<MediaResult>)] = [:]

  package static let largestBody = 5 << 20

  /// `decode` makes pixels of an answer, or nil if it cannot be decoded.
  ///
  /// It must not block. `encode` makes a PNG of these, or nil if they are not a picture; it runs on a
  /// thread of its own.
  package init(
    version: String, folder: String,
    decode: @escaping ([UInt8], _ done: @escaping ([UInt8]?) -> Void) -> Void,
    encode: @escaping @Sendable ([UInt8]) -> [UInt8]?, send: @escaping (Event) -> Void
  ) {
    sessions = WebSessions(version: version)
    cache = MediaCache(folder: folder)
    decoding = MediaDecoding(decode)
    self.encode = encode
    self.send = send
  }

  package func load(_ job: MediaJob, _ ticket: Ticket) {
    sessions.entered()
    var cached: String?
    let attempt = Attempt(timeout: MediaJob.timeout) { failure in
      // If the fetch fails, the cached picture is used. (B28)
      cached.map { MediaResult.ready(file: $0) } ?? .failed(failure)
    } report: { result in
      if let subject = job.subject, self.fetches[subject]?.attempt.isOver == true {
        self.fetches[subject] = nil
      }
      self.send(.finished(ticket, .media(result)))
      self.sessions.left()
    }
    if let subject = job.subject {
      // The thread has moved on: nobody waits for the previous picture any more. (B8)
      if let old = fetches[subject], old.url != job.url { old.attempt.end(.dropped) }
      fetches[subject] = (job.url, attempt)
    }
    let address: WebAddress
    do throws(FetchFailure) {
      guard MediaJob.allows(job.url), case .web(let web) = try FetchAddress(job.url) else {
        throw FetchFailure(.forbidden, "scheme")
      }
      address = web
    } catch {
      return attempt.fail(error)
    }
    submit(.find(url: job.url)) { entry in
      guard !attempt.isOver else { return }
      cached = entry?.file
      guard job.mayFetch else { return attempt.fail(FetchFailure(.offline)) }
      MediaFetch(
        cached: entry, mayBeLocal: job.mayBeLocal, over: self.sessions, lookups: self.lookups,
        attempt: attempt
      ) { body, etag in
        self.keep(body, of: job.url, etag: etag, for: attempt)
      } redirected: { host in
        self.send(.situation(.redirected(to: host)))
      }.go(to: Hop(first: address, method: .get))
    }
  }

  /// The cached file of this address; never fetches. (B28)
  package func find(_ url: String, then: @escaping (String?) -> Void) {
    submit(.find(url: url)) { then($0?.file) }
  }

  private func keep(
    _ body: [UInt8], of url: String, etag: String?, for attempt: Attempt<MediaResult>
  ) {
    func refuse() { attempt.fail(FetchFailure(.payload, "image")) }
    decoding.decode(body, unless: { attempt.isOver }) { decoded in
      guard let decoded else { return refuse() }
      self.submit(.keep(decoded: decoded, url: url, etag: etag)) { kept in
        guard let kept else { return refuse() }
        attempt.end(.ready(file: kept.file))
      }
    }
  }

  private func submit(_ work: MediaWork, done: @escaping (MediaCache.Entry?) -> Void) {
    let worker = worker ?? MediaWork.worker(cache, encode: encode)
    self.worker = worker
    running += 1
    worker.submit(work) { [self] entry in
      running -= 1
      done(entry)
      // The thread ends with its last picture; the next one may be days away.
      if running == 0 { self.worker = nil }
    }
  }
}

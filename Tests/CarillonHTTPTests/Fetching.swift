import CarillonFeatures
import CarillonGLib
import CarillonHTTP
import Testing

/// The result of a fetch, and how long it took.
struct Brought {
  var result: FetchResult
  var took: Duration

  var code: FetchFailure.Code? {
    guard case .failed(let failure) = result else { return nil }
    return failure.code
  }

  var fetched: Fetched? {
    guard case .payload(let fetched, _) = result else { return nil }
    return fetched
  }

  var headline: String? {
    guard case .item(let tokens) = fetched?.payload.shape else { return nil }
    return tokens["headline"]
  }

  var etag: String? {
    guard case .payload(_, let etag) = result else { return nil }
    return etag
  }
}

/// Fetches with a new source, and checks that the ticket is answered exactly once.
func fetch(
  _ url: String, method: FetchSpec.Method = .get, headers: [String: HeaderValue] = [:],
  bodyJSON: String? = nil, etag: String? = nil, timeout: Span = .seconds(10),
  secrets: any Secrets = KnownSecrets()
) throws -> Brought {
  let ticket = Ticket(kind: .fetch, row: 7, attempt: 1)
  var events: [Event] = []
  let source = SoupContentSource(version: "1.2", secrets: secrets) { events.append($0) }
  let began = ContinuousClock.now
  let spec = FetchSpec(
    method: method, url: url, headers: headers, bodyJSON: bodyJSON, timeout: timeout)
  source.fetch(FetchJob(spec: spec, etag: etag), ticket)
  MainLoop.run(atMost: .seconds(20)) { !events.isEmpty }
  let took = ContinuousClock.now - began
  MainLoop.run(atMost: .milliseconds(30)) { false }
  try #require(events.count == 1)
  guard case .finished(ticket, .fetched(let result)) = events[0] else {
    Issue.record("not the end of this ticket: \(events[0])")
    return Brought(result: .notModified, took: took)
  }
  return Brought(result: result, took: took)
}

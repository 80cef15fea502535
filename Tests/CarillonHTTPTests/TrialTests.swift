import CarillonFeatures
import CarillonGLib
import CarillonHTTP
import Testing

@Suite("Trials beside fetches", .serialized) @MainActor
struct TrialTests {
  @Test("T25: trials that hang keep no hour's content waiting")
  func starved() throws {
    let server = try LoopbackServer { request in
      request.hasPrefix("GET /hangs") ? [.pause(.seconds(3)), .send("late")] : ok(content)
    }
    var ended: [Ticket] = []
    let source = SoupContentSource(version: "1", secrets: KnownSecrets()) { event in
      if case .finished(let ticket, _) = event { ended.append(ticket) }
    }
    func fetch(_ path: String, _ ticket: Ticket) {
      source.fetch(
        FetchJob(spec: FetchSpec(url: server.url(path), timeout: .seconds(5))), ticket)
    }
    for row in 1...30 {
      fetch("/hangs", Ticket(kind: .tryFetch, row: Int64(row), attempt: 1))
    }
    let ours = Ticket(kind: .fetch, row: 1, attempt: 1)
    fetch("/content", ours)
    #expect(MainLoop.run(atMost: .seconds(2)) { !ended.isEmpty })
    #expect(ended == [ours])
  }
}

import Testing

import CarillonFeatures

@Suite struct SampleTests {
  @Test(
    "T25: what stands below a very long name is not offered, and of many values few are looked at")
  func longNames() {
    let name = String(repeating: "k", count: 101)
    let below = JSONValue.object([name: .object(["a": .text("No")]), "b": .text("Yes")])
    #expect(below.places.map(\.text) == ["Yes"])
    let many = (0..<5000).map { (String($0), JSONValue.object([:])) } + [("z", .text("Late"))]
    #expect(JSONValue.object(Dictionary(uniqueKeysWithValues: many)).places.isEmpty)
  }

  @Test("T25: texts in JSON are found with their pointers, nearest to the root first")
  func places() throws {
    let text = #"""
      {"posts": [{"title": "Maria", "by": {"name": "Ann"}}, {"title": "Second"}],
      "a/b~c": "odd", "n": 7, "none": null, "blank": " "}
      """#
    let value = try #require(JSONValue(parsing: text))
    #expect(
      value.places == [
        .init(pointer: "/a~1b~0c", text: "odd"), .init(pointer: "/posts/0/title", text: "Maria"),
        .init(pointer: "/posts/0/by/name", text: "Ann"),
      ])
    for place in value.places { #expect(value.value(at: place.pointer) == .text(place.text)) }
  }

  @Test("T25: each text is one short line, and there are not too many to choose from")
  func bounded() throws {
    let long = String(repeating: "long ", count: 100)
    let members = (0..<50).map { #""m\#($0)": "\#(long)\nmore""# }.joined(separator: ",")
    let value = try #require(JSONValue(parsing: "{\(members.replacing("\n", with: "\\n"))}"))
    #expect(value.places.count == 24)
    #expect(value.places.allSatisfy { $0.text.count == 60 && !$0.text.contains("\n") })
  }

  @Test("T25: the beginning of a response is shown, without control characters")
  func beginning() {
    let sample = Sample(
      status: 200, body: "a\u{1B}[31mb\r\nc" + String(repeating: "é", count: 5000))
    #expect(sample.text?.hasPrefix("a[31mb\nc") == true)
    #expect(sample.isCut)
    #expect((sample.text ?? "").utf8.count <= Sample.longestText + 2)
    #expect(sample.places == nil)
    #expect(Sample(status: 404, body: nil).text == nil)
    #expect(Sample(status: nil, body: "short").isCut == false)
  }

  @Test(
    "T25: a trial of a file tells another process what was understood, never the file's own words")
  func trialOfFile() throws {
    let device = try Device(at: Instant(iso: "2026-11-21T07:00:00Z") ?? .distantPast)
    device.feed = nil
    let spec = #"{"method":"GET","url":"file:///home/ann/.netrc"}"#
    let document = try Field.document(spec, named: "fetchSpec").value
    var answers: [Answer] = []
    device.host.serve(.tryFetch(fetchSpec: spec)) { answers.append($0) }
    device.host.ask(.tryFetch(Document(document), showsFile: true)) { answers.append($0) }
    let sample = Sample(status: nil, body: #"{"password":"s3cret"}"#)
    for fetch in device.fetches.suffix(2) {
      device.host.send(
        .finished(fetch.ticket, .tried(.failed(FetchFailure(.payload, "no headline")), sample)))
    }
    let reports = answers.compactMap { $0.text }.compactMap {
      deserialize(TrialReport.self, from: $0)
    }
    #expect(reports.map(\.payload) == [nil, sample.text])
    #expect(reports.map { $0.places?.isEmpty } == [nil, false])
    #expect(answers.first?.text?.contains("s3cret") == false)
  }

  @Test("T25: of many trials that hang, the ninth is refused until one has ended")
  func manyTrials() throws {
    let device = try Device(at: Instant(iso: "2026-11-21T07:00:00Z") ?? .distantPast)
    device.feed = nil
    var answers: [Answer] = []
    func ask() {
      device.host.serve(.tryFetch(fetchSpec: #"{"method":"GET","url":"https://e.org/"}"#)) {
        answers.append($0)
      }
    }
    for _ in 0..<9 { ask() }
    #expect(
      answers == [
        .refused(Refusal(.refused, "Other sources are still being tried. Try again later."))
      ])
    let ticket = try #require(device.fetches.last?.ticket)
    device.host.send(.finished(ticket, .fetched(.failed(FetchFailure(.timeout)))))
    ask()
    #expect(answers.count == 2)
  }

  @Test("T25: a trial is answered with the literal response")
  func trial() throws {
    let device = try Device(at: Instant(iso: "2026-11-21T07:00:00Z") ?? .distantPast)
    device.feed = nil
    var answer: Answer?
    device.host.serve(.tryFetch(fetchSpec: #"{"method":"GET","url":"https://e.org/"}"#)) {
      answer = $0
    }
    let ticket = try #require(device.fetches.last?.ticket)
    let sample = Sample(status: 200, body: #"{"posts":[{"title":"Tea"}]}"#)
    device.host.send(
      .finished(ticket, .tried(.failed(FetchFailure(.payload, "headline: is missing")), sample)))
    guard let text = answer?.text else {
      Issue.record("no answer: \(String(describing: answer))")
      return
    }
    let report = try #require(deserialize(TrialReport.self, from: text))
    #expect(!report.ok)
    #expect(report.status == 200)
    #expect(report.payload == sample.text)
    #expect(report.payloadIsCut == nil)
    #expect(report.places == [.init(pointer: "/posts/0/title", text: "Tea")])
  }
}

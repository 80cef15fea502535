import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct SourceFormTests {
  private let words = Words.english

  private func form(_ change: (inout SourceForm) -> Void = { _ in }) -> SourceForm {
    var form = SourceForm()
    form.kind = .address
    form.address = " https://example.org/feed "
    change(&form)
    return form
  }

  private func header(
    _ name: String, _ value: String, secret: Bool = false, kept: String? = nil
  ) -> HeaderForm {
    var header = HeaderForm()
    header.name = name
    header.value = value
    header.isSecret = secret
    header.kept = kept.map { SecretReference($0) }
    return header
  }

  private func patch(_ form: SourceForm, over profile: CallbackProfile? = nil) throws -> String? {
    try form.patch(over: profile, words)?.serialized
  }

  /// The source after the form's patch was applied, as the engine reads it.
  private func applied(_ form: SourceForm, to spec: FetchSpec) throws -> FetchSpec? {
    let profile = CallbackProfile(fetchContent: spec)
    guard case .object(let members) = try form.patch(over: profile, words),
      let patch = members["callbackProfile"]
    else { return spec }
    let merged = merge(profile.document, patch)
    let text = JSONValue.object(["callbackProfile": merged]).serialized
    return try ConfigurationReport(document: text).settings.callbacks?.fetchContent
  }

  /// RFC 7396, literally.
  private func merge(_ target: JSONValue, _ patch: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var merged: [String: JSONValue] = [:]
    if case .object(let members) = target { merged = members }
    for (key, value) in changes {
      merged[key] = value == .null ? nil : merge(merged[key] ?? .null, value)
    }
    return .object(merged)
  }

  @Test("T25: an address alone is a complete source")
  func address() throws {
    #expect(
      try patch(form())
        == #"{"callbackProfile":{"fetchContent":"#
        + #"{"method":"GET","timeoutMs":10000,"url":"https://example.org/feed"}}}"#)
  }

  @Test(
    "T25: an address as people type it gets the scheme that was meant",
    arguments: [
      ("planet.example", "https://planet.example"),
      (" planet.example/a?b=c#d ", "https://planet.example/a?b=c#d"),
      ("127.0.0.1:18080/page.html", "http://127.0.0.1:18080/page.html"),
      ("localhost:8080", "http://localhost:8080"), ("[::1]:80/x", "http://[::1]:80/x"),
      ("nas:8080/feed", "https://nas:8080/feed"),
      ("//planet.example/f", "https://planet.example/f"),
      ("feed://planet.example/f", "https://planet.example/f"),
      ("feed:https://planet.example/f", "https://planet.example/f"),
      ("/home/me/a b.json", "file:///home/me/a%20b.json"),
      ("planet.example/grün", "https://planet.example/gr%C3%BCn"),
      ("127.0.0.1.example.org/", "https://127.0.0.1.example.org/"),
      // Has a scheme, or is no address.
      ("https://e.org", "https://e.org"), ("http://e.org", "http://e.org"),
      ("ftp://e.org", "ftp://e.org"), ("file:///a", "file:///a"), ("tel:123", "tel:123"),
      ("mailto:me@e.org", "mailto:me@e.org"), ("me@e.org", "me@e.org"), ("tea", "tea"),
      ("two words.example", "two words.example"), ("", ""), ("https://", "https://"),
    ])
  func typed(text: String, address: String) {
    #expect(TypedAddress.completed(text) == address)
    #expect(TypedAddress.completed(address) == address)
  }

  @Test("T25: pointers stay with the address that they were chosen for, and come back with it")
  func shelf() {
    var shelf = PointerShelf()
    var form = form { $0.address = "https://e.org/a.json?n=1" }
    shelf.settle(&form)
    (form.headlinePointer, form.linkPointer) = ("/slip/advice", "/url")
    // The same program, asked for something else.
    form.address = "e.org/a.json?n=2"
    shelf.settle(&form)
    #expect(form.headlinePointer == "/slip/advice" && shelf.note == nil)
    form.address = "https://e.org/feed.xml"
    shelf.settle(&form)
    #expect(form.pointers.isEmpty)
    #expect(shelf.note == .putAside(address: "https://e.org/a.json"))
    form.address = "https://e.org/a.json"
    shelf.settle(&form)
    #expect(form.pointers == ["headline": "/slip/advice", "link": "/url"])
    #expect(shelf.note == .broughtBack)
    // A saved form brings its own.
    form.address = "https://other.org/"
    shelf.arrived(form)
    shelf.settle(&form)
    #expect(!form.pointers.isEmpty && shelf.note == nil)
  }

  @Test("T25: a form made from a source yields the same source again")
  func roundTrip() throws {
    let spec = FetchSpec(
      method: .post, url: "https://e.org/a",
      headers: ["A": "one", "B": .secret(SecretReference("r1"))],
      bodyJSON: #"{"a":1,"list":[null,{"b":true}]}"#, timeout: .seconds(30),
      pointers: ["headline": "/a", "summary": "/b"])
    let form = SourceForm(spec)
    #expect(try form.patch(over: CallbackProfile(fetchContent: spec), words) == nil)
    #expect(try applied(form, to: FetchSpec(url: "https://other.org")) == spec)
  }

  @Test("T25: removed headers, body members, pointers and bodies are gone")
  func removal() throws {
    let spec = FetchSpec(
      method: .post, url: "https://e.org/a", headers: ["A": "one", "B": "two"],
      bodyJSON: #"{"deep":{"x":1,"y":2},"z":3}"#, pointers: ["headline": "/a", "summary": "/b"])
    var form = SourceForm(spec)
    form.headers.removeFirst()
    form.body = #"{"deep":{"y":2}}"#
    form.summaryPointer = " "
    var wanted = spec
    wanted.headers = ["B": "two"]
    wanted.bodyJSON = #"{"deep":{"y":2}}"#
    wanted.pointers = ["headline": "/a"]
    #expect(try applied(form, to: spec) == wanted)
    form.headers = []
    form.headlinePointer = ""
    form.method = .get
    #expect(try applied(form, to: spec) == FetchSpec(url: "https://e.org/a"))
  }

  @Test("T27: a new secret is sent as one, also in place of a stored one or of plain text")
  func secrets() throws {
    for old: HeaderValue in ["plain", .secret(SecretReference("old"))] {
      let spec = FetchSpec(url: "https://e.org/a", headers: ["A": old])
      var form = SourceForm(spec)
      form.headers[0].isSecret = true
      form.headers[0].value = "new"
      #expect(
        try patch(form, over: CallbackProfile(fetchContent: spec))
          == #"{"callbackProfile":{"fetchContent":{"headers":{"A":{"secret":"new"}}}}}"#)
    }
  }

  @Test("T27: a stored secret is shown empty and stays as it is")
  func kept() throws {
    let spec = FetchSpec(
      url: "https://e.org/a", headers: ["A": .secret(SecretReference("r1"))])
    let form = SourceForm(spec)
    #expect(form.headers == [header("A", "", secret: true, kept: "r1")])
    #expect(try form.patch(over: CallbackProfile(fetchContent: spec), words) == nil)
  }

  @Test("T27: after saving, a secret is nowhere in the form")
  func afterwards() {
    let typed = form { $0.headers = [header("B", "x"), header("A", "s3cret", secret: true)] }
    let spec = FetchSpec(
      url: "https://example.org/feed",
      headers: ["A": .secret(SecretReference("r1")), "B": "x"])
    let after = SourceForm(spec, after: typed)
    #expect(after.headers == [header("B", "x"), header("A", "", secret: true, kept: "r1")])
  }

  @Test("T25: an incomplete header is not sent, but kept in the form")
  func incomplete() throws {
    let half = form { $0.headers = [header("A", ""), header("", "x"), header("B", "y")] }
    #expect(try patch(half)?.contains(#""headers":{"B":"y"}"#) == true)
    let spec = FetchSpec(url: "https://example.org/feed", headers: ["B": "y"])
    #expect(SourceForm(spec, after: half).headers == half.headers)
  }

  @Test("T25: two headers with the same name are refused by name")
  func twice() {
    let twice = form { $0.headers = [header("X-Key", "1"), header("x-key", "2")] }
    #expect(
      throws: SourceProblem(
        field: .header("x-key"), text: "There is already a header “x-key”.")
    ) { try patch(twice) }
  }

  @Test(
    "T25: a body is checked while it is typed",
    arguments: [
      (#"{"a": 1}"#, nil), ("  ", nil), (#"{"a": [null]}"#, nil),
      (#"{"a": "#, "This is not valid JSON."),
      ("7", "The body must be a JSON object, such as {\"key\": \"value\"}"),
      (#"{"a": {"b": null}}"#, "A body cannot contain “null”. Leave that member out."),
    ])
  func body(text: String, problem: String?) {
    let form = form {
      $0.method = .post
      $0.body = text
    }
    #expect(form.bodyProblem(words) == problem)
    if let problem {
      #expect(throws: SourceProblem(field: .body, text: problem)) { try patch(form) }
    }
  }

  @Test("T25: a body is not sent with GET, but kept for switching back")
  func bodyWithGet() throws {
    let get = form { $0.body = #"{"a": 1}"# }
    #expect(try patch(get)?.contains("bodyJson") == false)
    let after = SourceForm(FetchSpec(url: "https://example.org/feed"), after: get)
    #expect(after.body == #"{"a": 1}"#)
  }

  @Test("T24: switching to the pack keeps everything of the profile but the source")
  func pack() throws {
    let spec = FetchSpec(url: "https://e.org/a")
    let told = FetchSpec(method: .post, url: "https://e.org/ack")
    var pack = SourceForm(spec)
    pack.kind = .pack
    #expect(
      try patch(pack, over: CallbackProfile(fetchContent: spec)) == #"{"callbackProfile":null}"#)
    #expect(
      try patch(pack, over: CallbackProfile(fetchContent: spec, ackDelivery: told))
        == #"{"callbackProfile":{"fetchContent":null}}"#)
    #expect(try patch(pack, over: CallbackProfile(fetchContent: nil, ackDelivery: told)) == nil)
    #expect(try patch(pack) == nil)
    // The address is kept for switching back, its secrets are not.
    pack.headers = [header("A", "", secret: true, kept: "r1"), header("B", "x")]
    let after = SourceForm(nil, after: pack)
    #expect(after.kind == .pack)
    #expect(after.address == "https://e.org/a")
    #expect(after.headers == [header("B", "x")])
  }

  @Test(
    "T25: a refusal is shown at the field that its path names",
    arguments: [
      ("callbackProfile.fetchContent.url: names no host", SourceField.address),
      ("url: names no host", .address), ("method: must be GET or POST", .method),
      ("timeoutMs: must be from 1 to 60000", .timeout),
      ("callbackProfile.fetchContent.bodyJson: must be an object", .body),
      ("pointers.headline: must be a JSON Pointer such as /items/0/title", .headline),
      ("pointers.summary: x", .summary), ("headers.A.b: is no name of a header", .header("A.b")),
      ("callbackProfile.fetchContent.headers.A.secret: must be a single line", .header("A")),
      ("headers.A: b: is no name of a header", .header("A: b")),
    ])
  func refusals(message: String, field: SourceField) {
    let problem = SourceProblem(Refusal(.invalidArgument, message), words: words)
    #expect(problem.field == field)
    #expect(!problem.text.isEmpty && !problem.text.contains("fetchContent"))
  }

  @Test("T25: a refusal without a field here is shown unchanged")
  func otherRefusals() {
    for message in ["ttlSeconds: must be at least 61", "The database is busy"] {
      let problem = SourceProblem(Refusal(.invalidArgument, message), words: words)
      #expect(problem == SourceProblem(field: nil, text: message))
    }
    #expect(SourceProblem(Refusal(.refused, "url: no"), words: words).field == nil)
  }

  @Test(
    "T25: every refusal of an address, a header or a pointer has a sentence",
    arguments: [
      ("no address", "", "", ""), ("ftp://e.org", "", "", ""), ("http://e.org", "", "", ""),
      ("https://a:b@e.org", "", "", ""), ("https://", "", "", ""), ("file:relative", "", "", ""),
      ("https://e.org", "title", "", ""), ("https://e.org", "", "A b", "x"),
      ("https://e.org", "", "A", "x\ny"),
    ])
  func sentences(address: String, pointer: String, name: String, value: String) throws {
    let form = form {
      $0.address = address
      $0.headlinePointer = pointer
      $0.headers = [header(name, value)]
    }
    let document = JSONValue.object([
      "callbackProfile": .object(["fetchContent": try form.document(words)])
    ])
    do throws(Refusal) {
      _ = try ConfigurationReport(document: document.serialized)
      Issue.record("it was not refused")
    } catch {
      let problem = SourceProblem(error, words: words)
      #expect(problem.field != nil)
      #expect(!error.message.hasSuffix(problem.text), "no sentence for: \(error.message)")
    }
  }

  @Test("T27: common names of secret headers are recognized")
  func soundsSecret() {
    for name in ["Authorization", "X-API-Key", "cookie", "X-Auth-Token"] {
      #expect(HeaderForm.soundsSecret(name))
    }
    for name in ["Accept", "User-Agent", "X-Client"] { #expect(!HeaderForm.soundsSecret(name)) }
  }
}

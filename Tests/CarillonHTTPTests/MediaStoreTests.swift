import CarillonFeatures
import CarillonGLib
import Foundation
import Testing

@testable import CarillonHTTP

@Suite("Pictures of messages", .serialized) @MainActor
final class MediaStoreTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "carillon-media-\(UUID().uuidString)")
  private var events: [Event] = []
  private var row: Int64 = 0

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The stand-in decoder accepts data with the expected start and keeps it unchanged; what it was to
  /// decode late waits here.
  private var late: [() -> Void] = []
  private lazy var store = SoupMediaStore(
    version: "1.2", folder: folder.path,
    decode: { [unowned self] body, done in
      let decoded = body.starts(with: Array("image".utf8)) ? body : nil
      body.last == UInt8(ascii: "~") ? late.append { done(decoded) } : done(decoded)
    }, encode: { $0.contains(UInt8(ascii: "?")) ? nil : $0 },
    send: { [unowned self] in self.events.append($0) })

  private func load(
    _ url: String, mayFetch: Bool = true, mayBeLocal: Bool = true
  ) throws -> MediaResult {
    row += 1
    let ticket = Ticket(kind: .media, row: row, attempt: 1)
    events = []
    store.load(MediaJob(url: url, mayFetch: mayFetch, mayBeLocal: mayBeLocal), ticket)
    MainLoop.run(atMost: .seconds(20)) { [unowned self] in !events.isEmpty }
    MainLoop.run(atMost: .milliseconds(30)) { false }
    try #require(events.count == 1)
    guard case .finished(ticket, .media(let result)) = events[0] else {
      Issue.record("not the end of this ticket: \(events[0])")
      return .failed(FetchFailure(.payload))
    }
    return result
  }

  private func text(_ result: MediaResult) throws -> String? {
    guard case .ready(let file) = result else { return nil }
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  private func code(_ result: MediaResult) -> FetchFailure.Code? {
    guard case .failed(let failure) = result else { return nil }
    return failure.code
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("B8, B28: a cached picture is revalidated by its ETag, and used without a network")
  func cached() throws {
    let server = try LoopbackServer { request in
      request.contains("If-None-Match: \"7\"")
        ? [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")]
        : [
          .send(
            "HTTP/1.1 200 OK\r\nETag: \"7\"\r\nContent-Type: text/html\r\nContent-Length: 7\r\n"
              + "Connection: close\r\n\r\nimage-1")
        ]
    }
    let first = try load(server.url("/a.gif"))
    #expect(try text(first) == "image-1")
    guard case .ready(let file) = first else { return }
    #expect(try mode(file) == 0o600)
    #expect(try mode(folder.path) == 0o700)
    #expect(try load(server.url("/a.gif")) == first)
    #expect(server.requests.count == 2)
    #expect(server.requests.last?.contains("If-None-Match: \"7\"") == true)
    #expect(try load(server.url("/a.gif"), mayFetch: false) == first)
    #expect(server.requests.count == 2)
    #expect(code(try load(server.url("/b"), mayFetch: false)) == .offline)
    var found: String??
    store.find(server.url("/a.gif")) { found = $0 }
    MainLoop.run(atMost: .seconds(5)) { found != nil }
    #expect(found == file)
  }

  @Test("B8: a brew's outdated picture is abandoned, but not others' or the same one")
  func dropped() throws {
    let server = try LoopbackServer { request in
      request.contains("/slow") ? [.pause(.seconds(5))] : ok("image-2")
    }
    func ask(_ path: String, _ subject: String?, row: Int64) {
      store.load(
        MediaJob(url: server.url(path), mayFetch: true, mayBeLocal: true, subject: subject),
        Ticket(kind: .media, row: row, attempt: 1))
    }
    ask("/slow", "brew:b1", row: 1)
    ask("/slow", "brew:b2", row: 2)
    ask("/new", "brew:b1", row: 3)
    MainLoop.run(atMost: .seconds(3)) { [unowned self] in events.count >= 2 }
    let ends = events.map { event -> String in
      guard case .finished(let ticket, .media(let result)) = event else { return "\(event)" }
      if case .ready = result { return "\(ticket.row) ready" }
      return "\(ticket.row) \(result)"
    }
    #expect(ends == ["1 dropped", "3 ready"])
    // Requesting it twice fetches it twice.
    ask("/new", "brew:b1", row: 4)
    MainLoop.run(atMost: .seconds(3)) { [unowned self] in events.count >= 3 }
    guard case .finished(let ticket, .media(.ready))? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(ticket.row == 4)
    // The other brew's fetch still waits for its server, until the test ends it.
    #expect(events.count == 3)
    ask("/new", "brew:b2", row: 5)
    MainLoop.run(atMost: .seconds(3)) { [unowned self] in events.count >= 5 }
  }

  @Test(
    "B8: eight names are looked up at a time, and one that was given up keeps its place for a while"
  )
  func lookups() {
    let lookups = MediaLookups(patience: .milliseconds(200))
    var places: [MediaLookups.Place] = []
    func enter() -> Attempt<MediaResult> {
      let attempt = Attempt<MediaResult>(timeout: .seconds(60), failed: { .failed($0) }) { _ in }
      lookups.enter(attempt) { places.append($0) }
      return attempt
    }
    var attempts = (1...MediaLookups.most + 3).map { _ in enter() }
    #expect(places.count == MediaLookups.most)
    // Found: the next one follows at once, and only one.
    places[0].leave()
    places[0].leave()
    places[0].abandon()
    #expect(places.count == MediaLookups.most + 1)
    // Given up while it waits: it has no turn.
    attempts[MediaLookups.most + 1].end(.dropped)
    places[1].abandon()
    MainLoop.run(atMost: .milliseconds(50)) { false }
    #expect(places.count == MediaLookups.most + 1)
    MainLoop.run(atMost: .seconds(3)) { places.count > MediaLookups.most + 1 }
    #expect(places.count == MediaLookups.most + 2)
    attempts.forEach { $0.end(.dropped) }
    attempts = []
  }

  @Test("B8: four pictures are decoded at once; the fifth waits, or is skipped once unwanted")
  func decodedAtOnce() throws {
    let server = try LoopbackServer { _ in ok("image~") }
    func ask(_ name: String, row: Int64) {
      store.load(
        MediaJob(
          url: server.url("/\(name)\(row)"), mayFetch: true, mayBeLocal: true, subject: name),
        Ticket(kind: .media, row: row, attempt: 1))
    }
    for row in 1...6 { ask("s\(row)", row: Int64(row)) }
    MainLoop.run(atMost: .seconds(3)) { [unowned self] in
      late.count == 4 && server.requests.count == 6
    }
    MainLoop.run(atMost: .milliseconds(50)) { false }
    #expect(late.count == 4 && events.isEmpty)
    // The fifth's subject has moved on.
    ask("s5", row: 7)
    #expect(events.count == 1)
    MainLoop.run(atMost: .seconds(3)) { server.requests.count == 7 }
    MainLoop.run(atMost: .milliseconds(50)) { false }
    for number in 0..<4 { late[number]() }
    MainLoop.run(atMost: .seconds(3)) { [unowned self] in events.count == 5 && late.count == 6 }
    #expect(late.count == 6)
    late[4]()
    late[5]()
    MainLoop.run(atMost: .seconds(3)) { [unowned self] in events.count == 7 }
    #expect(events.count == 7)
  }

  @Test("B8: a flood of pictures that wait for a decoder is refused beyond 20 MB")
  func flooded() {
    var running: [([UInt8]?) -> Void] = []
    let decoding = MediaDecoding { _, done in running.append(done) }
    let body = [UInt8](repeating: 0, count: SoupMediaStore.largestBody)
    var (refused, decoded) = (0, 0)
    for _ in 0..<40 {
      decoding.decode(body, unless: { false }) {
        if $0 == nil { refused += 1 } else { decoded += 1 }
      }
    }
    #expect(running.count == 4 && refused == 32)
    while !running.isEmpty { running.removeFirst()([]) }
    #expect(decoded == 8 && refused == 32)
  }

  @Test("B8: what was decoded, but is no picture, is refused like an invalid one")
  func notEncoded() throws {
    let server = try LoopbackServer { _ in ok("image?") }
    #expect(code(try load(server.url("/a"))) == .payload)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("B28: if the server is gone, the cached picture is used")
  func gone() throws {
    let url: String
    let first: MediaResult
    do {
      let server = try LoopbackServer { _ in ok("image-1") }
      url = server.url("/a")
      first = try load(url)
    }
    #expect(try text(first) == "image-1")
    #expect(try load(url) == first)
  }

  @Test("B8: an invalid picture, a large one and a missing server each have a reason")
  func refused() throws {
    let server = try LoopbackServer { request in
      switch true {
      case request.contains("/text"): ok("<svg/>")
      case request.contains("/huge"):
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 6000000\r\n\r\nimage")]
      case request.contains("/endless"):
        [
          .send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"),
          .send([UInt8](repeating: 0x69, count: (5 << 20) + 1)),
        ]
      default: [.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")]
      }
    }
    #expect(code(try load(server.url("/text"))) == .payload)
    #expect(code(try load(server.url("/huge"))) == .tooLarge)
    #expect(code(try load(server.url("/endless"))) == .tooLarge)
    #expect(code(try load(server.url("/none"))) == .status)
    #expect(code(try load("http://127.0.0.1:1/")) == .unreachable)
  }

  @Test(
    "B8: only HTTPS and this machine are allowed",
    arguments: [
      "http://192.0.2.1/a.png", "file:///etc/passwd", "data:image/png;base64,AA", "x",
      "https://192.0.2.1/" + String(repeating: "a", count: 4096),
    ])
  func forbidden(_ url: String) throws {
    #expect(code(try load(url)) == .forbidden)
  }

  @Test(
    "B8: without localMedia nothing reaches this computer or its network, whatever it is called",
    arguments: [
      "http://127.0.0.1", "http://localhost", "http://[::1]", "https://127.0.0.1",
      "https://localhost", "https://0.0.0.0", "https://[::ffff:127.0.0.1]",
    ])
  func local(_ start: String) throws {
    let server = try LoopbackServer { _ in ok("image-1") }
    let result = try load("\(start):\(server.port)/a", mayBeLocal: false)
    #expect(code(result) == .forbidden, "\(result)")
    #expect(server.connections == 0)
  }

  @Test("B8: a picture from here that is in the cache already is still found without localMedia")
  func localCached() throws {
    let server = try LoopbackServer { _ in ok("image-1") }
    let first = try load(server.url("/a"))
    #expect(try load(server.url("/a"), mayBeLocal: false) == first)
    #expect(server.requests.count == 1)
  }

  @Test("B8: the least recently used are evicted when the cache is full")
  func evicts() throws {
    var cache = MediaCache(folder: folder.path)
    cache.capacity = 250
    let body = [UInt8](repeating: 1, count: 100)
    for (index, name) in ["a", "b"].enumerated() {
      let entry = try #require(cache.keep(body, of: name, etag: nil))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(1000 + index))],
        ofItemAtPath: entry.file)
    }
    #expect(cache.find("a") != nil)
    _ = cache.keep(body, of: "c", etag: nil)
    #expect(cache.find("a") != nil && cache.find("b") == nil && cache.find("c") != nil)
  }
}

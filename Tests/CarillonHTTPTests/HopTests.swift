import CarillonFeatures
import Testing

@testable import CarillonHTTP

@Suite("Allowed redirects")
@MainActor
struct HopTests {
  private func first(_ url: String, _ method: FetchSpec.Method = .get) throws -> Hop {
    Hop(first: try #require(web(url)), method: method)
  }

  @Test(
    "T25: a location is resolved",
    arguments: [
      ("/b?c#d", "https://a.test/b?c#d"), ("c", "https://a.test/x/c"),
      ("?q=1", "https://a.test/x/y?q=1"),
      ("../", "https://a.test/"), ("//b.test/z", "https://b.test/z"),
      ("https://b.test:8443/", "https://b.test:8443/"), ("HTTPS://B.test/", "https://B.test/"),
      ("/ä b%20c", "https://a.test/%C3%A4%20b%20c"), ("", "https://a.test/x/y"),
    ])
  func locations(_ location: String, _ expected: String) throws {
    let next = try first("https://a.test/x/y").next(status: 302, location: location)
    #expect(next.address.url == expected)
  }

  @Test(
    "T25: no redirect leads out of HTTPS, to files, or from outside to this machine",
    arguments: [
      ("https://a.test/", "http://a.test/"), ("https://a.test/", "file:///etc/passwd"),
      ("https://a.test/", "http://127.0.0.1/"), ("https://a.test/", "https://localhost/"),
      ("https://127.0.0.1/", "http://127.0.0.1/"), ("http://127.0.0.1/", "http://a.test/"),
      ("http://127.0.0.1/", "file:///etc/passwd"), ("http://127.0.0.1/", "ftp://127.0.0.1/"),
      ("https://a.test/", "https://me:secret@b.test/"), ("https://a.test/", "data:,x"),
      ("https://a.test/", "javascript:1"), ("https://a.test/", "https://"),
      ("https://a.test/", "https://b.test:99999/"), ("https://a.test/", "https://[::1/"),
    ])
  func refused(_ url: String, _ location: String) throws {
    let hop = try first(url)
    let failure = #expect(throws: FetchFailure.self) {
      try hop.next(status: 302, location: location)
    }
    #expect(failure?.code == .redirected)
    #expect(failure?.detail.contains("test") == false)
  }

  @Test("T25: a redirect without a location is refused")
  func nowhere() throws {
    #expect(throws: FetchFailure(.redirected, "301: location")) {
      try first("https://a.test/").next(status: 301, location: nil)
    }
  }

  @Test("T25: five redirects are followed, the sixth is not")
  func loop() throws {
    var hop = try first("https://a.test/")
    for _ in 1...5 { hop = try hop.next(status: 302, location: "/again") }
    #expect(throws: FetchFailure(.redirected, "302: more than 5")) {
      try hop.next(status: 302, location: "/again")
    }
  }

  @Test("T25: only 307 and 308 keep the method of a POST")
  func methods() throws {
    for (status, method) in [
      (301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST"),
    ] {
      let next = try first("https://a.test/", .post).next(status: status, location: "/b")
      #expect(next.method.rawValue == method)
      #expect(!next.keepsETag)
    }
  }

  @Test("T25: a POST is not repeated to another origin; a GET without its body is")
  func bodyStays() throws {
    for status in [307, 308] {
      for location in ["https://b.test/", "https://a.test:8443/"] {
        #expect(throws: FetchFailure(.redirected, "\(status): POST to another origin")) {
          try first("https://a.test/", .post).next(status: status, location: location)
        }
        #expect(
          try first("https://a.test/").next(status: status, location: location).method == .get)
      }
    }
    let next = try first("https://a.test/", .post).next(status: 303, location: "https://b.test/")
    #expect(next.method == .get)
  }

  @Test(
    "T27: the user's fields are sent only to their origin, not even again on the way back",
    arguments: [
      ("/b", true), ("https://a.test:443/b", true), ("https://A.TEST/b", true),
      ("https://b.test/", false), ("https://a.test:8443/", false), ("https://www.a.test/", false),
    ])
  func fields(_ location: String, _ keeps: Bool) throws {
    let next = try first("https://a.test/").next(status: 308, location: location)
    #expect(next.keepsFields == keeps)
    #expect(try next.next(status: 308, location: "https://a.test/").keepsFields == keeps)
  }

  @Test("T4: an ETag is kept across permanent redirects, and dropped at temporary ones")
  func etag() throws {
    let hop = try first("https://a.test/")
    #expect(hop.keepsETag)
    for (status, keeps) in [(301, true), (302, false), (303, false), (307, false), (308, true)] {
      let next = try hop.next(status: status, location: "https://b.test/")
      #expect(next.keepsETag == keeps)
      #expect(try next.next(status: 301, location: "/c").keepsETag == keeps)
    }
    #expect(try !first("https://a.test/", .post).keepsETag)
  }
}

import CarillonFeatures
import Testing

@testable import CarillonHTTP

@Suite("Allowed addresses")
@MainActor
struct FetchAddressTests {
  @Test(
    "T25: HTTPS may go anywhere",
    arguments: ["https://example.org/a?b#c", "HTTPS://example.org", "https://[2001:db8::1]:8443/"])
  func https(_ url: String) throws {
    let address = try #require(web(url))
    #expect(address.url == url)
    #expect(address.isSecure && !address.isLoopback)
  }

  @Test(
    "T25: HTTP stays on this machine",
    arguments: [
      "http://127.0.0.1/", "http://127.255.255.254:8080/", "http://[::1]:80/x",
      "http://localhost/", "http://LocalHost:9/", "https://localhost/",
    ])
  func loopback(_ url: String) throws {
    #expect(try #require(web(url)).isLoopback)
  }

  @Test(
    "T25: nothing else may be fetched",
    arguments: refused)
  func forbidden(_ url: String) {
    #expect(throws: FetchFailure.self) { try FetchAddress(url) }
  }

  @Test(
    "T25: what no fetch would send is refused when it is configured, by the field's name",
    arguments: refused + refusedFiles + ["file:///a#b"])
  func configured(_ url: String) {
    let document = JSONValue.object(["method": .text("GET"), "url": .text(url)])
    let refusal = #expect(throws: Refusal.self) {
      try FetchSpec(Field(path: "fetchSpec", value: document), for: .content)
    }
    #expect(refusal?.message.hasPrefix("url: ") == true, "\(refusal?.message ?? "")")
  }

  @Test("T25: a file is given by its absolute path, on this machine")
  func file() throws {
    #expect(try FetchAddress("file:///a%20b/%C3%A4.json") == .file(path: "/a b/ä.json"))
    #expect(try FetchAddress("file:/x") == .file(path: "/x"))
    #expect(try FetchAddress("file://localhost/x") == .file(path: "/x"))
    for url in refusedFiles {
      #expect(throws: FetchFailure.self) { try FetchAddress(url) }
    }
  }
}

/// Web addresses that no fetch sends.
nonisolated private let refused = [
  "https://\(String(repeating: "a", count: 254))/", "https://a%0Ab%1B%5B31m/", "https://a%20b/",
  "http://example.org/", "http://128.0.0.1/", "http://127.1/", "http://0x7f000001/",
  "http://2130706433/", "http://0.0.0.0/", "http://[::]/", "http://[::1%25lo]/",
  "http://[::ffff:10.0.0.1]/", "http://localhost.example.org/", "http://localhost./",
  "http://127.0.0.1.example.org/", "http://example.org@127.0.0.1/",
  "http://127.0.0.1@example.org/", "https://me:secret@example.org/", "https://", "https:///x",
  "ftp://127.0.0.1/", "ws://localhost/", "data:,x", "javascript:1", "about:blank", "",
  "127.0.0.1", "/etc/passwd", "https://exa mple.org/", "https://example.org/\r\nX: 1",
  "https://example.org/\u{0}", "https://exämple.org/", "http://127.0.0.1:99999/",
  "http://127.0.0.01/", "http://127.+1.0.1/", "https://@example.org/",
]

nonisolated private let refusedFiles = [
  "file:x", "file://host/x", "file:///a%00b", "file:///a%2Fb", "file://",
]

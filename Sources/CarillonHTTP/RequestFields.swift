import CarillonCore

/// The header fields of a request, checked: nothing in them can become a line of its own. (T25)
struct RequestFields {
  let all: [(name: String, value: String)]

  /// Throws `.forbidden` for what is no field, or belongs to the connection and not to its user.
  init(_ job: FetchJob) throws(FetchFailure) {
    var all: [(name: String, value: String)] = []
    for (name, header) in job.spec.headers.sorted(by: { $0.key < $1.key }) {
      guard case .text(let value) = header else { throw FetchFailure(.secret) }
      guard Self.isName(name), !Self.reserved.contains(name.lowercased()), Self.isValue(value)
      else { throw FetchFailure(.forbidden, "headers") }
      all.append((name, value))
    }
    if let etag = job.etag {
      guard Self.isValue(etag) else { throw FetchFailure(.forbidden, "etag") }
      all.append(("If-None-Match", etag))
    }
    self.all = all
  }

  /// What frames the message or names its receiver.
  private static let reserved: Set = [
    "connection", "content-length", "expect", "host", "if-none-match", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// A token of RFC 9110.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// No control characters but the tab; a NUL would cut the text that C sees.
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }
}

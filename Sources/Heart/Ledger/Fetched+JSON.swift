import CarillonDetail
package import CarillonText
import CarillonTime

extension Fetched {
  /// Parses a JSON response: our own content, a pack, or any document read through `pointers`.
  ///
  /// JSON Feed is handled elsewhere, because its texts may be HTML.
  package init(
    parsing text: String, pointers: [String: String] = [:], size: Int
  ) throws(FetchFailure) {
    guard let document = JSONValue(parsing: text) else {
      throw FetchFailure(.payload, "not JSON")
    }
    if pointers.isEmpty {
      let payload = try Payload(document)
      var count: Int?
      if case .pack(let items) = payload.shape { count = items.count }
      self.init(
        payload: payload, format: count == nil ? .content : .pack, size: size, items: count)
    } else {
      self.init(payload: try Payload(document, pointers), format: .pointers, size: size)
    }
  }
}

extension FetchResult {
  /// The result of a JSON response to `spec`.
  package static func reading(
    _ text: String, for spec: FetchSpec? = nil, etag: String?
  ) -> FetchResult {
    do throws(FetchFailure) {
      let pointers = spec?.pointers ?? [:]
      return .payload(
        try Fetched(parsing: text, pointers: pointers, size: text.utf8.count), etag: etag)
    } catch {
      return .failed(error)
    }
  }
}

extension Payload {
  /// The value at each pointer as text; numbers and flags are converted.
  ///
  /// Tokens without a value are left out; throws if none has one.
  fileprivate init(_ document: JSONValue, _ pointers: [String: String]) throws(FetchFailure) {
    var tokens: [String: String] = [:]
    var link: WebLink?
    for (name, pointer) in pointers.sorted(by: { $0.key < $1.key }) {
      if name == FetchSpec.linkPointer {
        if case .text(let text)? = document.value(at: pointer) { link = WebLink(text) }
        continue
      }
      switch document.value(at: pointer) {
      case nil, .null: continue
      case .text(let text):
        tokens[name] = beginning(of: text, Payload.longestToken, lines: name == "summary")
      case .integer(let number): tokens[name] = String(number)
      case .number(let number): tokens[name] = "\(number)"
      case .bool(let flag): tokens[name] = flag ? "true" : "false"
      case .array, .object: throw FetchFailure(.payload, "pointers.\(name): leads to no text")
      }
    }
    guard !tokens.isEmpty else {
      let name = pointers.keys.sorted().first { $0 != FetchSpec.linkPointer } ?? "headline"
      throw FetchFailure(.payload, "pointers.\(name): leads nowhere")
    }
    try Payload.check(tokens, named: "pointers.\(tokens.keys.sorted().first ?? "headline")")
    self.init(tokens: tokens, link: link)
  }
}

extension JSONValue {
  /// The value at an RFC 6901 pointer; nil if there is none.
  package func value(at pointer: String) -> JSONValue? {
    var found = self
    for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let key = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
      switch found {
      case .object(let members):
        guard let member = members[key] else { return nil }
        found = member
      case .array(let elements):
        // RFC 6901 allows no sign and no leading zeros in an index.
        guard let index = Int(key), String(index) == key, elements.indices.contains(index) else {
          return nil
        }
        found = elements[index]
      default: return nil
      }
    }
    return found
  }

  /// Whether `text` is a valid pointer: empty, or a slash before each part, and `~` only in `~0`
  /// and `~1`.
  package static func isPointer(_ text: String) -> Bool {
    guard text.isEmpty || text.hasPrefix("/") else { return false }
    let parts = text.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
    return parts.allSatisfy { $0.hasPrefix("0") || $0.hasPrefix("1") }
  }
}

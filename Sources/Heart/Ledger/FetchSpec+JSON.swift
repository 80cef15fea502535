import CarillonDetail
package import CarillonText
import CarillonTime
import FoundationEssentials

extension FetchSpec {
  /// Which of 003's shapes a specification may have.
  package enum Use {
    /// `fetchContent`: a body and a timeout are allowed.
    case content
    /// A callback: POST, no body of its own.
    case callback
  }

  /// The most bytes of a body: each report of the state compares those of all sources.
  private static let longestBody = 1 << 16
  fileprivate static let mostHeaders = 32
  /// The most bytes of all header fields of a request, without secrets.
  fileprivate static let longestHeaders = 1 << 14

  package init(_ field: Field, for use: Use, also keys: [String] = []) throws(Refusal) {
    let known = ["method", "url", "headers", "bodyJson", "timeoutMs", "pointers"] + keys
    let members = try field.members(known: known)
    let name = try members.required("method", in: field)
    guard let method = Method(rawValue: try name.text()) else {
      throw name.refused("must be GET or POST")
    }
    if use == .callback, method != .post { throw name.refused("must be POST") }
    self.init(
      method: method, url: try members.required("url", in: field).address(for: use),
      headers: try members.present("headers")?.headers() ?? [:])
    if let field = members.present("pointers") {
      guard use == .content else { throw field.refused("goes with content only") }
      pointers = try field.pointers()
    }
    if let body = members.present("bodyJson") {
      _ = try body.object()
      guard method == .post, use == .content else { throw body.refused("goes with POST only") }
      let text = body.value.serialized
      guard text.utf8.count <= FetchSpec.longestBody else {
        throw body.refused("must be at most 64 KiB")
      }
      bodyJSON = text
    }
    if isFile {
      guard method == .get else { throw name.refused("must be GET for a file") }
      if !headers.isEmpty, let headers = members["headers"] {
        throw headers.refused("go with https and http only: a file is not asked for")
      }
    }
    if let timeout = members.present("timeoutMs") {
      let longest = Int(FetchSpec.longestTimeout.milliseconds)
      self.timeout = .milliseconds(Int64(try timeout.integer(1...longest)))
    }
  }

  package var document: JSONValue {
    var members: [String: JSONValue] = [
      "method": .text(method.rawValue), "url": .text(url),
      "timeoutMs": .integer(timeout.milliseconds),
    ]
    if !headers.isEmpty { members["headers"] = .object(headers.mapValues(\.document)) }
    if !pointers.isEmpty { members["pointers"] = .object(pointers.mapValues(JSONValue.text)) }
    if let bodyJSON, let body = JSONValue(parsing: bodyJSON) { members["bodyJson"] = body }
    return .object(members)
  }

  /// Where commands to a machine go: `{url, headers}`, a POST. (B17)
  package init(machine field: Field) throws(Refusal) {
    let members = try field.members(known: ["url", "headers"])
    self.init(
      method: .post, url: try members.required("url", in: field).address(for: .callback),
      headers: try members.present("headers")?.headers() ?? [:])
  }

  package var machineDocument: JSONValue {
    .object(["url": .text(url), "headers": .object(headers.mapValues(\.document))])
  }

  /// Whether it can be fetched while there is no network.
  package var worksOffline: Bool {
    isFile || FetchSpec.isLoopback(URLComponents(string: url)?.host ?? "")
  }

  package var isFile: Bool { URLComponents(string: url)?.scheme?.lowercased() == "file" }

  /// Scheme, host and port of an address, for comparison only.
  package static func origin(of url: String) -> String {
    guard let parts = URLComponents(string: url) else { return url }
    let scheme = parts.scheme?.lowercased() ?? ""
    let port = parts.port ?? (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(parts.host?.lowercased() ?? ""):\(port)"
  }

  /// Header fields that frame a request or name its receiver: Carillon alone sends them.
  package static let reservedHeaders: Set = [
    "connection", "content-length", "expect", "host", "if-none-match", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Whether `name` is one of a header field. (RFC 9110)
  package static func isHeader(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        $0 > 32 && $0 < 127 && !"()<>@,;:\\\"/[]?={}".utf8.contains($0)
      }
  }

  /// Whether `host`, as it stands in a URL, can only mean this computer.
  package static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == "localhost" || host == "::1" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }
}

extension CallbackProfile {
  package init(_ field: Field) throws(Refusal) {
    let members = try field.members(
      known: ["fetchContent", "ackDelivery", "reportError", "heartbeat"])
    fetchContent = try members.present("fetchContent").map { field throws(Refusal) in
      try FetchSpec(field, for: .content)
    }
    ackDelivery = try members.present("ackDelivery").map { field throws(Refusal) in
      try FetchSpec(field, for: .callback)
    }
    reportError = try members.present("reportError").map { field throws(Refusal) in
      try FetchSpec(field, for: .callback)
    }
    if let heartbeat = members.present("heartbeat") {
      self.heartbeat = try FetchSpec(heartbeat, for: .callback, also: ["intervalMinutes"])
      if case .object(let inside) = heartbeat.value, let minutes = inside["intervalMinutes"] {
        heartbeatMinutes = try Field(path: "\(heartbeat.path).intervalMinutes", value: minutes)
          .integer(15...10_080)
      }
    }
    if fetchContent == nil, ackDelivery == nil, reportError == nil, heartbeat == nil {
      throw field.child("fetchContent", .null).refused("is required")
    }
  }

  package var document: JSONValue {
    var members: [String: JSONValue] = [:]
    if let fetchContent { members["fetchContent"] = fetchContent.document }
    if let ackDelivery { members["ackDelivery"] = ackDelivery.document }
    if let reportError { members["reportError"] = reportError.document }
    if let heartbeat, case .object(var inside) = heartbeat.document {
      inside["intervalMinutes"] = .integer(Int64(heartbeatMinutes))
      members["heartbeat"] = .object(inside)
    }
    return .object(members)
  }
}

extension Field {
  /// An address that may be fetched from: HTTPS, HTTP on loopback, or for content a file. (T25)
  ///
  /// Refuses what no fetch would send.
  package func address(for use: FetchSpec.Use) throws(Refusal) -> String {
    let text = try text()
    guard text.utf8.count <= FetchSpec.longestURL, text.unicodeScalars.allSatisfy({ $0.value > 32 })
    else {
      throw refused("must be an address such as https://example.org/today.json")
    }
    guard text.unicodeScalars.allSatisfy({ $0.value < 127 }) else {
      throw refused("must be plain ASCII: write other characters of a path as %C3%A4")
    }
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased() else {
      throw refused("must be an address such as https://example.org/today.json")
    }
    guard parts.port.map({ (1...65_535).contains($0) }) ?? true else {
      throw refused("names no port from 1 to 65535")
    }
    guard parts.user == nil, parts.password == nil else {
      throw refused("must not hold a user name or password")
    }
    switch scheme {
    case "https":
      guard let host = parts.host, !host.isEmpty else { throw refused("names no host") }
      guard host.utf8.count <= FetchSpec.longestHost else {
        throw refused("has a host name that is too long")
      }
      guard host.hasPrefix("[") || parts.encodedHost?.contains("%") != true else {
        throw refused("has a host name with characters that no host has")
      }
    case "http":
      guard let host = parts.host, FetchSpec.isLoopback(host) else {
        throw refused("http is for this computer only (127.0.0.1, localhost); use https")
      }
    case "file" where use == .content:
      guard parts.host ?? "" == "" || parts.host == "localhost", parts.path.hasPrefix("/") else {
        throw refused("must name a file with its whole path, file:///…")
      }
      let path = parts.percentEncodedPath.lowercased()
      guard parts.fragment == nil, !path.contains("%00"), !path.contains("%2f") else {
        throw refused("holds what no file's name can: #, %00 or %2F")
      }
    default: throw refused("must begin with https:, or name this computer or a file")
    }
    return text
  }

  fileprivate func headers() throws(Refusal) -> [String: HeaderValue] {
    var headers: [String: HeaderValue] = [:]
    let members = try object()
    guard members.count <= FetchSpec.mostHeaders else {
      throw refused("must be at most \(FetchSpec.mostHeaders) header fields")
    }
    var bytes = 0
    for (name, value) in members {
      let field = Field(path: "\(path).\(name)", value: value)
      bytes += name.utf8.count
      guard FetchSpec.isHeader(name) else { throw field.refused("is no name of a header") }
      guard !FetchSpec.reservedHeaders.contains(name.lowercased()) else {
        throw field.refused("is a header that Carillon alone may send")
      }
      if case .object = value {
        headers[name] = .secret(try field.secretReference())
        continue
      }
      let text = try field.text()
      guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || $0 == "\t" })
      else { throw field.refused("must be a single line") }
      headers[name] = .text(text)
      bytes += text.utf8.count
    }
    guard bytes <= FetchSpec.longestHeaders else { throw refused("must be at most 16 KiB") }
    return headers
  }

  /// A secret that is kept already. (T27)
  package func secretReference() throws(Refusal) -> SecretReference {
    let members = try members(known: ["secretReference"])
    let field = try members.required("secretReference", in: self)
    let id = try field.text()
    guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
      throw field.refused("names no secret")
    }
    return SecretReference(id)
  }

  fileprivate func pointers() throws(Refusal) -> [String: String] {
    var pointers: [String: String] = [:]
    let members = try members(known: ["headline", "summary", FetchSpec.linkPointer])
    for (name, field) in members.sorted(by: { $0.key < $1.key }) where !field.isNull {
      let pointer = try field.text()
      guard pointer.utf8.count <= 1024, JSONValue.isPointer(pointer) else {
        throw field.refused("must be a JSON Pointer such as /items/0/title")
      }
      pointers[name] = pointer
    }
    guard pointers.keys.contains(where: { $0 != FetchSpec.linkPointer }) else {
      throw refused("must name a headline or a summary")
    }
    return pointers
  }
}

extension HeaderValue {
  fileprivate var document: JSONValue {
    switch self {
    case .text(let text): .text(text)
    case .secret(let reference), .token(let reference):
      .object(["secretReference": .text(reference.id)])
    }
  }
}

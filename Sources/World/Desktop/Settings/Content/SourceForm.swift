import CarillonEngine
import Foundation

/// The source as shown in the page's controls, possibly incomplete. (T25)
struct SourceForm: Hashable {
  enum Kind: Hashable {
    /// Carillon's built-in content.
    case pack
    /// A web address, or a file.
    case address
  }

  var kind = Kind.pack
  var address = ""
  var method = FetchSpec.Method.get
  var timeout = FetchSpec.defaultTimeout
  var headers: [HeaderForm] = []
  /// As it was typed; sent with POST only.
  var body = ""
  var headlinePointer = ""
  var summaryPointer = ""
  var linkPointer = ""

  init() {}

  /// The form for `spec`; nil means the pack.
  ///
  /// Keeps what specifications lack from `before`: the order of headers, incomplete ones, the body
  /// as typed, and after switching to the pack everything but the secrets, which are deleted.
  init(_ spec: FetchSpec?, after before: SourceForm = SourceForm()) {
    self = before
    guard let spec else {
      kind = .pack
      headers = before.headers.filter { $0.kept == nil }
      return
    }
    kind = .address
    address = spec.url
    method = spec.method
    timeout = spec.timeout
    headlinePointer = spec.pointers["headline"] ?? ""
    summaryPointer = spec.pointers["summary"] ?? ""
    linkPointer = spec.pointers[FetchSpec.linkPointer] ?? ""
    if let bodyJSON = spec.bodyJSON {
      let isSame = JSONValue(parsing: before.body) == JSONValue(parsing: bodyJSON)
      if !isSame { body = bodyJSON }
    } else if spec.method == .post {
      body = ""
    }
    var rest = spec.headers
    headers = before.headers.compactMap { header in
      guard header.isComplete else { return header }
      return rest.removeValue(forKey: header.name).map { HeaderForm(header.name, $0) }
    }
    headers += rest.sorted { $0.key < $1.key }.map { HeaderForm($0.key, $0.value) }
  }

  /// The part of the form that determines the request, without what determines how the answer is
  /// read.
  var asked: SourceForm {
    var asked = self
    (asked.headlinePointer, asked.summaryPointer, asked.linkPointer) = ("", "", "")
    asked.headers = headers.filter(\.isComplete)
    if method == .get { asked.body = "" }
    return asked
  }

  /// Whether `other` asks for the same and reads the answer in the same way.
  func isSameSource(as other: SourceForm) -> Bool {
    kind == other.kind && asked == other.asked && pointers == other.pointers
  }

  var pointers: [String: String] {
    [
      "headline": headlinePointer.trimmingSpaces, "summary": summaryPointer.trimmingSpaces,
      FetchSpec.linkPointer: linkPointer.trimmingSpaces,
    ].filter { !$0.value.isEmpty }
  }

  /// The contacted host; nil for a file or an incomplete address.
  var host: String? { SourceForm.host(of: address) }

  static func host(of address: String) -> String? {
    URLComponents(string: address.trimmingSpaces)?.host.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A header as shown in the page's controls. (T27)
struct HeaderForm: Hashable {
  var name = ""
  /// The typed value; empty for a stored secret.
  var value = ""
  var isSecret = false
  /// The reference of a secret entered earlier, which is never shown again.
  var kept: SecretReference?

  init() {}

  init(_ name: String, _ value: HeaderValue) {
    self.name = name
    switch value {
    case .text(let text): self.value = text
    case .secret(let reference), .token(let reference):
      isSecret = true
      kept = reference
    }
  }

  /// Whether there is a value to send; a header without one is not sent.
  var isComplete: Bool { !name.trimmingSpaces.isEmpty && (!value.isEmpty || kept != nil) }

  /// Whether headers of this name usually contain secrets.
  static func soundsSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["authorization", "cookie", "token", "secret", "key", "password"].contains {
      name.contains($0)
    }
  }

  /// The value as in documents; the receiver takes a new secret out before storing it.
  var document: JSONValue {
    switch (isSecret, value.isEmpty, kept) {
    case (true, true, let kept?): .object(["secretReference": .text(kept.id)])
    case (true, _, _): .object(["secret": .text(value)])
    case (false, _, _): .text(value)
    }
  }
}

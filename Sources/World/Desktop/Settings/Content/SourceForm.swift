import CarillonEngine
import Foundation

/// Where content comes from, as the page's controls have it: also while half of it is missing. (T25)
struct SourceForm: Hashable {
  enum Kind: Hashable {
    /// What comes with Carillon.
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

  init() {}

  /// What `spec` says; nil: the pack.
  ///
  /// Of what was there `before` it keeps what no specification holds: the order of the headers and
  /// those not complete yet, the body as it was typed, and for the way back from the pack all but
  /// the secrets, which are forgotten.
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

  /// All that the source is asked with, without what only says how its answer is read.
  var asked: SourceForm {
    var asked = self
    (asked.headlinePointer, asked.summaryPointer) = ("", "")
    asked.headers = headers.filter(\.isComplete)
    if method == .get { asked.body = "" }
    return asked
  }

  var pointers: [String: String] {
    ["headline": headlinePointer.trimmingSpaces, "summary": summaryPointer.trimmingSpaces]
      .filter { !$0.value.isEmpty }
  }

  /// The computer that is asked; nil for a file, and while there is none.
  var host: String? { SourceForm.host(of: address) }

  static func host(of address: String) -> String? {
    URLComponents(string: address.trimmingSpaces)?.host.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A header as the page's controls have it. (T27)
struct HeaderForm: Hashable {
  var name = ""
  /// What was typed; empty for a secret that is kept.
  var value = ""
  var isSecret = false
  /// Where a secret is kept that was typed earlier: nobody sees it again.
  var kept: SecretReference?

  init() {}

  init(_ name: String, _ value: HeaderValue) {
    self.name = name
    switch value {
    case .text(let text): self.value = text
    case .secret(let reference):
      isSecret = true
      kept = reference
    }
  }

  /// Whether there is something to send: a value that is still to be typed is not sent empty.
  var isComplete: Bool { !name.trimmingSpaces.isEmpty && (!value.isEmpty || kept != nil) }

  /// Whether headers of this name are usually nobody else's business.
  static func soundsSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["authorization", "cookie", "token", "secret", "key", "password"].contains {
      name.contains($0)
    }
  }

  /// As documents have it: a new value is taken out before anybody stores it.
  var document: JSONValue {
    switch (isSecret, value.isEmpty, kept) {
    case (true, true, let kept?): .object(["secretReference": .text(kept.id)])
    case (true, _, _): .object(["secret": .text(value)])
    case (false, _, _): .text(value)
    }
  }
}

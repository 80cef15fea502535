import CarillonDetail
import CarillonText
import CarillonTime

extension HeaderValue: Codable {
  private enum Key: String, CodingKey {
    case secretReference, token
  }

  /// Decodes a plain text, or a secret as `{"secretReference": "…"}` or `{"token": "…"}`.
  package init(from decoder: any Decoder) throws {
    do {
      self = .text(try decoder.singleValueContainer().decode(String.self))
    } catch DecodingError.typeMismatch {
      let members = try decoder.container(keyedBy: Key.self)
      if let token = try members.decodeIfPresent(String.self, forKey: .token) {
        self = .token(SecretReference(token))
      } else {
        self = .secret(SecretReference(try members.decode(String.self, forKey: .secretReference)))
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .secret(let reference):
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(reference.id, forKey: .secretReference)
    case .token(let reference):
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(reference.id, forKey: .token)
    }
  }
}

extension HeaderValue: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}

extension FetchSpec {
  private enum Key: String, CodingKey {
    case method, url, headers, bodyJSON, timeout, pointers
  }

  /// Also reads documents from before there were pointers.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    self.init(
      method: try members.decode(Method.self, forKey: .method),
      url: try members.decode(String.self, forKey: .url),
      headers: try members.decode([String: HeaderValue].self, forKey: .headers),
      bodyJSON: try members.decodeIfPresent(String.self, forKey: .bodyJSON),
      timeout: try members.decode(Span.self, forKey: .timeout),
      pointers: try members.decodeIfPresent([String: String].self, forKey: .pointers) ?? [:])
  }

  /// Leaves out empty pointers: the document identifies the source and must not change. (T4)
  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(method, forKey: .method)
    try members.encode(url, forKey: .url)
    try members.encode(headers, forKey: .headers)
    try members.encodeIfPresent(bodyJSON, forKey: .bodyJSON)
    try members.encode(timeout, forKey: .timeout)
    if !pointers.isEmpty { try members.encode(pointers, forKey: .pointers) }
  }
}

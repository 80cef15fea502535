import CarillonDetail
package import CarillonText
import CarillonTime

/// The request that a button of a message sends, as its sender describes it. (C5)
///
/// Whether it may be sent is the user's decision, for each host: ``TopicSubscription/hosts``.
package struct ButtonRequest: Hashable, Codable, Sendable {
  package enum Method: String, Codable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  /// HTTPS: a secret in its header fields must not travel in the clear.
  package let url: String
  package let method: Method
  package let headers: [String: String]
  package let body: String
  /// Whether the notification is done with once the request has worked.
  package let clears: Bool
  /// What the button is called, where its title is “Retry”.
  package var label: String?

  /// Nil for what Carillon does not send, whoever asks: another scheme or method, a name that no computer
  /// has, or a header field that frames a request, names its receiver, or pretends to be a browser.
  package init?(
    url: String, method: String, headers: [String: String], body: String, clears: Bool
  ) {
    guard let link = WebLink(url), link.isSecure,
      link.host.utf8.count <= FetchSpec.longestHost, let method = Method(rawValue: method),
      ButtonRequest.mayHave(headers)
    else { return nil }
    self.url = link.url
    self.method = method
    self.headers = headers
    self.body = body
    self.clears = clears
  }

  /// The computer it goes to, as ``TopicSubscription/hosts`` names it; never taken from the message.
  package var host: String { WebLink(url)?.authority ?? "" }

  /// Where it is sent to.
  package var spec: FetchSpec {
    var spec = FetchSpec(url: url)
    spec.headers = headers.mapValues(HeaderValue.text)
    return spec
  }

  private static let refused = FetchSpec.reservedHeaders.union(["cookie", "cookie2", "set-cookie"])
  private static let mostHeaders = 32

  /// Whether a message may have these header fields sent. (C5)
  package static func mayHave(_ headers: [String: String]) -> Bool {
    headers.count <= mostHeaders
      && headers.allSatisfy { name, value in
        FetchSpec.isHeader(name) && !refused.contains(name.lowercased())
          && value.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 || $0 == "\t" }
      }
  }
}

extension ButtonRequest {
  /// As the data of a message's action says it.
  init?(_ value: JSONValue?) {
    guard case .object(let members) = value, case .text(let url) = members["url"] else {
      return nil
    }
    var headers: [String: String] = [:]
    if case .object(let given) = members["headers"] {
      for (name, value) in given {
        guard case .text(let text) = value else { return nil }
        headers[name] = text
      }
    }
    var (method, body) = (Method.post.rawValue, "")
    if case .text(let text) = members["method"] { method = text }
    if case .text(let text) = members["body"] { body = text }
    self.init(
      url: url, method: method, headers: headers, body: body,
      clears: members["clear"] == .bool(true))
    if case .text(let text) = members["label"] {
      label = truncate(clean(text, lines: false), to: 40)
    }
  }

  /// The data of an action that sends it.
  package var document: JSONValue {
    var members: [String: JSONValue] = [
      "url": .text(url), "method": .text(method.rawValue), "body": .text(body),
      "headers": .object(headers.mapValues(JSONValue.text)), "clear": .bool(clears),
    ]
    members["label"] = label.map(JSONValue.text)
    return .object(["http": .object(members)])
  }
}

extension Action {
  /// The text that it puts on the clipboard; nil if it does something else. (C5)
  package var textToCopy: String? {
    guard case .text(let text) = member("copy"), !text.isEmpty else { return nil }
    return clean(text, lines: true)
  }

  /// The request that it sends, if it is one that Carillon may send. (C5)
  package var request: ButtonRequest? { ButtonRequest(member("http")) }

  /// The same without a name for its request that is not its own title; only Carillon's Retry has one. (C5)
  package var unnamed: Action {
    guard var sent = request, sent.label != nil else { return self }
    sent.label = nil
    var action = self
    action.data = sent.document.serialized
    return action
  }

  private func member(_ name: String) -> JSONValue? {
    guard let data, case .object(let members) = JSONValue(parsing: data) else { return nil }
    return members[name]
  }
}

/// What the user is asked before a button may send to a host for the first time. (C5)
package struct ButtonQuestion: Hashable, Codable, Sendable {
  package var requestID: String
  package var action: String
  /// What the button is called.
  package var label: String
  /// The user's name for the topic.
  package var sender: String
  package var host: String
  package var method: String

  package init(
    requestID: String, action: String, label: String, sender: String, host: String,
    method: String
  ) {
    self.requestID = requestID
    self.action = action
    self.label = label
    self.sender = sender
    self.host = host
    self.method = method
  }
}

/// What the user has answered to a ``ButtonQuestion``.
package enum ButtonConsent: String, Hashable, Codable, Sendable, CaseIterable {
  case denied
  /// This one press.
  case once
  /// Every press, from now on.
  case always
  /// Nothing: no window could be opened.
  case unasked
}

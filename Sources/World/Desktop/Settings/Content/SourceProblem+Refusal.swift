import CarillonEngine

nonisolated extension SourceProblem {
  /// A refusal by the engine; the path at the start of its message names the control.
  init(_ refusal: Refusal, words: Words) {
    let message = refusal.message
    let ends = message.ranges(of: ": ")
    guard refusal.kind == .invalidArgument, let end = ends.last else {
      self.init(field: nil, text: message)
      return
    }
    var path = message[..<end.lowerBound]
    for prefix in ["callbackProfile.fetchContent.", "fetchSpec."] where path.hasPrefix(prefix) {
      path = path.dropFirst(prefix.count)
    }
    guard let field = SourceField(path: String(path)) else {
      self.init(field: nil, text: message)
      return
    }
    self.init(field: field, text: words.reason(String(message[end.upperBound...])))
  }
}

nonisolated extension SourceField {
  /// Nil for a path without a control.
  init?(path: String) {
    switch path {
    case "url": self = .address
    case "method": self = .method
    case "timeoutMs": self = .timeout
    case "pointers", "pointers.headline": self = .headline
    case "pointers.summary": self = .summary
    case "pointers.link": self = .link
    case _ where path == "bodyJson" || path.hasPrefix("bodyJson."): self = .body
    case _ where path.hasPrefix("headers."):
      var name = path.dropFirst("headers.".count)
      for suffix in [".secret", ".secretReference"] where name.hasSuffix(suffix) {
        name = name.dropLast(suffix.count)
      }
      self = .header(String(name))
    default: return nil
    }
  }
}

nonisolated extension Words {
  /// A sentence for the user instead of the engine's reason, which is meant for programs.
  func reason(_ reason: String) -> String {
    switch reason {
    case "must be an address such as https://example.org/today.json":
      say("Type an address such as https://example.org/feed.xml.")
    case "must not hold a user name or password":
      say("An address must not contain a user name or password. Use a secret header instead.")
    case "names no host": say("This address has no host name.")
    case "http is for this computer only (127.0.0.1, localhost); use https":
      say("Only this computer can be reached without encryption. Begin with https.")
    case "must name a file with its whole path, file:///…":
      say("Enter the full path of the file: file:///…")
    case "must begin with https:, or name this computer or a file":
      say("Web addresses begin with https://, files with file:///.")
    case "is no name of a header": say("This is not a valid header name.")
    case "must be a single line": say("This must be a single line.")
    case "must be a JSON Pointer such as /items/0/title":
      say("Enter a path such as /items/0/title.")
    case SecretOrigins.reason: say("This was entered for another address. Enter it again.")
    default: reason
    }
  }
}

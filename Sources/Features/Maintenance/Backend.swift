import CarillonEngine

/// The maintenance system that the user is signed in to. (D1)
struct Backend: Hashable {
  /// Without a slash at its end.
  let url: String
  let token: SecretReference

  /// Nil if nobody is signed in.
  init?(_ settings: Settings) {
    self.init(settings.value(of: Alarms.backend))
  }

  init?(_ document: JSONValue) {
    guard case .object(let members) = document, case .text(let url) = members["url"],
      case .object(let token) = members["token"], case .text(let id) = token["secretReference"]
    else { return nil }
    self.url = url
    self.token = SecretReference(id)
  }

  func spec(of path: String) -> FetchSpec {
    var spec = FetchSpec(url: url + path)
    spec.headers["Authorization"] = .token(token)
    return spec
  }
}

import CarillonEngine

/// The maintenance system that the user is signed in to. (D1)
struct Backend: Hashable {
  /// Without a slash at its end.
  let url: String
  let token: SecretReference
  /// Those that differ from 002's.
  let paths: [String: String]

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
    var paths: [String: String] = [:]
    if case .object(let own) = members["paths"] {
      for (name, path) in own { if case .text(let text) = path { paths[name] = text } }
    }
    self.paths = paths
  }

  /// What it is asked for, by the names in the setting, with 002's paths.
  enum Path: String, CaseIterable {
    case deviceTokens, alarms, workOrders, acknowledge, assign, badge, preferences, status

    var fallback: String {
      switch self {
      case .deviceTokens: "/api/v1/users/me/device-tokens"
      case .badge: "/api/v1/users/me/notification-badge"
      case .preferences: "/api/v1/users/me/notification-preferences"
      case .status: "/api/v1/users/me/notification-status"
      case .alarms: "/api/v1/alarms"
      case .workOrders: "/api/v1/work-orders"
      case .acknowledge: "/api/v1/alarms/:id/acknowledge"
      case .assign: "/api/v1/work-orders/:id/assign"
      }
    }

    /// Whether it is about a single one, whose id it has to contain.
    var hasID: Bool { self == .acknowledge || self == .assign }
  }

  func path(_ path: Path) -> String { paths[path.rawValue] ?? path.fallback }

  /// Where something about the one with this id is posted; nil if no message could have named it so.
  ///
  /// A stored tag may be anything, and must not lead to another path.
  func spec(of path: Path, for id: String) -> FetchSpec? {
    guard Subject.isID(id) else { return nil }
    let parts = self.path(path).split(
      separator: ":id", maxSplits: 1, omittingEmptySubsequences: false)
    return spec(of: parts.joined(separator: id))
  }

  func spec(of path: String) -> FetchSpec {
    var spec = FetchSpec(url: url + path)
    spec.headers["Authorization"] = .token(token)
    return spec
  }
}

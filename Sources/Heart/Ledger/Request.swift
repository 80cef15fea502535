import CarillonDetail
import CarillonText
package import CarillonTime

/// One notification to be shown, but for its texts, which its delivery has. (SPEC §0)
package struct Request: Hashable, Codable, Sendable {
  package var channel: String
  /// The `category` hint.
  package var category: String
  /// Three at most. (B6)
  package var actions: [Action] = []
  package var link: String?
  /// Where its picture is; text shows first. (B8)
  package var image: String?
  /// How far that has come; nil: it was not asked for.
  package var photo: Photo?
  package var video: String?
  /// Percent of the whole; nil where nobody knows. (B12)
  package var progress: Int?
  package var urgency = NotifyCall.Urgency.normal
  /// Stays until it is answered or over. (B13)
  package var resident = false
  /// Stays until it is answered, also where it is over: nothing else closes it; nil: false. (B13)
  package var lasts: Bool?
  package var expiresAt: Instant?
  /// Whether it takes its thread's place on the screen without a sound. (B11)
  package var silent = false
  /// Whether it pops up although its user dismissed the thread: an alert, an end. (B22)
  package var insists = false
  /// Whether its user asked for it just now: a confirmation, a failed command. (§0)
  package var asked = false

  package init(channel: String, category: String) {
    self.channel = channel
    self.category = category
  }
}

/// A button of a message. (B6)
package struct Action: Hashable, Codable, Sendable {
  package var id: String
  package var title: String
  package var icon: String?
  package var requiresForeground = false
  package var link: String?
  /// What goes with its command, a JSON object as text; nil without any.
  package var data: String?

  package init(id: String, title: String, requiresForeground: Bool = false) {
    self.id = id
    self.title = title
    self.requiresForeground = requiresForeground
  }

  package static let most = 3

  /// Reads `actions` of a message; nil if any of it is malformed. (B6)
  package static func list(_ text: String) -> [Action]? {
    guard case .array(let values) = JSONValue(parsing: text), !values.isEmpty else { return nil }
    var actions: [Action] = []
    for value in values {
      guard case .object(let members) = value, case .text(let id) = members["id"],
        case .text(let title) = members["title"], Action.isID(id),
        case let title = clean(title, lines: false), !isBlank(title)
      else { return nil }
      guard !actions.contains(where: { $0.id == id }) else { return nil }
      var action = Action(id: id, title: truncate(title, to: 40))
      if case .text(let icon) = members["icon"] { action.icon = icon }
      if case .bool(let foreground) = members["requiresForeground"] {
        action.requiresForeground = foreground
      }
      if case .text(let link) = members["deepLink"], !link.isEmpty { action.link = link }
      if let data = members["data"], case .object = data { action.data = data.serialized }
      actions.append(action)
    }
    return Array(actions.prefix(most))
  }

  /// What may be an action's key on the bus and a command's name; `default` is the body's.
  package static func isID(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count) && id != "default"
      && id.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D
      }
  }
}

extension Request {
  package func hasExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } == true }
}

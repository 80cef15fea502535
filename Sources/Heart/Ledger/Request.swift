import CarillonDetail
import CarillonText
package import CarillonTime

/// The form of a notification to show; the texts are in its delivery. (SPEC §0)
package struct Request: Hashable, Codable, Sendable {
  package var channel: String
  /// The `category` hint.
  package var category: String
  /// At most three. (B6)
  package var actions: [Action] = []
  package var link: String?
  /// The picture's address; the text is shown first. (B8)
  package var image: String?
  /// The picture's progress; nil if it has not been requested.
  package var photo: Photo?
  package var video: String?
  /// In percent; nil if unknown. (B12)
  package var progress: Int?
  package var urgency = NotifyCall.Urgency.normal
  /// Whether it stays until it is answered or its subject is over. (B13)
  package var resident = false
  /// Whether it stays until it is answered, even if its subject is over; nil means false. (B13)
  package var lasts: Bool?
  package var expiresAt: Instant?
  /// Whether it silently replaces its subject's notification. (B11)
  package var silent = false
  /// Whether it pops up even if the user dismissed the subject: alerts and final messages. (B22)
  package var insists = false
  /// Whether the user has just asked for it: a confirmation, or a failed command. (§0)
  package var asked = false
  /// Whether its subject began anew with it; nil means false. (B22)
  package var beginsAnew: Bool?
  /// Whether it comes back after a snooze of its subject: no hold applies to it; nil means false. (D14)
  package var returns: Bool?
  /// The lines of the body that are right only for a moment, such as seconds; nil means none.
  ///
  /// Where a replacement would lose the buttons, the notification stands without them. (B4)
  package var passing: [Int]?

  /// Whether it would be useless if it were late, such as that it is time to leave: the throttle does not hold it.
  ///
  /// Nil means false. Only for what the user's own plans are about, never for what a topic says. (J26)
  package var timely: Bool?
  /// Whether it is shown in the window, as a banner, while that has the focus; nil means false. (D3)
  package var inWindow: Bool?
  /// Whether it comes without a sound; nil means false. (C5)
  package var soundless: Bool?
  /// The sound that the user has chosen for its sort, in place of its channel's; nil for the channel's.
  /// (D14)
  package var sound: OwnSound?
  /// Whether the user wants none of its sort, whatever their channel; nil means false. (D10)
  package var isUnwanted: Bool?
  /// Whether an open window asks for attention when it is shown; nil means false. (D10)
  package var callsAttention: Bool?
  /// When it was sent, by its carrier's clock; nil if none brought it. (C4)
  package var sentAt: Instant?
  /// The connection whose backlog it came with; nil once all of that has come, and for all others. (C4)
  package var backlog: String?
  /// Whether it is among the youngest of a backlog, which are not told in a digest; nil means false. (C4)
  package var young: Bool?
  /// The channel of its kind, if its message has named another one; both must be on. (D2)
  package var usualChannel: String?
  /// The channel of the topic or the paired sender that brought it, which must be on, too; nil if none did. (C4, C10)
  package var topic: String?
  /// The way it came, `Push` or a carrier, where nothing proves who has sent it; nil for all others. (§5)
  package var door: String?
  /// With what it may share one notification; nil if it stands for itself. (J24, J25)
  package var joining: Joining?

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
  /// The data for its command, a JSON object as text; nil for none.
  package var data: String?

  package init(id: String, title: String, requiresForeground: Bool = false) {
    self.id = id
    self.title = title
    self.requiresForeground = requiresForeground
  }

  package static let most = 3

  /// Parses a message's `actions`; nil if any of them is malformed. (B6)
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

  /// Whether `id` can be an action key on the bus and a command name; `default` is reserved for the
  /// body.
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

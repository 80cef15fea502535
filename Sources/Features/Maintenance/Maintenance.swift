package import CarillonEngine

/// Messages of a maintenance system: alarms, work orders, and what else it has to say. (002)
package enum Maintenance {
  /// The kinds, in the order in which they are offered a message.
  package static let kinds: [any MessageKind.Type] = [
    Syncs.self, Alarms.self, WorkOrders.self, Notices.self,
  ]

  /// Whether a message says that it is not to be shown. (D9)
  static func isSilent(_ message: Message) -> Bool { message["silent"] == "true" }

  /// The value of a field with a few names; nil if it is missing, a refusal for any other name.
  static func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, of message: Message
  ) throws(Refusal) -> Value? where Value.RawValue == String {
    guard let text = message[key] else { return nil }
    guard let value = Value(rawValue: text.lowercased()) else {
      let names = Value.allCases.map(\.rawValue)
      throw Refusal(
        .invalidArgument, "data.\(key): must be one of \(names.joined(separator: ", "))")
    }
    return value
  }

  /// How long a subject of which nothing is heard counts as open.
  static let silence = Span.days(30)

  /// The buttons that open the window: Carillon's name, and 002's.
  static let viewing: Set = ["view", "VIEW_ACTION"]

  static func viewButton(_ words: Words) -> Action { Action(id: "view", title: words.say("View")) }

  /// Has View lead where a click on the notification does, unless it has a link of its own. (D4, D6)
  static func leading(_ actions: [Action], by link: String?) -> [Action] {
    guard let link, WebLink(link) == nil else { return actions }
    return actions.map { action in
      var action = action
      if viewing.contains(action.id) { action.link = action.link ?? link }
      return action
    }
  }

  /// The button that puts one off, and its id. (D14)
  static let snooze = "snooze"

  static func snoozeButton(_ context: KindContext) -> Action {
    Action(id: snooze, title: context.words.snooze(for: context.settings.snooze))
  }

  /// The button of a window that opens the list of all that is about its machine, and its id. (D5, D16)
  static let related = "related"

  /// “All About Pump #5”; nil if its service did not say what it calls the machine.
  static func relatedButton(_ asset: Asset?, _ words: Words) -> Button? {
    guard let asset, asset.id != nil else { return nil }
    return Button(id: related, label: words.say("All About {asset}", ["asset": asset.text]))
  }

  /// The button of a window that opens the history at its subject, and its id. (D16)
  static let history = "history"

  static func historyButton(_ words: Words) -> Button {
    Button(id: history, label: words.say("Show in History"))
  }

  /// What the buttons do that alarms and work orders have in common; nil for all other buttons.
  static func deed(of action: Action, about asset: Asset?) -> Deed? {
    switch action.id {
    case snooze: .snooze
    case history where action.link == nil: .history
    case related where action.link == nil: asset?.id.map { .follow(link: "/\(assets)/\($0)") }
    default: nil
    }
  }

  /// The first component of the links to machines. (D5)
  static let assets = "assets"

  /// As many buttons as a notification has beside Open: servers with less room leave out the last. (D14)
  static let mostButtons = 4

  /// The button of a row that puts it off. (D14)
  static func laterButton(_ context: KindContext) -> SubjectRow.Button {
    .init(
      id: snooze, label: context.words.snooze(for: context.settings.snooze), purpose: .later)
  }

  /// What the notifications of all its subjects have in common.
  static func request(
    for message: Message, in channel: Channel, category: String, _ context: KindContext
  ) -> Request {
    var request = Request(channel: channel.id, category: category)
    request.take(channelOf: message, context)
    request.link = message.link
    request.expiresAt = message.expiresAt
    request.inWindow = true
    return request
  }

  /// A rank that says that a message came too late. (B11)
  static func overtaken(_ subject: Subject?) -> Taken.Known {
    Taken.Known(
      rank: (subject?.rank ?? 0) - 1, state: subject?.state ?? StoredValue(0),
      silentAt: subject?.silentAt)
  }

  // MARK: Windows

  /// The first line of a text, short enough for a list.
  static func line(_ text: String) -> String {
    truncate(String(text.prefix { !$0.isNewline }), to: 120)
  }

  /// The picture that came with a message; nil if none did.
  static func picture(_ address: String?, of what: String, _ words: Words) -> DetailPart? {
    guard let address else { return nil }
    return .picture(
      Picture(address: address, alternative: words.say("Photo of {asset}", ["asset": what])))
  }
}

extension Request {
  /// The channel of its sender, else the one that the message names, if there is one, else its kind's. (D2, C10)
  mutating func take(channelOf message: Message, _ context: KindContext) {
    if let sender = context.sender {
      channel = sender.channel
    } else if let named = message.channel, named != channel, context.knowsChannel(named) {
      usualChannel = channel
      channel = named
    }
  }
}

/// What alarms and work orders have in common as kinds of messages: an id in one field, and links to it.
package protocol MaintenanceKind: Listed, Linked {
  /// The `type` of its messages.
  static var type: String { get }
  /// The field with the subject's id.
  static var idKey: String { get }
  /// The first component of its links.
  static var path: String { get }
}

extension MaintenanceKind {
  package static var schemes: [String] { [] }
  package static var paths: [String] { [path] }

  package static func takes(_ message: Message) -> Bool { message.type == type }

  package static var followsLinks: Bool { true }

  /// From its id, else from its link: 002's shortest messages name their subject nowhere else. (D2)
  package static func tag(of message: Message) throws(Refusal) -> String {
    if message[idKey] == nil, let link = message.link.flatMap({ DeepLink.path($0) }),
      link.scheme.isEmpty, link.parts[0] == path, let tag = window(of: link)?.tag
    {
      return tag
    }
    return "\(name):\(try message.subjectID(in: idKey))"
  }

  /// The window that `/{path}/{id}` leads to. (D5)
  package static func target(of link: LinkPath) -> LinkTarget? { window(of: link) }

  static func window(of link: LinkPath) -> LinkTarget? {
    guard link.parts.count == 2, Subject.isID(link.parts[1]) else { return nil }
    return LinkTarget(tag: "\(name):\(link.parts[1])", kind: name)
  }
}

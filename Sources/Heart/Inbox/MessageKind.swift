package import CarillonLedger

/// A kind of push message: one folder, and a line in `Features`.
///
/// The rest of the program knows a kind only through this protocol and the abilities below. A kind
/// reads messages, keeps the state of its subjects, and decides what to show; the gate decides
/// whether it may be shown. Everything here is a pure function.
package protocol MessageKind: Sendable {
  /// The key of its stored subjects; never changes.
  static var name: String { get }
  static var channels: [Channel] { get }
  /// Whether a message is of this kind.
  static func takes(_ message: Message) -> Bool

  /// The tag of the message's subject; throws a refusal that names the field if there is none. (B2)
  static func tag(of message: Message) throws(Refusal) -> String

  /// Interprets a message, given what is already known of its subject.
  static func take(
    _ message: Message, after thread: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken
}

/// A kind whose subjects have their own windows. (B18)
package protocol Windowed: MessageKind {
  /// The contents of a subject's window; nil if there is nothing to show, for example because the
  /// state is sealed.
  static func detail(of subject: Subject, _ context: KindContext) -> Detail?

  /// The button with this id from the subject's last message; nil if there is none. (B6)
  static func button(_ id: String, of subject: Subject) -> Action?

  /// What a press on the subject's button does. (B17)
  static func deed(of action: Action, in subject: Subject) -> Deed

  /// The title of one of the kind's own buttons; nil for a button that came with a message. (B26)
  static func title(ofButton id: String, _ words: Words) -> String?

  /// The user's name for a category of this kind; nil for a category of another kind. (B26)
  static func name(ofCategory category: String, _ words: Words) -> String?

  /// Whether a click on its notification follows the message's link, and opens the subject's window only
  /// without one. (D4)
  static var followsLinks: Bool { get }
}

extension Windowed {
  package static var followsLinks: Bool { false }

  /// The buttons of a message, those of the kind by its own words if a carrier brought it. (C5)
  ///
  /// A press does what the button's id says: that must not be hidden behind other words.
  package static func ownTitles(of actions: [Action], _ context: KindContext) -> [Action] {
    guard context.sender != nil else { return actions }
    return actions.map { action in
      var action = action
      action.title = title(ofButton: action.id, context.words) ?? action.title
      return action
    }
  }
}

/// A kind whose buttons send commands. (B17)
package protocol Commanding: Windowed {
  /// The key of the subject's id in a command document; the subject's tag is `name:id`.
  static var subjectKey: String { get }

  /// Where to post commands; nil to send them as signals on the bus.
  static func addressee(_ settings: Settings) -> FetchSpec?

  /// The command that a form's Apply button sends; nil if there is no such form.
  static func command(
    ofForm id: String, _ values: [String: JSONValue]
  ) -> (name: String, data: [String: JSONValue])?

  /// Whether this command ends its subject. (B13)
  static func ends(with command: Command) -> Bool

  /// Whether the command is pointless once its subject is over. (B17)
  static func expires(_ command: Command) -> Bool

  /// What a command has done, in a sentence; nil for nothing but that the machine confirmed it.
  static func note(on command: Command, isOver: Bool, _ words: Words) -> String?
}

extension Commanding {
  package static func note(on command: Command, isOver: Bool, _ words: Words) -> String? { nil }
}

/// A kind that links can lead to. (B16)
package protocol Linked: MessageKind {
  /// The schemes of its links, without the colon.
  static var schemes: [String] { get }

  /// The first components of its links without a scheme: `alarms` of `/alarms/17`. (D5)
  static var paths: [String] { get }

  /// The target of a link with one of its schemes or paths; nil if there is none.
  static func target(of link: LinkPath) -> LinkTarget?

  /// What a link names that several subjects may be about, such as a machine; nil for all other links.
  static func thing(in link: LinkPath) -> String?
}

extension Linked {
  package static var paths: [String] { [] }
  package static func thing(in link: LinkPath) -> String? { nil }
}

/// A kind whose subjects are the occasions of a plan source. (J20)
package protocol Planned: MessageKind {
  /// The item that a message is about; nil if it names none.
  static func item(of message: Message) -> PlanItem.ID?

  /// The item that a subject is an occasion of; nil if it is none, or somebody else's.
  static func item(ofTag tag: String) -> PlanItem.ID?

  /// The tag of a message's subject, also if it names no date: then ``KindContext/item`` says which is next.
  static func tag(of message: Message, _ context: KindContext) throws(Refusal) -> String
}

/// A kind with its own settings.
package protocol Configured: MessageKind {
  static var settings: [OwnSetting] { get }
}

/// Whom a message came from, as far as its carrier knows. (C10)
package struct Sender: Hashable, Sendable {
  package var channel: String
  package var name: String
  /// Whether its highest priority is urgent. (C5)
  package var mayBeUrgent: Bool
  /// The only computer that its pictures may come from; nil: any. (C5)
  package var pictureHost: String?
}

/// The context in which a kind interprets a message.
package struct KindContext {
  package var now: Instant
  package var words: Words
  package var settings: Settings
  package var zone: any ZoneRules
  /// Whether Carillon can open a link. (D5)
  package var opens: (String) -> Bool = { _ in false }
  /// Whether there is a channel with this id. (D2)
  package var knowsChannel: (String) -> Bool = { _ in false }
  /// The subscription that brought the message; nil if none did. (C10)
  package var sender: Sender?
  /// Whether it is an entry of a list, of which nothing is shown. (D9)
  package var isListed = false
  /// The item that the message is about, as it is stored; nil if there is none, or if somebody else's message
  /// names it. (J20)
  package var item: StoredPlanItem?
  /// Whether the message is the plan's own, because an occasion is due. (J5)
  package var isDue = false
  /// Whether what is written is shown because a snooze has ended, and is no news. (D14)
  package var isReturn = false
  /// When the subject is shown again, because the user has put it off; nil if it is not. (D14)
  package var snoozedUntil: Instant?
  /// The subject's commands that are open or have just ended, newest last.
  package var commands: [Command] = []

  package init(now: Instant, words: Words, settings: Settings, zone: any ZoneRules) {
    self.now = now
    self.words = words
    self.settings = settings
    self.zone = zone
  }
}

/// A kind's interpretation of a message.
package enum Taken: Hashable, Sendable {
  /// Show a notification, if the gate lets it through.
  case show(Shown)
  /// Only update the state: windows change, no notification is shown.
  case update(Known)
  /// Nothing is left to do about the subject: its notifications are closed, and none that waits is
  /// shown.
  case settled(Known)
  /// Show nothing and remember nothing except that the message came. (D9)
  case silent
  /// Show nothing, and ask the service that sent it for what it knows. (D9)
  case sync(SyncWish)
  /// The user has answered on another device. Close what is shown of that subject, and show later messages about it
  /// only if they insist. (J28)
  case status(DeviceStatus)

  /// The state of a subject after a message.
  package struct Known: Hashable, Sendable {
    /// The subject's progress; never goes back. (B11)
    package var rank: Int
    /// What the kind itself knows about it.
    package var state: StoredValue
    /// When the subject ends if no more messages come; nil if it ends with this one.
    package var silentAt: Instant?

    package init(rank: Int, state: StoredValue, silentAt: Instant?) {
      self.rank = rank
      self.state = state
      self.silentAt = silentAt
    }
  }

  package struct Shown: Hashable, Sendable {
    /// Nil if there is no state to keep.
    package var known: Known?
    /// Plain text, truncated; the subtitle is the first line of the body. (B3)
    package var title: String
    package var body: String
    package var request: Request
    /// Whether its subject begins anew: that it was dismissed before counts no more. (B22)
    package var isAnew = false
    /// Whether only a list has told of it so far: no earlier message was about the same. (D9)
    package var isFirstHeard = false
    /// Whether what the user has reported about the subject so far counts no more. (D6)
    package var voidsReports = false

    package init(known: Known?, title: String, body: String, request: Request) {
      self.known = known
      self.title = title
      self.body = body
      self.request = request
    }
  }

  /// The same with clean texts: a kind may have put fields of its own into them. (T25)
  var cleaned: Taken {
    guard case .show(var shown) = self else { return self }
    shown.title = clean(shown.title, lines: false)
    shown.body = clean(shown.body, lines: true)
    for index in shown.request.actions.indices {
      shown.request.actions[index].title = clean(shown.request.actions[index].title, lines: false)
    }
    return .show(shown)
  }

  /// The same, with nothing stored about its subject.
  package var unstored: Taken {
    switch self {
    case .show(var shown):
      shown.known = nil
      return .show(shown)
    case .update, .settled: return .silent
    case .silent, .sync, .status: return self
    }
  }

  /// Whether its subject begins anew.
  var isAnew: Bool { if case .show(let shown) = self { shown.isAnew } else { false } }

  package var known: Known? {
    switch self {
    case .show(let shown): shown.known
    case .update(let known), .settled(let known): known
    case .silent, .sync, .status: nil
    }
  }
}

/// The effect of a button. (B17)
package enum Deed: Hashable, Sendable {
  /// Opens the subject's window, on a form if one is named.
  case navigate(LinkTarget)
  /// Follows a link if Carillon can open it, else opens the subject's window. (D5)
  case follow(link: String)
  /// The same, as a click on its notification does: the user has seen the subject. (D4, D6)
  case view(link: String)
  /// Opens the history where the subject was shown last. (D16)
  case history
  /// The subject is not shown again, although nobody has dealt with it. (D15)
  case silence
  /// The subject is shown again after a while, and nothing of it before. (D14)
  case snooze
  /// Changes what is known of the subject: ``Acting/act(_:on:_:)``. (J18)
  case act(String)
  /// Tells the subject's service what the user did, at least once; opens no window. (D6)
  case report(String)
  /// Sends a command to the machine; also opens the window if `foreground`.
  case command(name: String, data: [String: JSONValue], foreground: Bool)
}

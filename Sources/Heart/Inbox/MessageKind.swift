package import CarillonLedger

/// A kind of push message: one folder, and its line in `Features`.
///
/// All that the rest of the program knows of it is this, and the abilities below that it has. It reads
/// messages, keeps what it knows of one subject, and says what is to be shown; whether it may be shown is
/// the gate's. Everything here is a pure function.
package protocol MessageKind: Sendable {
  /// What its threads are kept under; never changes.
  static var name: String { get }
  static var channels: [Channel] { get }
  /// Whether a message is of this kind.
  static func takes(_ message: Message) -> Bool

  /// What its thread is, by its tag; refuses by the field's name what names none. (B2)
  static func tag(of message: Message) throws(Refusal) -> String

  /// What a message means, after what is known of its thread.
  static func take(
    _ message: Message, after thread: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken
}

/// A kind whose subjects have a window of their own. (B18)
package protocol Windowed: MessageKind {
  /// What it shows; nil while nothing can be shown, such as a state that is sealed.
  static func detail(of subject: Subject, _ context: KindContext) -> Detail?

  /// A button that its last message brought along, by its id; nil: there is none. (B6)
  static func button(_ id: String, of subject: Subject) -> Action?

  /// What a button of it does. (B17)
  static func deed(of action: Action, in subject: Subject) -> Deed

  /// What the user calls a button that the kind gives by itself; nil for one of a message's own. (B26)
  static func title(ofButton id: String, _ words: Words) -> String?

  /// What the user calls that in which a category of it comes; nil for one of another kind. (B26)
  static func name(ofCategory category: String, _ words: Words) -> String?
}

/// A kind whose buttons send commands. (B17)
package protocol Commanding: Windowed {
  /// What a command's document calls the subject: its tag is `name:subject`.
  static var subjectKey: String { get }

  /// Where its commands are posted; nil: they are signals on the bus.
  static func addressee(_ settings: Settings) -> FetchSpec?

  /// What a form's Apply sends of the values in it; nil: there is no such form.
  static func command(
    ofForm id: String, _ values: [String: JSONValue]
  ) -> (name: String, data: [String: JSONValue])?

  /// Whether its subject is over once this was carried out. (B13)
  static func ends(with command: Command) -> Bool

  /// Whether a command means something only as long as its subject is not over. (B17)
  static func expires(_ command: Command) -> Bool
}

/// A kind that links lead to. (B16)
package protocol Linked: MessageKind {
  /// The schemes of its links, without the colon.
  static var schemes: [String] { get }

  /// Where a link of one of its schemes leads; nil: nowhere.
  static func target(of link: LinkPath) -> LinkTarget?
}

/// A kind with settings of its own.
package protocol Configured: MessageKind {
  static var settings: [OwnSetting] { get }
}

/// What a kind may look at besides its message.
package struct KindContext {
  package var now: Instant
  package var words: Words
  package var settings: Settings
  package var zone: any ZoneRules
  /// Whether a link is one of those that Carillon opens. (D5)
  package var opens: (String) -> Bool = { _ in false }
  /// The commands of the thread that are open, or ended just now, the newest last.
  package var commands: [Command] = []

  package init(now: Instant, words: Words, settings: Settings, zone: any ZoneRules) {
    self.now = now
    self.words = words
    self.settings = settings
    self.zone = zone
  }
}

/// What a kind made of a message.
package enum Taken: Hashable, Sendable {
  /// It is shown, if the gate lets it through.
  case show(Shown)
  /// Only what is known changes: windows show it, no notification does.
  case update(Known)
  /// Nothing is shown, and nothing is known of it but that it came. (D9)
  case silent

  /// What is known of a subject after its message.
  package struct Known: Hashable, Sendable {
    /// How far it has come; it never goes back. (B11)
    package var rank: Int
    /// The kind's own document.
    package var state: String
    /// When the subject counts as over if nothing more is heard; nil: with this message it is over.
    package var silentAt: Instant?

    package init(rank: Int, state: String, silentAt: Instant?) {
      self.rank = rank
      self.state = state
      self.silentAt = silentAt
    }
  }

  package struct Shown: Hashable, Sendable {
    /// Nil where there is nothing to be kept of it.
    package var known: Known?
    /// Plain text, truncated, the subtitle as the body's first line. (B3)
    package var title: String
    package var body: String
    package var request: Request

    package init(known: Known?, title: String, body: String, request: Request) {
      self.known = known
      self.title = title
      self.body = body
      self.request = request
    }
  }

  package var known: Known? {
    switch self {
    case .show(let shown): shown.known
    case .update(let known): known
    case .silent: nil
    }
  }
}

/// What a button does. (B17)
package enum Deed: Hashable, Sendable {
  /// Opens the thread's window, on `form` if one is named.
  case navigate(LinkTarget)
  /// Opens what a link names, if that is one that is opened, else the thread's window. (D5)
  case follow(link: String)
  /// Goes to the machine; with the window if it needs the foreground.
  case command(name: String, data: [String: JSONValue], foreground: Bool)
}

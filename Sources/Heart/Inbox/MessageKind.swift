package import CarillonLedger

/// A kind of push message: one folder, and its line in `Features`.
///
/// All that the rest of the program knows of it is this. It reads messages, keeps what it knows of one
/// subject as the state of a thread, and says what is to be shown; whether it may be shown is the
/// gate's. Everything here is a pure function.
package protocol MessageKind: Sendable {
  /// What its threads are kept under; never changes.
  static var name: String { get }
  static var channels: [Channel] { get }
  /// The schemes of its links, without the colon. (B16)
  static var schemes: [String] { get }

  /// What a command's document calls the thread's subject: its tag is `name:subject`.
  static var subject: String { get }

  /// Whether a message is of this kind.
  static func takes(_ message: Message) -> Bool

  /// What its thread is, by its tag; refuses by the field's name what names none. (B2)
  static func tag(of message: Message) throws(Refusal) -> String

  /// What a message means, after what is known of its thread.
  static func take(
    _ message: Message, after thread: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken

  /// What its window shows. (B18)
  static func detail(of thread: Subject, _ context: KindContext) -> Detail?

  /// A button that its last message brought along, by its id; nil: there is none. (B6)
  static func button(_ id: String, of thread: Subject) -> Action?

  /// What a button of it does. (B17)
  static func deed(of action: Action, in thread: Subject) -> Deed

  /// What a form's Apply sends to the machine of the values in it; nil: there is no such form. (B17)
  static func command(
    ofForm id: String, _ values: [String: JSONValue]
  ) -> (name: String, data: [String: JSONValue])?

  /// Whether its thread is over once the machine has carried this out. (B13)
  static func ends(with command: Command) -> Bool

  /// Whether a command means something only as long as its thread is not over. (B17)
  static func expires(_ command: Command) -> Bool

  /// What people call a button that it gives by itself; nil for one of a message's own. (B26)
  static func title(ofButton id: String, _ words: Words) -> String?

  /// What people call that in which a category of it comes; nil for one of another kind. (B26)
  static func name(ofCategory category: String, _ words: Words) -> String?

  /// Where a link of one of its schemes leads; nil: nowhere. (B16)
  static func target(of link: LinkPath) -> LinkTarget?
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
package struct Taken: Hashable, Sendable {
  package var rank: Int
  /// Nil where there is nothing to be kept of it.
  package var state: String?
  /// Plain text, truncated, the subtitle as the body's first line. (B3)
  package var title: String
  package var body: String
  package var request: Request
  /// When the thread counts as over if nothing more is heard; nil: with this message it is over.
  package var silentAt: Instant?

  package init(
    rank: Int, state: String?, title: String, body: String, request: Request, silentAt: Instant?
  ) {
    self.rank = rank
    self.state = state
    self.title = title
    self.body = body
    self.request = request
    self.silentAt = silentAt
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

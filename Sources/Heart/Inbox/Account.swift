package import CarillonLedger

/// A service that the user signs in to, and that sends messages to this device. (D1)
///
/// The machinery keeps it told where the device can be reached, and asks it for what it knows. All of it
/// is a pure function.
package protocol Account: Sendable {
  /// The key of what is stored about it; never changes.
  static var name: String { get }

  /// What the user calls it.
  static func title(_ words: Words) -> String

  /// The setting that holds it: null while nobody is signed in, else an object with `url` and, as a
  /// secret, `token`.
  static var setting: OwnSetting { get }

  /// Its address and the user's token; nil while nobody is signed in.
  static func service(_ settings: Settings) -> FetchSpec?

  /// Where devices are registered, and where one with this endpoint is removed.
  static func path(_ call: AccountCall, _ settings: Settings) -> String

  /// The document that registers a device. (D1)
  static func registration(_ device: AccountDevice, _ keys: PublicKeys) -> JSONValue

  /// The document that says how many messages wait to be read. (D8)
  static func badge(_ count: Int) -> JSONValue

  /// The kinds of the subjects that live at this service.
  static var kinds: [any Syncing.Type] { get }

  // MARK: Preferences

  /// What the user prefers, by the service's names. (D10)
  static func preferences(_ settings: Settings) -> [String: Bool]

  /// Takes over what the service says that the user prefers; what it does not name stays. (D10)
  static func adopt(_ preferences: [String: Bool], in settings: inout Settings)

  // MARK: Lists

  /// The names of its lists, as its messages call them. (D9)
  static var lists: [String] { get }

  /// The entries of a list; nil if it is none.
  static func entries(in list: JSONValue, named name: String) -> [JSONValue]?

  /// The message that an entry amounts to; throws a refusal that names the field if none can be made of it.
  static func message(
    of entry: JSONValue, in list: String, receivedAt now: Instant
  ) throws(Refusal) -> Message
}

/// What is asked of an account's service. (D1, D9)
package enum AccountCall: Hashable, Sendable {
  case register
  case remove(endpoint: String)
  case list(String)
  case badge
  case preferences
  /// What the user did here, for their other devices. (J27)
  case status
}

/// The device as a service knows it. (D1)
package struct AccountDevice: Hashable, Codable, Sendable {
  /// Where to send messages, which is a secret between the service and this device.
  package var endpoint: String
  /// The keys to seal them for.
  package var keys: SecretReference

  package init(endpoint: String, keys: SecretReference) {
    self.endpoint = endpoint
    self.keys = keys
  }
}

/// The public half of a device's keys, as senders need it, in Base64URL. (C2)
package struct PublicKeys: Hashable, Sendable {
  package var p256dh: String
  package var auth: String

  package init(p256dh: String, auth: String) {
    self.p256dh = p256dh
    self.auth = auth
  }
}

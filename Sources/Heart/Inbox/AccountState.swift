package import CarillonLedger

/// What a service and this device know of each other. (D1)
package struct AccountState: Hashable, Codable, Sendable {
  /// What the service was told, and when.
  package struct Told: Hashable, Codable, Sendable {
    package var device: AccountDevice
    package var at: Instant
  }

  /// A refusal, until something else is tried.
  package struct Trouble: Hashable, Codable, Sendable {
    package var status: Int
    package var at: Instant
    /// The endpoint that was refused; nil if it is about something else.
    package var endpoint: String?
  }

  /// What the user prefers. (D10)
  package struct Preferences: Hashable, Codable, Sendable {
    /// As it was here when that was last compared.
    package var here: [String: Bool]
    /// When the user last changed it, here or there, by the service's clock; nil if nobody knows.
    package var changedAt: Instant?
  }

  /// A device of before, which is to be removed from its service.
  package struct Former: Hashable, Codable, Sendable {
    package var service: FetchSpec
    package var endpoint: String
    /// Where it is removed, as the settings said then.
    package var path: String
  }

  /// The service that the rest is about; nil if the user has signed out.
  package var service: FetchSpec?
  /// The keys of this device at that service; nil until they are made.
  package var keys: SecretReference?
  package var told: Told?
  /// The endpoints that it knows or may know, and where each is removed: the settings are gone by then.
  package var removals: [String: String] = [:]
  /// The endpoint that it is being told; nil if nothing waits to be sent.
  package var telling: String?
  /// Why it has not taken the device.
  package var registering: Trouble?
  /// Why it has not given a list.
  package var listing: Trouble?
  /// Since when it does not take the user's token any more.
  package var signedOutAt: Instant?
  /// Whether that is because the token is not in the keyring any more.
  package var tokenIsGone = false
  /// When a list was last taken in.
  package var syncedAt: Instant?
  package var former: [Former] = []
  /// How many messages wait to be read, as it was told. (D8)
  package var badge: Int?
  /// Nil until the user has signed in.
  package var preferences: Preferences?
  /// How much the service's clock is ahead of ours, as far as it has said.
  package var clock = Span.zero
  /// The service that the known subjects are of, also after signing out: a hash of its address.
  package var origin: String?
  /// When the user left another service for this one, while subjects of that one are still known here.
  package var movedAt: Instant?
  /// The posting that registers the device at that one and was under way then; ids are never used again.
  package var formerPosting: Int64?

  package init() {}

  /// Whether nobody is signed in, and nobody is to be told anything.
  package var isEmpty: Bool { service == nil && former.isEmpty }

  /// The secrets that it refers to. (T27)
  package var secrets: [SecretReference] {
    (service?.secrets ?? []) + [keys].compactMap(\.self) + former.flatMap { $0.service.secrets }
  }

  /// The user is signed in to `service` from now on, or to none.
  ///
  /// Whatever another service may have been told has to be taken back there.
  mutating func move(to service: FetchSpec?) {
    guard self.service != service else { return }
    if let former = self.service, former.url == service?.url, let service {
      // Another token, perhaps of another user: the same service has to be told again.
      for index in self.former.indices where self.former[index].service == former {
        self.former[index].service = service
      }
    } else {
      leave(except: nil)
      keys = nil
      telling = nil
      syncedAt = nil
      preferences = nil
      clock = .zero
    }
    (told, badge) = (nil, nil)
    (registering, listing, signedOutAt) = (nil, nil, nil)
    self.service = service
  }

  /// How many former devices are kept in mind.
  private static let mostFormer = 20

  /// It is being told this endpoint, which is removed by `path`.
  ///
  /// A distributor may name another one every second, and a service may answer none of them.
  mutating func remember(_ endpoint: String, _ path: String) {
    removals[endpoint] = path
    let uncertain = removals.keys.sorted().filter { $0 != endpoint && $0 != told?.device.endpoint }
    for old in uncertain.dropLast(AccountState.mostFormer) { removals[old] = nil }
  }

  /// All endpoints but this one are to be removed from the service.
  mutating func leave(except endpoint: String?) {
    guard let service else { return }
    for (old, path) in removals.sorted(by: { $0.key < $1.key }) where old != endpoint {
      removals[old] = nil
      former.append(Former(service: service, endpoint: old, path: path))
      // The first may be on its way.
      if former.count > AccountState.mostFormer { former.remove(at: 1) }
    }
  }

  /// Whether the service still has, or is to have, a device of before.
  func counts(_ former: Former) -> Bool {
    former.service == service && removals[former.endpoint] != nil
  }
}

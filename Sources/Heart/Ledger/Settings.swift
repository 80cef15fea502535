import CarillonDetail
package import CarillonText
package import CarillonTime

/// What the user configured: the rows of `notif_config`, and nothing that changes by itself.
package struct Settings: Hashable, Sendable {
  package enum Mode: String, Sendable {
    case auto
    case onlineFirst = "online-first"
    case offlineFirst = "offline-first"
  }

  package enum Exactness: String, Sendable {
    case exact, windowed
  }

  package enum SchedulerChoice: String, Sendable {
    case inApp = "in-app"
    case systemd
  }

  package struct ChannelChoice: Hashable, Sendable {
    package var enabled = true
    /// A name of the sound theme, `default`, or nil for silence.
    package var sound: String? = "default"
    /// Whether it pops up, where a server can also only list it.
    package var popup = true
    /// When what is not urgent is told. (§5, At my hours)
    package var at = At.now

    package enum At: Hashable, Codable, Sendable {
      /// As it comes.
      case now
      /// With the next hour that rings.
      case slot
      /// With this item of a plan source, `0800`; with the next hour if there is none of that name.
      case item(String)
    }

    package init() {}
  }

  /// IANA name; nil follows the system. (T16)
  package var timezone: String?
  package var mode = Mode.auto
  package var lead = Span.minutes(20)
  package var ttl = Span.seconds(86_400)
  package var grace = Span.minutes(30)
  package var depth = 0
  package var exactness = Exactness.exact
  package var retention = Span.days(14)
  /// At most ``QuietHours/most``. (T37)
  package var quietHours: [QuietHours] = []
  /// How long Snooze lasts. (T33)
  package var snooze = Span.minutes(10)
  /// Whether what was shown while the session was locked is told once more. (T38)
  package var away = true
  /// Whether messages may name pictures on this computer and in its network. (B8)
  package var localMedia = false
  package var autostart = false
  /// What rings while Carillon is closed: nothing, or timers of the user's systemd. (003 §3)
  package var scheduler = SchedulerChoice.inApp
  /// For whom content is fetched: a decentralised identifier; nil: nobody in particular. (T29)
  package var did: String?
  package var channels: [String: ChannelChoice] = [:]
  /// At most ``TopicSubscription/most``. (C4)
  package var subscriptions: [TopicSubscription] = []
  /// The distributor that brings messages: nil for none, `auto`, or a bus name. (C3)
  package var distributor: String?
  /// At most ``PairedSender/most``. (C8)
  package var senders: [PairedSender] = []
  package var template = Template.standard
  /// Nil: the default pack.
  @Boxed package var callbacks: CallbackProfile? = nil
  /// The address that is told what the user does with messages; nil: nobody is. (D12)
  package var analytics: String?
  /// The values of kinds' own settings, by key; what is absent has its fallback.
  package var own: [String: JSONValue] = [:]

  package init() {}

  /// What the user chose for a channel, or what holds until they choose.
  package func channel(_ id: String) -> ChannelChoice {
    channels[id] ?? usualChoice(for: id)
  }

  /// What holds for a channel until the user chooses something for it.
  func usualChoice(for id: String) -> ChannelChoice {
    var choice = ChannelChoice()
    guard Settings.isBrought(id) else {
      choice.enabled = Channel.isOn(id)
      return choice
    }
    if let brought = broughtChannels.first(where: { $0.id == id }) { choice.at = brought.at }
    return choice
  }

  /// The channels of subscriptions and of paired senders. (C10)
  package var broughtChannels: [(id: String, name: String, at: ChannelChoice.At)] {
    subscriptions.map { ($0.channel, $0.name, $0.at) }
      + senders.map { ($0.channel, $0.name, $0.at) }
  }

  /// Forgets what was chosen for channels of subscriptions and senders that are no more. (C10)
  package mutating func forgetChannels() {
    let known = Set(broughtChannels.map(\.id))
    channels = channels.filter { !Settings.isBrought($0.key) || known.contains($0.key) }
  }

  /// Whether a channel was one of a subscription or a sender that is no more. (C4, C10)
  package func isFormer(channel id: String) -> Bool {
    Settings.isBrought(id) && !broughtChannels.contains { $0.id == id }
  }

  /// Whether messages of this channel may be urgent. (C5)
  ///
  /// What a paired sender has sealed is urgent only by a topic that may be, and no row tells which one
  /// it came by.
  package func mayBeUrgent(channel id: String) -> Bool {
    guard Settings.isBrought(id) else { return true }
    if TopicSubscription.isChannel(id) {
      return subscriptions.of(channel: id)?.isUrgentAllowed ?? false
    }
    return subscriptions.contains { $0.isUrgentAllowed }
  }

  /// Whether a channel is one of a subscription or a sender, perhaps of a former one.
  private static func isBrought(_ id: String) -> Bool {
    TopicSubscription.isChannel(id) || PairedSender.isChannel(id)
  }

  /// When the messages of all channels are told that are not told as they come.
  package var hours: [ChannelChoice.At] {
    let chosen = channels.values.map(\.at)
    let usual = broughtChannels.filter { channels[$0.id] == nil }.map(\.at)
    return (chosen + usual).filter { $0 != .now }
  }

  /// What was late by less was on time. (T18)
  package static let punctual = Span.seconds(60)

  /// How much later than asked for a ring may come where power is saved, never earlier. (T15)
  package static let window = Span.minutes(10)
}

/// 003's `CallbackProfile`: where content comes from and where callbacks go. (T24)
package struct CallbackProfile: Hashable, Sendable {
  /// Nil: the default pack, of a service that is told and gives nothing.
  package var fetchContent: FetchSpec?
  package var ackDelivery: FetchSpec?
  package var reportError: FetchSpec?
  package var heartbeat: FetchSpec?
  package var heartbeatMinutes = 60

  package init(
    fetchContent: FetchSpec? = nil, ackDelivery: FetchSpec? = nil, reportError: FetchSpec? = nil,
    heartbeat: FetchSpec? = nil, heartbeatMinutes: Int = 60
  ) {
    self.fetchContent = fetchContent
    self.ackDelivery = ackDelivery
    self.reportError = reportError
    self.heartbeat = heartbeat
    self.heartbeatMinutes = heartbeatMinutes
  }
}

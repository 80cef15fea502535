import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen
package import CarillonText

/// The answer to `GetState`, shown by the tray, the window, and `carillonctl`. (T11)
///
/// Instants are ISO texts with their offset. They are absolute, so a copy does not go stale by
/// itself.
package struct StateReport: Hashable, Codable, Sendable {
  package struct Occurrence: Hashable, Codable, Sendable {
    package var slotId: String
    /// In ISO format, with the offset in force at that time.
    package var when: String
    /// The local date, `2026-11-21`; together with the slot id, it identifies the occurrence.
    package var date: String
    /// The displayed wall-clock time, `08:00`.
    package var time: String
    package var label: String
    /// The text it will show; absent if there is no content yet.
    package var title: String?
    package var body: String?
    /// Why it will not be shown at `when`, as a code; absent if it will.
    ///
    /// `paused` and `quiet-hours` hold it back ``until``; `channel-off` suppresses it; `no-content` and
    /// `ttl` do so unless its source, which has failed, works again by then. (T36)
    package var obstacle: String?
    package var until: String?

    package init(
      slotId: String, when: String, date: String, time: String, label: String,
      title: String? = nil, body: String? = nil, obstacle: String? = nil, until: String? = nil
    ) {
      self.slotId = slotId
      self.when = when
      self.date = date
      self.time = time
      self.label = label
      self.title = title
      self.body = body
      self.obstacle = obstacle
      self.until = until
    }
  }

  /// A delivery that the user can still act on.
  package struct Pending: Hashable, Codable, Sendable {
    package var requestId: String
    package var slotId: String?
    package var label: String?
    /// When it returns, was due, or would have rung.
    package var when: String
    package var time: String
    package var title: String?
    package var body: String?
    /// Why it waits, as a code such as `no-server`, `paused`, `snoozed`, or `skipped`.
    package var reason: String
    /// The subject that it is about; nil for hours.
    package var thread: String?
    /// Its own buttons; nil for hours. (B17, J21)
    package var buttons: [DigestReport.Button]?

    package init(
      requestId: String, slotId: String? = nil, label: String? = nil, when: String, time: String,
      title: String? = nil, body: String? = nil, reason: String, thread: String? = nil,
      buttons: [DigestReport.Button]? = nil
    ) {
      self.requestId = requestId
      self.slotId = slotId
      self.label = label
      self.when = when
      self.time = time
      self.title = title
      self.body = body
      self.reason = reason
      self.thread = thread
      self.buttons = buttons
    }
  }

  /// A notification in the window. (D3)
  package struct Banner: Hashable, Codable, Sendable {
    package var requestId: String
    package var title: String
    package var body: String
    package var urgent: Bool
    /// Besides Open, which a click on it does, and Dismiss.
    package var buttons: [DigestReport.Button]

    package init(
      requestId: String, title: String, body: String, urgent: Bool,
      buttons: [DigestReport.Button]
    ) {
      self.requestId = requestId
      self.title = title
      self.body = body
      self.urgent = urgent
      self.buttons = buttons
    }
  }

  /// A subject that is not over and has its own window. (B18)
  package struct Thread: Hashable, Codable, Sendable {
    package var tag: String
    package var kind: String
    /// Distinguishes it from other subjects of its kind.
    package var title: String
    /// Its progress.
    package var heading: String
    /// What helps most against one that is urgent; absent for all others. (D16)
    package var urgent: SubjectRow.Button?

    package init(
      tag: String, kind: String, title: String, heading: String,
      urgent: SubjectRow.Button? = nil
    ) {
      self.tag = tag
      self.kind = kind
      self.title = title
      self.heading = heading
      self.urgent = urgent
    }
  }

  package struct Server: Hashable, Codable, Sendable {
    /// `present`, `startable`, `silent`, or `absent`.
    package var state: String
    package var name: String?
    package var version: String?
    package var permitted: Bool
    package var doNotDisturb: Bool?
    /// The server's declared capabilities; absent if none are known.
    package var capabilities: [String]?
    /// Whether it can list a notification without a popup.
    package var canListOnly: Bool?
    /// Whether its own list of past notifications reappears after unlocking. (T38)
    package var listReappears: Bool?

    package init(
      state: String, name: String? = nil, version: String? = nil, permitted: Bool,
      doNotDisturb: Bool? = nil, capabilities: [String]? = nil, canListOnly: Bool? = nil,
      listReappears: Bool? = nil
    ) {
      self.state = state
      self.name = name
      self.version = version
      self.permitted = permitted
      self.doNotDisturb = doNotDisturb
      self.capabilities = capabilities
      self.canListOnly = canListOnly
      self.listReappears = listReappears
    }
  }

  /// The notification that was shown last. (T34)
  package struct Last: Hashable, Codable, Sendable {
    package var requestId: String
    package var title: String
    /// The article that Open opens; absent if it leads nowhere.
    package var link: String?
  }

  package struct Pause: Hashable, Codable, Sendable {
    package var until: String
    /// When notifications actually return; later than `until` if quiet hours follow.
    package var effectiveUntil: String

    package init(until: String, effectiveUntil: String) {
      self.until = until
      self.effectiveUntil = effectiveUntil
    }
  }

  package struct Autostart: Hashable, Codable, Sendable {
    /// What starts Carillon at login. (T39)
    package enum Starter: String, Codable, Sendable {
      case entry, systemd, both
    }

    /// The setting, which is about the start entry.
    package var wanted: Bool
    package var actual: Bool
    /// Absent if nothing starts it.
    package var by: Starter?

    package init(wanted: Bool, actual: Bool, by: Starter? = nil) {
      self.wanted = wanted
      self.actual = actual
      self.by = by
    }

    init(wanted: Bool, _ situation: Situation) {
      self.init(wanted: wanted, actual: situation.startsOnLogin)
      by =
        switch (situation.autostart, situation.systemdUnit) {
        case (true, true): .both
        case (true, false): .entry
        case (false, true): .systemd
        case (false, false): nil
        }
    }
  }

  /// A connection that brings messages. (C6)
  package struct Carrier: Hashable, Codable, Sendable {
    package var name: String
    /// The topics that it listens to, by the user's names for them.
    package var topics: [String]
    /// `connecting`, `backlog`, `open`, `waiting`, `refused`, or `absent`.
    package var state: String
    package var since: String
    /// Since when nothing is heard; absent while it is open.
    package var deafSince: String?
    /// Why, in words.
    package var trouble: String?
    package var nextTry: String?
    /// How much has come that no message could be made of, by code.
    package var dropped: [String: Int]
    package var lastOutage: Outage?
    /// Those of ``topics`` that the server does not allow to be read; absent if there are none.
    package var refused: [String]?

    package init(
      name: String, topics: [String], state: String, since: String, deafSince: String? = nil,
      trouble: String? = nil, nextTry: String? = nil, dropped: [String: Int] = [:],
      lastOutage: Outage? = nil, refused: [String]? = nil
    ) {
      self.name = name
      self.topics = topics
      self.state = state
      self.since = since
      self.deafSince = deafSince
      self.trouble = trouble
      self.nextTry = nextTry
      self.dropped = dropped
      self.lastOutage = lastOutage
      self.refused = refused
    }
  }

  /// A sender that may send sealed messages. (C8)
  package struct Sender: Hashable, Codable, Sendable {
    package var name: String
    package var pairedAt: String
    /// Until when its former keys count; absent if there are none. (C2)
    package var formerUntil: String?
    /// False: it has to be paired again, as after an import.
    package var hasKeys: Bool
    package var channel: String
  }

  /// A service that the user is signed in to. (D1)
  package struct Account: Hashable, Codable, Sendable {
    package enum State: String, Codable, Sendable {
      /// It sends its messages here.
      case registered
      /// It is being told where to send.
      case registering
      /// There is nothing that it could send to.
      case noAddress = "no-address"
      /// The keyring is locked.
      case locked
      /// It does not accept this device.
      case refused
      /// It did not say what is open.
      case noList = "no-list"
      /// It does not accept the token, or that is gone.
      case signedOut = "signed-out"
    }

    package var name: String
    package var title: String
    package var host: String
    package var state: State
    /// The same in a sentence.
    package var text: String
    /// When a list was last taken in; absent if none was. (D9)
    package var syncedAt: String?

    package init(
      name: String, title: String, host: String, state: State, text: String,
      syncedAt: String? = nil
    ) {
      self.name = name
      self.title = title
      self.host = host
      self.state = state
      self.text = text
      self.syncedAt = syncedAt
    }
  }

  /// A time in which a connection heard nothing. (C6)
  package struct Outage: Hashable, Codable, Sendable {
    package var from: String
    package var to: String
    package var why: String?
    /// Messages from before this may be lost; absent if none are.
    package var lostBefore: String?

    package init(from: String, to: String, why: String? = nil, lostBefore: String? = nil) {
      self.from = from
      self.to = to
      self.why = why
      self.lostBefore = lostBefore
    }
  }

  /// A problem or fact that the user should know.
  package struct Hint: Hashable, Codable, Sendable {
    package var code: String
    package var text: String
    /// The time to live that would do; of `TTL_ONE_DAY` only. (T5)
    package var ttlSeconds: Int64?

    package init(code: String, text: String, ttlSeconds: Int64? = nil) {
      self.code = code
      self.text = text
      self.ttlSeconds = ttlSeconds
    }
  }

  package var nextOccurrences: [Occurrence] = []
  package var lastFetchAt: String?
  package var lastDeliveryAt: String?
  /// Absent while nothing was shown that can be opened again.
  package var last: Last?
  package var pendingCount = 0
  package var wantedCount = 0
  package var exactAlarmCapable = true
  /// The zone used for hours.
  package var timezone = ""
  /// The system's own zone, whatever the configuration says.
  package var systemTimezone = ""
  package var networkState = "online"
  package var server = Server(state: "absent", permitted: true)
  package var trayHost = false
  /// The Secret Service: `none`, `locked`, or `open`.
  package var keyring = "none"
  /// Whether stored data is encrypted.
  package var encrypted = false
  /// The number of callbacks that wait to be posted.
  package var outbox = 0
  package var pause: Pause?
  package var quietUntil: String?
  package var autostart = Autostart(wanted: false, actual: false)
  /// Whether something rings while Carillon is closed.
  package var closedTimer = Situation.ClosedTimer.off
  package var ringsWhileClosed: Bool { closedTimer.rings }
  /// Future occurrences that the user skipped; `Unskip` restores them.
  package var skipped: [Pending] = []
  package var snoozed: [Pending] = []
  /// Due deliveries that wait or are held, at most ``mostWaiting``: hours before messages, and
  /// of those the latest.
  package var waiting: [Pending] = []
  /// How many wait or are held in all.
  package var waitingCount = 0
  /// How many that waited for an hour of their channel are unread. (§5, At my hours)
  package var unreadCount = 0
  /// How many messages of services wait to be read. (D8)
  package var badge = 0
  /// What is shown in the window in place of popups, oldest first. (D3)
  package var banners: [Banner] = []
  /// The running subjects, most recently heard of first.
  package var threads: [Thread] = []
  /// When `DeliverStoredNow` is possible again; absent if it is possible now.
  package var ringNowAgainAt: String?
  /// Whether the tray icon asks for attention.
  package var attention = false
  /// Whether to explain notifications now. (T22)
  ///
  /// True if the user wants them and has not read the explanation yet.
  package var explanation = false
  package var carriers: [Carrier] = []
  /// The bus name of the distributor in use; absent if there is none. (C3)
  package var distributor: String?
  /// Whether there is an address that paired senders can be given. (C8)
  package var hasAddress = false
  package var senders: [Sender] = []
  /// The services that the user is signed in to. (D1)
  package var accounts: [Account] = []
  /// How many messages wait to be opened, for the keyring. (C2)
  package var sealedCount = 0
  package var hints: [Hint] = []
  package var failingSources: [FailingSource] = []
  /// Whether every enabled hour shows the built-in thoughts, so that nothing is fetched from a network.
  ///
  /// False if no hour is enabled.
  package var isContentBuiltIn: Bool?
  package var lastErrors: [ErrorEvent] = []
  package var version = ""
  package var buildId = ""

  package init() {}

  /// The state is written at every change: what is in it must not grow with what is held.
  package static let mostWaiting = 50
}

extension StateReport {
  /// Says how many more wait than are listed; nil if all are.
  package func unlisted(in words: Words) -> String? {
    let more = waitingCount - waiting.count
    guard more > 0 else { return nil }
    return words.count(
      "{n} more notification is waiting.", "{n} more notifications are waiting.", more)
  }
}

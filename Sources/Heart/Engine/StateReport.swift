import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// What `GetState` answers, and what tray, window and `carillonctl` show. (T11)
///
/// Instants are ISO texts with their offset; absolute, so that a copy does not go stale by itself.
package struct StateReport: Hashable, Codable, Sendable {
  package struct Occurrence: Hashable, Codable, Sendable {
    package var slotId: String
    /// ISO, with the offset in force then.
    package var when: String
    /// The local date of the occurrence, `2026-11-21`; with the slot id its identity.
    package var date: String
    /// The wall-clock time shown to people, `08:00`.
    package var time: String
    package var label: String
    /// The text it will show; absent while there is no content.
    package var title: String?
    package var body: String?

    package init(
      slotId: String, when: String, date: String, time: String, label: String,
      title: String? = nil, body: String? = nil
    ) {
      self.slotId = slotId
      self.when = when
      self.date = date
      self.time = time
      self.label = label
      self.title = title
      self.body = body
    }
  }

  /// A delivery that the user may still do something about.
  package struct Pending: Hashable, Codable, Sendable {
    package var requestId: String
    package var slotId: String?
    package var label: String?
    /// When it comes back, was due, or would have rung.
    package var when: String
    package var time: String
    package var title: String?
    package var body: String?
    /// Why it waits, as a code: `no-server`, `paused`, `snoozed` or `skipped` among others.
    package var reason: String

    package init(
      requestId: String, slotId: String? = nil, label: String? = nil, when: String, time: String,
      title: String? = nil, body: String? = nil, reason: String
    ) {
      self.requestId = requestId
      self.slotId = slotId
      self.label = label
      self.when = when
      self.time = time
      self.title = title
      self.body = body
      self.reason = reason
    }
  }

  /// A subject of messages that is not over, and has a window of its own. (B18)
  package struct Thread: Hashable, Codable, Sendable {
    package var tag: String
    package var kind: String
    /// What tells it apart from others of its kind.
    package var title: String
    /// How far it has come.
    package var heading: String

    package init(tag: String, kind: String, title: String, heading: String) {
      self.tag = tag
      self.kind = kind
      self.title = title
      self.heading = heading
    }
  }

  package struct Server: Hashable, Codable, Sendable {
    /// `present`, `startable`, `silent` or `absent`.
    package var state: String
    package var name: String?
    package var version: String?
    package var permitted: Bool
    package var doNotDisturb: Bool?
    /// What it says it can do, in its own words; absent while nobody has said anything.
    package var capabilities: [String]?
    /// Whether it can list a notification without a popup.
    package var canListOnly: Bool?

    package init(
      state: String, name: String? = nil, version: String? = nil, permitted: Bool,
      doNotDisturb: Bool? = nil, capabilities: [String]? = nil, canListOnly: Bool? = nil
    ) {
      self.state = state
      self.name = name
      self.version = version
      self.permitted = permitted
      self.doNotDisturb = doNotDisturb
      self.capabilities = capabilities
      self.canListOnly = canListOnly
    }
  }

  package struct Pause: Hashable, Codable, Sendable {
    package var until: String
    /// When notifications come again in effect: later than `until` if quiet hours hold on.
    package var effectiveUntil: String

    package init(until: String, effectiveUntil: String) {
      self.until = until
      self.effectiveUntil = effectiveUntil
    }
  }

  package struct Autostart: Hashable, Codable, Sendable {
    package var wanted: Bool
    package var actual: Bool

    package init(wanted: Bool, actual: Bool) {
      self.wanted = wanted
      self.actual = actual
    }
  }

  /// Something that a user ought to know or mend.
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
  package var pendingCount = 0
  package var wantedCount = 0
  package var exactAlarmCapable = true
  /// The zone that hours are in.
  package var timezone = ""
  /// The system's own zone, whatever the configuration says.
  package var systemTimezone = ""
  package var networkState = "online"
  package var server = Server(state: "absent", permitted: true)
  package var trayHost = false
  /// The Secret Service: `none`, `locked` or `open`.
  package var keyring = "none"
  /// Whether what is stored is encrypted.
  package var encrypted = false
  /// Callbacks that wait to be posted.
  package var outbox = 0
  package var pause: Pause?
  package var quietUntil: String?
  package var autostart = Autostart(wanted: false, actual: false)
  /// Occurrences with their hour ahead that the user skipped; `Unskip` takes it back.
  package var skipped: [Pending] = []
  package var snoozed: [Pending] = []
  /// What is due and waits, or is held.
  package var waiting: [Pending] = []
  /// What goes on, that heard of last first.
  package var threads: [Thread] = []
  /// When `DeliverStoredNow` is possible again; absent if it is now.
  package var ringNowAgainAt: String?
  /// Whether the tray icon asks for attention.
  package var attention = false
  /// Whether it is time to explain notifications: its user meant to have them, and has not read it.
  /// (T22)
  package var explanation = false
  package var hints: [Hint] = []
  package var lastErrors: [ErrorEvent] = []
  package var version = ""
  package var buildId = ""

  package init() {}
}

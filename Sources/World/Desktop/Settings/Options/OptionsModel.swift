import CarillonEngine
import CarillonSlots

/// The content of the settings page.
struct OptionsModel: Hashable {
  struct Row: Hashable {
    let choice: Choice
    let detail: String
  }

  struct Flag: Hashable {
    let isOn: Bool
    let detail: String
    /// Whether the detail reports a problem.
    var isWrong = false
    /// Whether the user can change it here.
    var isFree = true
  }

  struct Kind: Hashable {
    let id: String
    let name: String
    /// The address of a topic; else empty.
    let detail: String
    let isOn: Bool
    let sound: Choice
    /// Nil if the desktop can show popups only.
    let popup: Choice?
    /// When it is told; nil for the hours themselves. (§5)
    let at: At?
  }

  /// What tells the row of a type from others; its controls show the rest.
  struct KindName: Hashable {
    let id: String
    let name: String
    let detail: String

    init(_ kind: Kind) {
      (id, name, detail) = (kind.id, kind.name, kind.detail)
    }
  }

  struct Zone: Hashable {
    let name: String?
    let system: String
    let label: String
  }

  let lead: Row
  let oldest: Row
  /// Whether one missed fetch would cause a day without notifications. (T5)
  let wantsForgiving: Bool
  /// The greatest age of content, in seconds, with which it does no harm.
  let forgivingAge: Int64
  let late: Row
  let punctuality: Row
  let snooze: Row
  let quiet: QuietModel
  let away: Flag
  let kinds: [Kind]
  let session: Flag
  /// The settings of kinds that have a row, with their keys and titles.
  let own: [Own]
  let retention: Row
  let online: Row
  let tomorrow: Flag
  /// Whether something rings while Carillon is closed. (003 §3)
  let closed: Flag
  let localMedia: Flag
  let zone: Zone
  let identity: String

  init(
    _ settings: Settings, _ report: StateReport, slots: [Slot] = [], features: Features,
    sounds: [String], words: Words
  ) {
    lead = OptionsModel.lead(settings, words)
    oldest = OptionsModel.oldest(settings, words)
    let hint = report.hints.first { $0.code == "TTL_ONE_DAY" }
    wantsForgiving = hint != nil
    forgivingAge = hint?.ttlSeconds ?? OptionsModel.usualForgivingAge
    late = OptionsModel.late(settings, words)
    punctuality = OptionsModel.punctuality(settings, report, words)
    snooze = OptionsModel.snooze(settings, words)
    quiet = QuietModel(settings.quietHours, words)
    away = OptionsModel.away(settings, report.server, words)
    kinds =
      features.channels.map {
        OptionsModel.kind($0, settings.channel($0.id), report.server, slots, sounds, words)
      }
      + settings.broughtChannels.map { brought in
        // Each topic and each paired sender is a channel of its own. (C10)
        let channel = Channel(brought.id) { _ in brought.name }
        let topic = settings.subscriptions.first { $0.channel == brought.id }
        return OptionsModel.kind(
          channel, settings.channel(channel.id), report.server, slots, sounds, words,
          detail: topic?.identity ?? words.say("Paired sender"))
      }
    session = OptionsModel.session(report, words)
    closed = OptionsModel.closed(settings, report, words)
    own = features.settings.compactMap { Own($0, settings, sounds, words) }
    retention = Row(
      choice: Choice(
        [1, 3, 7, 14, 30, 90, 365], current: settings.retention.milliseconds / 86_400_000
      ) { words.days(Int($0)) },
      detail: words.say("Also applies to fetched content"))
    online = OptionsModel.online(settings, words)
    tomorrow = Flag(
      isOn: settings.depth == 1,
      detail: words.say("Requires “Start with your session”"))
    localMedia = Flag(
      isOn: settings.localMedia,
      detail: words.say(
        "Messages may name pictures on this computer and its network, and their buttons may send there"
      ))
    zone = Zone(
      name: settings.timezone, system: report.systemTimezone,
      label: TimeZones.label(settings.timezone, system: report.systemTimezone, words: words))
    identity = settings.did ?? ""
  }

  /// The current value as text, for a message that saving failed.
  func holding(_ key: String) -> String? {
    switch key {
    case "prefetchLeadMinutes": lead.choice.current.text
    case "ttlSeconds": oldest.choice.current.text
    case "lateGraceMinutes": late.choice.current.text
    case "exactness": punctuality.choice.current.text
    case "snoozeMinutes": snooze.choice.current.text
    case "retentionDays": retention.choice.current.text
    case "mode": online.choice.current.text
    case "timezone": zone.label
    default: own.first { $0.key == key }?.choice.current.text
    }
  }

  /// The age that T5 suggests.
  static let forgiving: JSONValue = .integer(usualForgivingAge)
  static let usualForgivingAge: Int64 = 93_600
}

extension OptionsModel {
  /// A setting that a kind of message brings along.
  struct Own: Hashable {
    let key: String
    /// With the underscore of its mnemonic.
    let title: String
    let choice: Choice

    /// Nil for one without a row.
    init?(
      _ setting: OwnSetting, _ settings: Settings, _ sounds: [String], _ words: Words
    ) {
      guard let row = setting.row else { return nil }
      key = setting.key
      title = row.title(words)
      var options = row.choices(words).map { Choice.Option(value: $0.value, text: $0.text) }
      guard let first = options.first else { return nil }
      let value = settings.value(of: setting)
      if row.offersSounds {
        options += OptionsModel.named(sounds, words)
        // One that the theme does not have, or not any more.
        if case .text(let name) = value, !options.contains(where: { $0.value == value }) {
          options.append(Choice.Option(value: value, text: words.sound(name)))
        }
      }
      choice = Choice(options, current: options.first { $0.value == value } ?? first)
    }
  }

  private static func lead(_ settings: Settings, _ words: Words) -> Row {
    Row(
      choice: Choice(
        [0, 5, 10, 20, 30, 60, 120, 180], current: settings.lead.milliseconds / 60_000
      ) {
        $0 == 0
          ? words.say("At the hour itself")
          : words.say("{duration} before", ["duration": words.duration(.minutes($0))])
      },
      detail: words.say("So it is ready on time, even without a network"))
  }

  private static func oldest(_ settings: Settings, _ words: Words) -> Row {
    let hours: [Int64] = [1, 6, 12, 24, 26, 48, 72, 168, 720]
    return Row(
      choice: Choice(hours.map { $0 * 3600 }, current: settings.ttl.milliseconds / 1000) {
        words.duration(.seconds($0))
      },
      detail: words.say("Older content is never shown"))
  }

  private static func late(_ settings: Settings, _ words: Words) -> Row {
    Row(
      choice: Choice(
        [0, 5, 15, 30, 60, 120, 240, 720], current: settings.grace.milliseconds / 60_000
      ) {
        $0 == 0
          ? words.say("Never ring late")
          : words.say("Ring up to {duration} late", ["duration": words.duration(.minutes($0))])
      },
      detail: words.say("If the computer was asleep at the time"))
  }

  private static func snooze(_ settings: Settings, _ words: Words) -> Row {
    Row(
      choice: Choice([5, 10, 15, 30, 60], current: settings.snooze.milliseconds / 60_000) {
        words.duration(.minutes($0))
      },
      detail: "")
  }

  private static func away(
    _ settings: Settings, _ server: StateReport.Server, _ words: Words
  ) -> Flag {
    guard server.listReappears == true else {
      return Flag(
        isOn: settings.away,
        detail: words.say("What was shown while the screen was locked is told once more."))
    }
    return Flag(
      isOn: settings.away, detail: words.say("Your desktop shows its own list after unlocking."),
      isFree: false)
  }

  private static func punctuality(
    _ settings: Settings, _ report: StateReport, _ words: Words
  ) -> Row {
    let options = [
      Choice.Option(value: .text("exact"), text: words.say("To the second")),
      Choice.Option(
        value: .text("windowed"), text: words.say("Within 10 min, saves power")),
    ]
    let detail =
      switch (report.exactAlarmCapable, settings.exactness) {
      case (false, _):
        words.say("This system cannot wake Carillon to the second. Hours ring up to 10 min late.")
      case (true, .windowed): words.say("Up to 10 minutes late, never early")
      case (true, .exact): ""
      }
    return Row(
      choice: Choice(options, current: options[settings.exactness == .exact ? 0 : 1]),
      detail: detail)
  }

  /// The sounds of the user's theme.
  static func named(_ sounds: [String], _ words: Words) -> [Choice.Option] {
    sounds.map { Choice.Option(value: .text($0), text: words.sound($0)) }
      .sorted { $0.text < $1.text }
  }

  private static func kind(
    _ channel: Channel, _ choice: Settings.ChannelChoice, _ server: StateReport.Server,
    _ slots: [Slot], _ sounds: [String], _ words: Words, detail: String = ""
  ) -> Kind {
    let options =
      [
        Choice.Option(value: .null, text: words.term("sound", "None")),
        Choice.Option(value: .text("default"), text: words.sound("default")),
      ] + named(sounds, words)
    let current = choice.sound.map { Choice.Option(value: .text($0), text: words.sound($0)) }
    let shown = [
      Choice.Option(value: .bool(true), text: words.term("shown as", "Popup")),
      Choice.Option(value: .bool(false), text: words.term("shown as", "In the list only")),
    ]
    // Offered only if the server supports it, or if it is already chosen.
    let offersList = server.canListOnly == true || !choice.popup
    return Kind(
      id: channel.id, name: channel.name(words),
      detail: detail, isOn: choice.enabled,
      sound: Choice(options, current: current ?? options[0]),
      popup: offersList ? Choice(shown, current: shown[choice.popup ? 0 : 1]) : nil,
      at: channel.id == Channel.daily.id ? nil : At(choice.at, slots, words))
  }

  /// How it starts with the session, and whether that can be changed here. (T19, T39)
  static func session(_ report: StateReport, _ words: Words) -> Flag {
    let autostart = report.autostart
    return switch (autostart.wanted, autostart.actual) {
    case (_, true) where autostart.by == .systemd:
      Flag(
        isOn: true, detail: words.say("systemd starts it (carillon.service)."), isFree: false)
    case (_, true) where autostart.by == .both:
      Flag(
        isOn: true,
        detail: words.say("systemd starts it too. Turn this off to remove the start entry."))
    case (_, true):
      Flag(
        isOn: true,
        detail: words.say("Starts hidden, with only its icon in the panel."))
    case (true, false):
      Flag(
        isOn: false,
        detail: words.say(
          "The start entry is missing or was changed. Turn this on to restore it."), isWrong: true)
    case (false, false) where report.ringsWhileClosed:
      Flag(isOn: false, detail: words.say("Carillon also rings while it is closed."))
    case (false, false):
      Flag(isOn: false, detail: words.say("Nothing rings unless Carillon is running."))
    }
  }

  private static func closed(
    _ settings: Settings, _ report: StateReport, _ words: Words
  ) -> Flag {
    let isOn = settings.scheduler == .systemd
    return switch report.closedTimer {
    case .failed: Flag(isOn: isOn, detail: words.closedTimerFailed, isWrong: true)
    case .absent: Flag(isOn: isOn, detail: words.closedTimerAbsent, isWrong: true)
    case .set, .setting, .off:
      Flag(
        isOn: isOn,
        detail: words.say(
          "systemd starts Carillon when something is due. Carillon then runs until you have answered everything it shows."
        ))
    }
  }

  private static func online(_ settings: Settings, _ words: Words) -> Row {
    let options = [
      Choice.Option(value: .text("auto"), text: words.say("Just before each hour")),
      Choice.Option(value: .text("online-first"), text: words.say("Also earlier")),
      Choice.Option(
        value: .text("offline-first"), text: words.say("Only for the following hour")),
    ]
    let detail =
      switch settings.mode {
      case .auto: words.say("Each hour shows what was fetched for it.")
      case .onlineFirst: words.say("Also as soon as an hour is planned")
      case .offlineFirst: words.say("Content fetched just before an hour is kept for the next one.")
      }
    let current = options.first { $0.value == .text(settings.mode.rawValue) }
    return Row(choice: Choice(options, current: current ?? options[0]), detail: detail)
  }
}

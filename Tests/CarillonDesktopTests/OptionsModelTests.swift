import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct OptionsModelTests {
  private let words = Words.english

  private func options(
    _ settings: Settings = Settings(), _ report: StateReport = .calm,
    sounds: [String] = ["bell", "complete"], usesFahrenheit: Bool = false
  ) -> OptionsModel {
    var region = Region()
    region.fahrenheit = usesFahrenheit
    let words = Words(region: region) { _, one, many, n in n == 1 ? one : many ?? one }
    return OptionsModel(settings, report, features: .all, sounds: sounds, words: words)
  }

  @Test(
    "T3, T5: durations use the largest unit that is exact",
    arguments: [
      (1, "1 second"), (90, "90 seconds"), (60, "1 minute"), (1200, "20 minutes"),
      (3600, "1 hour"), (5700, "1 h 35 min"), (86_400, "24 hours"), (93_600, "26 hours"),
      (172_800, "2 days"), (176_400, "49 hours"), (2_592_000, "30 days"), (3661, "3661 seconds"),
    ])
  func durations(_ seconds: Int64, _ text: String) {
    #expect(words.duration(.seconds(seconds)) == text)
  }

  @Test("D14: a sort's sound is that of its type, none, or one of the theme, also one that is gone")
  func ownSounds() throws {
    var settings = Settings()
    settings.own[Alarms.criticalSound.key] = .text("gone")
    let own = try #require(options(settings).own.first { $0.key == Alarms.criticalSound.key })
    #expect(
      own.choice.options.map(\.value) == [
        .text("default"), .text("none"), .text("bell"), .text("complete"), .text("gone"),
      ])
    #expect(own.choice.current.value == .text("gone"))
  }

  @Test("T3, T5, T6, T8, T15, T18: the defaults in words")
  func defaults() {
    let options = options()
    #expect(options.lead.choice.current.text == "20 minutes before")
    #expect(options.oldest.choice.current.text == "24 hours")
    #expect(options.late.choice.current.text == "Ring up to 30 minutes late")
    #expect(options.punctuality.choice.current.text == "To the second")
    #expect(options.retention.choice.current.text == "14 days")
    #expect(options.online.choice.current.text == "Just before each hour")
    #expect(
      options.own.map(\.choice.current.text)
        == ["°C, as in your region", "On", "On", "On"]
        + Array(repeating: "As for their type", count: 3) + ["When it is time", "Warning"])
    #expect(!options.tomorrow.isOn && !options.localMedia.isOn)
    #expect(options.identity == "")
    #expect(options.snooze.choice.current.text == "10 minutes")
    #expect(options.away.isOn && options.away.isFree)
  }

  @Test("T3: a lead that is not offered is added to the list")
  func foreignLead() {
    var settings = Settings()
    settings.lead = .minutes(35)
    let choice = options(settings).lead.choice
    #expect(choice.current.text == "35 minutes before")
    #expect(choice.options.map(\.value).contains(.integer(30)))
    #expect(choice.options[choice.index - 1].value == .integer(30))
    #expect(choice.options[choice.index + 1].value == .integer(60))
    #expect(options().lead.choice.options.count == choice.options.count - 1)
  }

  @Test("a failed save names the value that is still set", arguments: Settings.keys)
  func holding(_ key: String) {
    let choices: Set = [
      "prefetchLeadMinutes", "ttlSeconds", "lateGraceMinutes", "exactness", "temperatureUnit",
      "retentionDays", "mode", "timezone", "snoozeMinutes",
    ]
    #expect((options().holding(key) != nil) == choices.contains(key))
    #expect(options().holding("retentionDays") == "14 days")
  }

  @Test("T18: a grace of zero means never ringing late")
  func noGrace() {
    var settings = Settings()
    settings.grace = .zero
    settings.lead = .zero
    #expect(options(settings).late.choice.current.text == "Never ring late")
    #expect(options(settings).lead.choice.current.text == "At the hour itself")
  }

  @Test("T5: 26 hours are always offered, with a button if one missed fetch means a silent day")
  func forgiving() {
    #expect(options().oldest.choice.options.contains { $0.value == OptionsModel.forgiving })
    #expect(!options().wantsForgiving)
    var report = StateReport.calm
    report.hints = [.init(code: "TTL_ONE_DAY", text: "")]
    #expect(options(Settings(), report).wantsForgiving)
    #expect(options(Settings(), report).forgivingAge == 93_600)
    report.hints = [.init(code: "TTL_ONE_DAY", text: "", ttlSeconds: 172_800)]
    #expect(options(Settings(), report).forgivingAge == 172_800)
  }

  @Test("T15: windowed is explained, and also why exact is not available")
  func punctuality() {
    var settings = Settings()
    #expect(options(settings).punctuality.detail == "")
    settings.exactness = .windowed
    #expect(options(settings).punctuality.choice.current.text == "Within 10 min, saves power")
    #expect(options(settings).punctuality.detail == "Up to 10 minutes late, never early")
    var report = StateReport.calm
    report.exactAlarmCapable = false
    #expect(
      options(Settings(), report).punctuality.detail
        == "This system cannot wake Carillon to the second. Hours ring up to 10 min late.")
  }

  @Test(
    "J14: a time may be typed in many ways",
    arguments: [
      ("22:00", "22:00"), ("2200", "22:00"), ("730", "07:30"), ("7.30", "07:30"),
      ("7", "07:00"), ("22", "22:00"), ("7h05", "07:05"), ("0", "00:00"), (" 9:05 ", "09:05"),
    ])
  func typed(_ text: String, _ time: String) {
    #expect(WallTime(typed: text)?.description == time)
  }

  @Test(
    "J14: an invalid time is refused",
    arguments: [
      "", "24:00", "2460", "7:5", "7:60", "12:30:00", "noon", "-5", "77777", "1e3",
    ])
  func notTyped(_ text: String) {
    #expect(WallTime(typed: text) == nil)
  }

  @Test("B15: a notification type offers silence, the default and the theme's sounds")
  func sounds() {
    let kind = options().kinds[0]
    #expect(kind.sound.options.map(\.text) == ["None", "Default", "Bell", "Complete"])
    #expect(kind.sound.current.text == "Default")
  }

  @Test("B15: a sound missing from the theme, and silence, are shown as set")
  func foreignSound() {
    var settings = Settings()
    settings.channels[Channel.daily.id] = Settings.ChannelChoice()
    settings.channels[Channel.daily.id]?.sound = "owl-at-night"
    #expect(options(settings).kinds[0].sound.current.text == "Owl at night")
    settings.channels[Channel.daily.id]?.sound = nil
    #expect(options(settings).kinds[0].sound.current.text == "None")
  }

  @Test("B15: sounds with another meaning are not offered")
  func otherSounds() {
    let sounds = Sounds(
      theme: { ["audio-test-signal", "bell", "device-added", "dialog-warning", "trash-empty"] },
      play: { _, _ in })
    #expect(sounds.offered == ["bell", "dialog-warning"])
  }

  @Test("D7: the list only is offered where the desktop supports it, and shown if chosen")
  func listOnly() {
    #expect(options().kinds[0].popup == nil)
    var report = StateReport.calm
    report.server.canListOnly = true
    #expect(options(Settings(), report).kinds[0].popup?.current.text == "Popup")
    var settings = Settings()
    settings.channels[Channel.daily.id] = Settings.ChannelChoice()
    settings.channels[Channel.daily.id]?.popup = false
    #expect(options(settings).kinds[0].popup?.current.text == "In the list only")
  }

  @Test("T19: the switch shows what the session does, and what is wrong")
  func session() {
    var report = StateReport.calm
    #expect(options(Settings(), report).session.isOn)
    #expect(
      options(Settings(), report).session.detail
        == "Starts hidden, with only its icon in the panel.")
    report.autostart = .init(wanted: true, actual: false)
    let broken = options(Settings(), report).session
    #expect(!broken.isOn)
    #expect(broken.isWrong)
    #expect(broken.detail.contains("missing or was changed"))
    report.autostart = .init(wanted: false, actual: false)
    #expect(
      options(Settings(), report).session.detail == "Nothing rings unless Carillon is running.")
    #expect(!options(Settings(), report).session.isWrong)
  }

  @Test("003: the switch of what rings while closed shows the setting, and what is wrong")
  func closed() {
    var report = StateReport.calm
    var settings = Settings()
    #expect(!options(settings, report).closed.isOn)
    settings.scheduler = .systemd
    for state in [Situation.ClosedTimer.off, .setting, .set] {
      report.closedTimer = state
      let closed = options(settings, report).closed
      #expect(closed.isOn && !closed.isWrong)
      #expect(closed.detail.hasPrefix("systemd starts Carillon when something is due."))
    }
    report.autostart = .init(wanted: false, actual: false)
    #expect(
      options(settings, report).session.detail == "Carillon also rings while it is closed.")
    for (state, detail) in [
      (Situation.ClosedTimer.failed, "systemd did not accept the timer"),
      (.absent, "This session has no systemd"),
    ] {
      report.closedTimer = state
      let closed = options(settings, report).closed
      #expect(closed.isOn && closed.isWrong)
      #expect(closed.detail.hasPrefix(detail))
      #expect(
        options(settings, report).session.detail == "Nothing rings unless Carillon is running.")
    }
  }

  @Test("T39: what systemd starts is on and fixed; beside it, the start entry can be removed")
  func startedBySystemd() {
    var report = StateReport.calm
    report.autostart = .init(wanted: false, actual: true, by: .systemd)
    let fixed = options(Settings(), report).session
    #expect(fixed.isOn && !fixed.isFree)
    #expect(fixed.detail == "systemd starts it (carillon.service).")
    report.autostart.by = .both
    let both = options(Settings(), report).session
    #expect(both.isOn && both.isFree)
    #expect(both.detail == "systemd starts it too. Turn this off to remove the start entry.")
    report.autostart.by = .entry
    #expect(options(Settings(), report).session.isFree)
  }

  @Test("B25: temperatures follow the region until the user chooses")
  func temperatures() {
    #expect(
      options(usesFahrenheit: true).own.first?.choice.current.text == "°F, as in your region")
    var settings = Settings()
    settings.own = ["temperatureUnit": .text("C")]
    #expect(options(settings, usesFahrenheit: true).own.first?.choice.current.text == "°C")
  }

  @Test("T2, T5, J14, T29: refusals that involve two settings are explained")
  func refusals() {
    var settings = Settings()
    func reason(_ key: String, _ value: JSONValue) -> String? {
      OptionsModel.reason(refused: key, value, of: settings, words: words)
    }
    settings.ttl = .hours(1)
    #expect(
      reason("prefetchLeadMinutes", .integer(60))
        == "Content fetched 1 hour before its hour would be too old by then. The limit is 1 hour.")
    #expect(reason("prefetchLeadMinutes", .integer(59)) == nil)
    settings.lead = .minutes(120)
    #expect(reason("ttlSeconds", .integer(3600))?.contains("2 hours before") == true)
    #expect(reason("depth", .integer(1))?.contains("start with your session") == true)
    settings.autostart = true
    settings.depth = 1
    #expect(reason("depth", .integer(1)) == nil)
    #expect(reason("autostart", .bool(false))?.contains("Planning tomorrow requires") == true)
    let same: JSONValue = .object(["from": .text("07:00"), "to": .text("07:00")])
    #expect(reason("quietHours", same) == "Quiet hours cannot start and end at the same time.")
    #expect(reason("did", .text("bob"))?.contains("did:web:example.org") == true)
    #expect(reason("mode", .text("auto")) == nil)
  }

  @Test("C10: each topic has a row after the kinds of messages, with its address and its choices")
  func topics() {
    var settings = Settings()
    var topic = TopicSubscription(server: "https://ntfy.sh", topic: "t", name: "House")
    topic.at = .slot
    settings.subscriptions = [topic]
    let kinds = options(settings).kinds
    #expect(kinds.count == options().kinds.count + 1)
    #expect(kinds.last?.id == "ntfy:ntfy.sh/t" && kinds.last?.name == "House")
    #expect(kinds.last?.detail == "ntfy.sh/t" && kinds.last?.isOn == true)
    #expect(kinds.last?.at?.choice.current.text == "With my next hour")
  }

  @Test("C10: each paired sender has a row of its own, too")
  func senders() {
    var settings = Settings()
    settings.senders = [PairedSender(name: "House", keys: nil, pairedAt: .distantPast)]
    let row = options(settings).kinds.last
    #expect(row?.id == "sender:House" && row?.name == "House" && row?.detail == "Paired sender")
  }
}

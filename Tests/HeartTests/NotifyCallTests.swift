import Testing

import CarillonFeatures

@Suite struct NotifyCallTests {
  private static func server(_ name: String, _ capabilities: [String]) -> NotificationServer {
    NotificationServer(
      name: name, vendor: "", version: "1", capabilities: capabilities, owner: ":1.7", bus: "bus-1")
  }

  static let gnome = server(
    "gnome-shell", ["actions", "body", "body-markup", "icon-static", "persistence", "sound"])
  static let plasma = server(
    "Plasma",
    [
      "body", "body-hyperlinks", "body-markup", "body-images", "icon-static", "actions",
      "persistence", "inline-reply", "x-kde-urls",
    ])
  static let xfce = server(
    "Xfce Notify Daemon",
    ["actions", "body", "body-hyperlinks", "body-markup", "icon-static"])
  static let mate = server(
    "Notification Daemon",
    ["actions", "action-icons", "body", "body-hyperlinks", "body-markup", "icon-static", "sound"])
  static let dunst = server("dunst", ["actions", "body", "body-hyperlinks", "icon-static"])
  static let bare = server("Bare", ["body"])

  private func delivery() throws -> Delivery {
    var delivery = Delivery(
      .planned(try #require(Occasion(slot: "0800@2026-11-21"))), tag: "slot:0800",
      at: at("2026-11-21T08:00:00Z"), now: at("2026-11-21T08:00:00Z"))
    delivery.title = "Tom & <b>Jerry</b>"
    delivery.body = "1 < 2 & \"3\"\n<i>x</i>"
    return delivery
  }

  private func call(
    _ server: NotificationServer, channel: Settings.ChannelChoice = .init(),
    replaces: OnScreen? = nil
  ) throws -> NotifyCall {
    NotifyCall(
      try delivery(), channel: channel, traits: ServerTraits(server), replaces: replaces,
      buttons: NotifyCallTests.buttons, words: .english)
  }

  /// The buttons of a slot, besides Open.
  private static let buttons: [NotifyCall.Button] = [
    .init(key: "snooze", label: "Snooze 10 min"), .init(key: "skip", label: "Skip next"),
  ]

  private static let plain = "1 < 2 & \"3\"\n<i>x</i>"
  private static let escaped = "1 &lt; 2 &amp; \"3\"\n&lt;i&gt;x&lt;/i&gt;"

  private static func golden(body: String, sound: String?, actions: Bool = true) -> NotifyCall {
    NotifyCall(
      applicationName: "Carillon", icon: "org.carillon.Carillon", summary: "Tom & <b>Jerry</b>",
      body: body,
      actions: actions ? [.init(key: "default", label: "Open")] + buttons : [],
      urgency: .normal, category: "x-carillon.daily", desktopEntry: "org.carillon.Carillon",
      soundName: sound)
  }

  @Test(
    "T10, T30: the call for each server",
    arguments: [
      (gnome, golden(body: escaped, sound: "message-new-instant")),
      (plasma, golden(body: escaped, sound: nil)),
      (xfce, golden(body: escaped, sound: nil)),
      (mate, golden(body: escaped, sound: "message-new-instant")),
      (dunst, golden(body: escaped, sound: nil)),
      (bare, golden(body: plain, sound: nil, actions: false)),
    ])
  func goldens(server: NotificationServer, expected: NotifyCall) throws {
    #expect(try call(server) == expected)
  }

  @Test("T18: a digest has only Open, and so has a test")
  func openOnly() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.setSlots(["1200", "1205"])
    device.sleep(for: .minutes(70))
    _ = device.ask(.sendTest)
    _ = device.ask(.deliverStoredNow(slotID: "1200"))
    let open = NotifyCall.Button(key: "default", label: "Open")
    let buttons: [NotifyCall.Button] = [
      .init(key: "snooze", label: "Snooze 10 min"), .init(key: "skip", label: "Skip Tomorrow’s"),
    ]
    #expect(device.calls.map(\.call.actions) == [[open], [open], [open] + buttons])
    #expect(device.outcomes().prefix(3) == ["ring-now shown", "test shown", "digest shown"])
  }

  @Test("D7: a call has the channel's sound, its own, or none")
  func sound() throws {
    var channel = Settings.ChannelChoice()
    channel.sound = "bell"
    #expect(try call(NotifyCallTests.gnome, channel: channel).soundName == "bell")
    #expect(try call(NotifyCallTests.plasma, channel: channel).soundName == nil)
    channel.sound = nil
    let silent = try call(NotifyCallTests.gnome, channel: channel)
    #expect(silent.soundName == nil)
    #expect(silent.suppressSound)
  }

  @Test("D7: without popups, urgency is low only if the server then lists without a popup")
  func listOnly() throws {
    var channel = Settings.ChannelChoice()
    channel.popup = false
    #expect(try call(NotifyCallTests.gnome, channel: channel).urgency == .low)
    #expect(try call(NotifyCallTests.plasma, channel: channel).urgency == .normal)
  }

  @Test("T10: on GNOME, replacing loses the buttons, so it is closed and shown anew")
  func gnomeReplaces() throws {
    for (server, replaced) in [(NotifyCallTests.gnome, false), (NotifyCallTests.plasma, true)] {
      let device = try Device(at: at("2026-11-21T11:59:00+01:00")) {
        $0.situation.server = .present(server)
      }
      device.run(until: at("2026-11-21T12:01:00+01:00"))
      _ = device.ask(.deliverStoredNow(slotID: "1200"))
      try #require(device.calls.count == 2)
      let first = OnScreen(bus: "bus-1", owner: ":1.7", id: 1)
      #expect(device.calls[1].call.replaces == (replaced ? first : nil))
      #expect(device.closed == (replaced ? [] : [first]))
    }
  }
}

import CarillonFeatures
import Testing

/// The documents that Configure and Set accept, and the field they name when refusing. (SPEC §6)
@Suite struct ConfigureTests {
  private func device(_ now: String = "2026-11-21T10:00:00+01:00") throws -> Device {
    try Device(at: at(now))
  }

  private static func options(_ more: String = "", times: String = #"[{"hour":7,"minute":5}]"#)
    -> String
  {
    """
    {"times":\(times),"storage":"shared",
    "contentTemplate":{"title":"{{headline}}","body":"{{summary}}"}\(more)}
    """
  }

  private static func fetch(_ members: String) -> String {
    #","callbackProfile":{"fetchContent":{\#(members)}}"#
  }

  private static func headers(_ count: Int, of value: String) -> String {
    let fields = (0..<count).map { #""a\#($0)":"\#(value)""# }.joined(separator: ",")
    return #""method":"GET","url":"https://e.org","headers":{\#(fields)}"#
  }

  @Test("T25: all settings together have a limit, however many small changes lead there")
  func whole() throws {
    let device = try device()
    let body = String(repeating: "x", count: 65_000)
    var refusals: [Refusal] = []
    for hour in 0..<20 {
      let slots = (0...hour).map { number in
        let request = #"{"method":"POST","url":"https://e.org","bodyJson":{"a":"\#(body)"}}"#
        let own = number == hour ? #","fetchContent":\#(request)"# : ""
        return #"{"hour":\#(number),"minute":0\#(own)}"#
      }
      let patch = #"{"slots":[\#(slots.joined(separator: ","))]}"#
      if case .refused(let refusal)? = device.ask(.set(mergePatch: patch)) {
        refusals.append(refusal)
      }
    }
    #expect(refusals.first?.message.hasPrefix("mergePatch: all settings and hours") == true)
    #expect(device.done(.configuration).utf8.count <= 1 << 20)
    // What is smaller is taken.
    device.set(#"{"slots":[{"hour":7,"minute":5}]}"#)
    #expect(device.state().nextOccurrences.map(\.slotId) == ["0705"])
  }

  @Test("003 §4: configure replaces the slots, and answers with the configuration")
  func configure() throws {
    let device = try device()
    let answer = device.done(.configure(options: ConfigureTests.options()))
    #expect(answer == device.done(.configuration))
    #expect(device.state().nextOccurrences.map(\.slotId) == ["0705"])
    #expect(answer.contains(#""label":"""#))
  }

  @Test("§6: configure uses 003's defaults for absent optionals, and keeps everything else")
  func configureDefaults() throws {
    let device = try device()
    device.set(
      #"{"ttlSeconds":90000,"prefetchLeadMinutes":5,"timezone":"Asia/Tokyo","lateGraceMinutes":7}"#)
    let answer = device.done(.configure(options: ConfigureTests.options()))
    #expect(answer.contains(#""ttlSeconds":86400"#))
    #expect(answer.contains(#""prefetchLeadMinutes":20"#))
    #expect(answer.contains(#""timezone":null"#))
    #expect(answer.contains(#""callbackProfile":null"#))
    #expect(answer.contains(#""lateGraceMinutes":7"#))
  }

  @Test("§6: slots that survive a configure keep label, weekdays and overrides")
  func configureKeeps() throws {
    let device = try device()
    device.set(
      """
      {"slots":[{"hour":7,"minute":5,"label":"Tea","weekdays":[1,2],
      "contentTemplate":{"title":"T","body":"B"},
      "fetchContent":{"method":"GET","url":"https://example.org/tea"}}]}
      """)
    let answer = device.done(
      .configure(
        options: ConfigureTests.options(times: #"[{"hour":7,"minute":5},{"hour":9,"minute":0}]"#)))
    #expect(answer.contains(#""label":"Tea""#))
    #expect(answer.contains(#""weekdays":[1,2]"#))
    #expect(answer.contains(#""url":"https://example.org/tea""#))
    #expect(answer.contains(#""title":"T""#))
    #expect(answer.contains(#""slotId":"0900""#))
    #expect(!answer.contains(#""slotId":"1200""#))
  }

  @Test("§6: slots may be given instead of times")
  func configureSlots() throws {
    let device = try device()
    let answer = device.done(
      .configure(
        options: """
          {"slots":[{"hour":6,"minute":0,"label":"Early","enabled":false},
          {"hour":9,"minute":0,"weekdays":[7]}],"storage":"private",
          "contentTemplate":{"title":"a","body":"b"}}
          """))
    #expect(answer.contains(#""label":"Early""#))
    #expect(answer.contains(#""weekdays":[7]"#))
    #expect(device.state().nextOccurrences.map(\.slotId) == ["0900"])
  }

  private static func slots(_ list: String) -> String {
    #"{"slots":[\#(list)],"storage":"shared","contentTemplate":{"title":"a","body":"b"}}"#
  }

  private static let badOptions: [(document: String, field: String)] = [
    ("", "options"), ("nonsense", "options"), ("[]", "options"), ("null", "options"),
    ("{}", "storage"),
    (#"{"storage":"shared"}"#, "contentTemplate"),
    (#"{"storage":"cloud","contentTemplate":{"title":"","body":""},"times":[]}"#, "storage"),
    (#"{"storage":1}"#, "storage"),
    (#"{"storage":"shared","contentTemplate":{"title":"","body":""}}"#, "times"),
    (options(times: "[]"), "times"), (options(times: "{}"), "times"),
    (options(times: "[7]"), "times[0]"),
    (options(times: #"[{"hour":7}]"#), "times[0].minute"),
    (options(times: #"[{"minute":7}]"#), "times[0].hour"),
    (options(times: #"[{"hour":24,"minute":0}]"#), "times[0].hour"),
    (options(times: #"[{"hour":7,"minute":0},{"hour":7,"minute":60}]"#), "times[1].minute"),
    (options(times: #"[{"hour":7,"minute":0},{"hour":7,"minute":0}]"#), "times[1]"),
    (options(times: #"[{"hour":7.5,"minute":0}]"#), "times[0].hour"),
    (options(times: #"[{"hour":"7","minute":0}]"#), "times[0].hour"),
    (options(times: #"[{"hour":7,"minute":0,"label":"x"}]"#), "times[0].label"),
    (options(#","slots":[{"hour":1,"minute":1}]"#), "slots"),
    (
      slots(
        #"{"hour":1,"minute":1},{"slotId":"0100","hour":1,"minute":0},{"slotId":"0801","hour":8,"minute":0}"#
      ), "slots[2].slotId"
    ),
    (slots(#"{"slotId":"8:00","hour":8,"minute":0}"#), "slots[0].slotId"),
    (slots(#"{"slotId":800,"hour":8,"minute":0}"#), "slots[0].slotId"),
    (options(#","mode":"auto""#), "mode"), (options(#","nope":1"#), "nope"),
    (options(#","timezone":"Mars/Olympus""#), "timezone"), (options(#","timezone":1"#), "timezone"),
    (options(#","ttlSeconds":0"#), "ttlSeconds"),
    (options(#","ttlSeconds":"1"# + #"""#), "ttlSeconds"),
    (options(#","ttlSeconds":2592001"#), "ttlSeconds"),
    (options(#","prefetchLeadMinutes":181"#), "prefetchLeadMinutes"),
    (options(#","prefetchLeadMinutes":-1"#), "prefetchLeadMinutes"),
    (options(#","prefetchLeadMinutes":true"#), "prefetchLeadMinutes"),
    (options(#","callbackProfile":[]"#), "callbackProfile"),
    (options(#","callbackProfile":{}"#), "callbackProfile.fetchContent"),
    (options(fetch(#""url":"https://example.org""#)), "callbackProfile.fetchContent.method"),
    (
      options(fetch(#""method":"PUT","url":"https://e.org""#)),
      "callbackProfile.fetchContent.method"
    ),
    (options(fetch(#""method":"GET""#)), "callbackProfile.fetchContent.url"),
    (
      options(fetch(#""method":"GET","url":"http://example.org""#)),
      "callbackProfile.fetchContent.url"
    ),
    (
      options(fetch(#""method":"GET","url":"ftp://example.org""#)),
      "callbackProfile.fetchContent.url"
    ),
    (options(fetch(#""method":"GET","url":"https://""#)), "callbackProfile.fetchContent.url"),
    (
      options(fetch(#""method":"GET","url":"https://u:p@e.org""#)),
      "callbackProfile.fetchContent.url"
    ),
    (options(fetch(#""method":"GET","url":"file:relative""#)), "callbackProfile.fetchContent.url"),
    (
      options(fetch(#""method":"GET","url":"http://127.0.0.1.example.org""#)),
      "callbackProfile.fetchContent.url"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","timeoutMs":60001"#)),
      "callbackProfile.fetchContent.timeoutMs"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","headers":{"A b":"c"}"#)),
      "callbackProfile.fetchContent.headers.A b"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","headers":{"Host":"c"}"#)),
      "callbackProfile.fetchContent.headers.Host"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org/ä""#)), "callbackProfile.fetchContent.url"
    ),
    (options(fetch(#""method":"POST","url":"file:///a""#)), "callbackProfile.fetchContent.method"),
    (
      options(fetch(#""method":"GET","url":"file:///a","headers":{"A":"b"}"#)),
      "callbackProfile.fetchContent.headers"
    ),
    (
      options(fetch(#""method":"GET","url":"file:///a","bodyJson":{}"#)),
      "callbackProfile.fetchContent.bodyJson"
    ),
    (options(fetch(headers(33, of: ""))), "callbackProfile.fetchContent.headers"),
    (
      options(fetch(headers(2, of: String(repeating: "x", count: 8192)))),
      "callbackProfile.fetchContent.headers"
    ),
    (
      options(
        fetch(
          #""method":"POST","url":"https://e.org","bodyJson":{"a":"\#(String(repeating: "x", count: 65_529))"}"#
        )),
      "callbackProfile.fetchContent.bodyJson"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","headers":{"A":"b\r\nC: d"}"#)),
      "callbackProfile.fetchContent.headers.A"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","headers":{"A":{"secret":7}}"#)),
      "callbackProfile.fetchContent.headers.A.secret"
    ),
    (
      options(
        fetch(#""method":"GET","url":"https://e.org","headers":{"A":{"secret":"a\r\nB: c"}}"#)),
      "callbackProfile.fetchContent.headers.A.secret"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","headers":{"A":{"secret":""}}"#)),
      "callbackProfile.fetchContent.headers.A.secret"
    ),
    (
      options(
        fetch(#""method":"GET","url":"https://e.org","headers":{"A":{"secret":"s","also":1}}"#)),
      "callbackProfile.fetchContent.headers.A.also"
    ),
    (
      options(
        fetch(#""method":"GET","url":"https://e.org","headers":{"A":{"secretReference":1}}"#)),
      "callbackProfile.fetchContent.headers.A.secretReference"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","pointers":{}"#)),
      "callbackProfile.fetchContent.pointers"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","pointers":{"headline":"a"}"#)),
      "callbackProfile.fetchContent.pointers.headline"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","pointers":{"headline":"/a~2"}"#)),
      "callbackProfile.fetchContent.pointers.headline"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","pointers":{"author":"/a"}"#)),
      "callbackProfile.fetchContent.pointers.author"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","bodyJson":{}"#)),
      "callbackProfile.fetchContent.bodyJson"
    ),
    (
      options(fetch(#""method":"GET","url":"https://e.org","colour":"red""#)),
      "callbackProfile.fetchContent.colour"
    ),
    (
      #"{"times":[{"hour":1,"minute":1}],"storage":"shared","contentTemplate":{"title":"x"}}"#,
      "contentTemplate.body"
    ),
    (
      #"{"times":[{"hour":1,"minute":1}],"storage":"shared","contentTemplate":{"title":1,"body":""}}"#,
      "contentTemplate.title"
    ),
  ]

  @Test(
    "§6: a malformed Configure is refused, names the field and changes nothing",
    arguments: badOptions)
  func refusedOptions(document: String, field: String) throws {
    let device = try device()
    try refuses(device, .configure(options: document), field)
  }

  private static let badPatches: [(document: String, field: String)] = [
    ("", "mergePatch"), ("7", "mergePatch"), (#"{"nope":1}"#, "nope"),
    (#"{"timezone":"Nowhere"}"#, "timezone"), (#"{"mode":"fast"}"#, "mode"),
    (#"{"mode":1}"#, "mode"),
    (#"{"prefetchLeadMinutes":200}"#, "prefetchLeadMinutes"),
    (#"{"prefetchLeadMinutes":1.5}"#, "prefetchLeadMinutes"),
    (#"{"ttlSeconds":-5}"#, "ttlSeconds"), (#"{"ttlSeconds":1e99}"#, "ttlSeconds"),
    (#"{"lateGraceMinutes":721}"#, "lateGraceMinutes"),
    (#"{"lateGraceMinutes":"5"}"#, "lateGraceMinutes"),
    (#"{"depth":2}"#, "depth"), (#"{"depth":1}"#, "depth"), (#"{"autostart":"yes"}"#, "autostart"),
    (#"{"quietHours":{"from":"22:00"}}"#, "quietHours.to"),
    (#"{"quietHours":{"from":"22:00","to":"22:00"}}"#, "quietHours"),
    (#"{"quietHours":{"from":"2200","to":"07:00"}}"#, "quietHours.from"),
    (#"{"quietHours":{"from":"22:00","to":"24:00"}}"#, "quietHours.to"),
    (#"{"quietHours":"night"}"#, "quietHours"),
    (#"{"quietHours":{"from":"22:00","to":"07:00","on":true}}"#, "quietHours.on"),
    (#"{"channels":{"alerts":{"enabled":true}}}"#, "channels.alerts"),
    (#"{"channels":{"timesafari.daily":{"enabled":1}}}"#, "channels.timesafari.daily.enabled"),
    (#"{"channels":{"timesafari.daily":{"sound":"../x"}}}"#, "channels.timesafari.daily.sound"),
    (#"{"channels":{"timesafari.daily":{"loud":true}}}"#, "channels.timesafari.daily.loud"),
    (#"{"channels":[]}"#, "channels"),
    (#"{"contentTemplate":{"title":7}}"#, "contentTemplate.title"),
    (#"{"contentTemplate":"{{headline}}"}"#, "contentTemplate"),
    (#"{"callbackProfile":{"fetchContent":null}}"#, "callbackProfile.fetchContent"),
    (
      """
      {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://e.org"},
      "heartbeat":{"method":"POST","url":"https://e.org","intervalMinutes":14}}}
      """, "callbackProfile.heartbeat.intervalMinutes"
    ),
    (#"{"slots":null}"#, "slots"), (#"{"slots":{}}"#, "slots"),
    (#"{"slots":[{"hour":1}]}"#, "slots[0].minute"),
    (#"{"slots":[{"hour":1,"minute":1,"weekdays":[]}]}"#, "slots[0].weekdays"),
    (#"{"slots":[{"hour":1,"minute":1,"weekdays":[8]}]}"#, "slots[0].weekdays[0]"),
    (#"{"slots":[{"hour":1,"minute":1,"enabled":"no"}]}"#, "slots[0].enabled"),
    (#"{"slots":[{"hour":1,"minute":1,"label":5}]}"#, "slots[0].label"),
    (#"{"slots":[{"hour":1,"minute":1},{"hour":1,"minute":1}]}"#, "slots[1]"),
    (
      #"{"slots":[{"hour":1,"minute":1,"contentTemplate":{"title":""}}]}"#,
      "slots[0].contentTemplate.body"
    ),
    (
      #"{"slots":[{"hour":1,"minute":1,"fetchContent":{"method":"GET"}}]}"#,
      "slots[0].fetchContent.url"
    ),
    (#"{"slots":[{"hour":1,"minute":1,"colour":"red"}]}"#, "slots[0].colour"),
    // Read-only.
    (#"{"scheduler":"cron"}"#, "scheduler"),
    (#"{"iosCategoryIdentifier":"X"}"#, "iosCategoryIdentifier"),
    (#"{"androidChannelId":"x"}"#, "androidChannelId"),
    // Out of range.
    (#"{"exactness":"about"}"#, "exactness"), (#"{"retentionDays":0}"#, "retentionDays"),
    (#"{"retentionDays":366}"#, "retentionDays"), (#"{"did":"me"}"#, "did"),
    (#"{"did":"did:ethr:"}"#, "did"), (#"{"did":"did:ETHR:0x0"}"#, "did"),
    (#"{"did":"did:ethr:a b"}"#, "did"), (#"{"temperatureUnit":"K"}"#, "temperatureUnit"),
    (#"{"machine":{"url":"http://e.org"}}"#, "machine.url"),
    // One bad value among good ones.
    (#"{"lateGraceMinutes":5,"mode":"fast","slots":[]}"#, "mode"),
    (#"{"slots":[],"ttlSeconds":0}"#, "ttlSeconds"),
  ]

  @Test("§6: a malformed Set is refused, names its key and changes nothing", arguments: badPatches)
  func refusedPatch(document: String, field: String) throws {
    let device = try device()
    try refuses(device, .set(mergePatch: document), field)
  }

  private func refuses(_ device: Device, _ question: Question, _ field: String) throws {
    let before = device.done(.configuration)
    let state = device.state()
    let refusal = try #require(device.refusal(question))
    #expect(refusal.kind == .invalidArgument)
    #expect(refusal.message.hasPrefix(field + ":"), "\(refusal.message)")
    #expect(device.done(.configuration) == before)
    #expect(device.state() == state)
    #expect(device.autostarts.isEmpty)
  }

  @Test("Settings: a TTL shorter than the lead plus a minute is refused, naming both")
  func ttlAndLead() throws {
    let device = try device()
    for patch in [#"{"ttlSeconds":1259}"#, #"{"prefetchLeadMinutes":180,"ttlSeconds":10859}"#] {
      let message = try #require(device.refusal(.set(mergePatch: patch))).message
      #expect(message.contains("ttlSeconds") && message.contains("prefetchLeadMinutes"))
    }
    device.set(#"{"ttlSeconds":1260}"#)
    let refusal = device.refusal(.set(mergePatch: #"{"prefetchLeadMinutes":21}"#))
    #expect(refusal?.message.contains("prefetchLeadMinutes") == true)
    device.set(#"{"prefetchLeadMinutes":21,"ttlSeconds":1320}"#)
  }

  @Test("Settings: null restores the default; a patch keeps what it does not name")
  func mergePatch() throws {
    let device = try device()
    device.set(
      #"{"quietHours":{"from":"22:00","to":"07:00"},"channels":{"timesafari.daily":{"sound":"bell"}}}"#
    )
    device.set(#"{"quietHours":{"to":"06:00"},"channels":{"timesafari.daily":{"popup":false}}}"#)
    var configuration = device.done(.configuration)
    #expect(configuration.contains(#""quietHours":{"from":"22:00","to":"06:00"}"#))
    #expect(configuration.contains(#"{"at":"now","enabled":true,"popup":false,"sound":"bell"}"#))
    device.set(#"{"quietHours":null,"mode":"online-first"}"#)
    device.set(#"{"mode":null}"#)
    configuration = device.done(.configuration)
    #expect(configuration.contains(#""quietHours":null"#))
    #expect(configuration.contains(#""mode":"auto""#))
  }

  @Test("T1: Set may remove all slots, Configure may not")
  func noSlots() throws {
    let device = try device()
    device.set(#"{"slots":[]}"#)
    #expect(device.state().nextOccurrences.isEmpty)
    #expect(device.refusal(.deliverStoredNow(slotID: ""))?.kind == .notFound)
    // An emptied list stays empty.
    device.off(until: device.now + .seconds(1))
    #expect(device.state().nextOccurrences.isEmpty)
  }

  @Test("T19: autostart is written when it changes, and read back")
  func autostart() throws {
    let device = try device()
    device.set(#"{"autostart":true}"#)
    device.set(#"{"autostart":true,"mode":"auto"}"#)
    #expect(device.autostarts == [true])
    #expect(device.state().autostart.wanted)
    #expect(device.state().autostart.actual)
  }

  @Test("T19: external changes to the start entry are undone only by setting it again")
  func autostartAgain() throws {
    let device = try device()
    device.set(#"{"autostart":true}"#)
    device.host.send(.situation(.autostart(false)))
    device.set(#"{"mode":"offline-first"}"#)
    #expect(device.autostarts == [true])
    #expect(!device.state().autostart.actual)
    device.set(#"{"autostart":true}"#)
    #expect(device.autostarts == [true, true])
    #expect(device.state().autostart.actual)
    device.set(#"{"autostart":false}"#)
    device.host.send(.situation(.autostart(true)))
    device.set(#"{"autostart":false}"#)
    #expect(device.autostarts == [true, true, false, false])
  }
}

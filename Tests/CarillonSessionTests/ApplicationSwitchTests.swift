import CarillonFeatures
import CarillonGLib
import Foundation
import TestBus
import Testing

@testable import CarillonSession

@Suite(.serialized) @MainActor struct ApplicationSwitchTests {
  private let folder = TemporaryFolder()
  private let id = "org.carillon.Carillon"
  private static let xfconf = """
    <node><interface name="org.xfce.Xfconf"><method name="GetProperty">
      <arg type="s" direction="in"/><arg type="s" direction="in"/>
      <arg type="v" direction="out"/></method></interface></node>
    """

  private func server(_ name: String, _ vendor: String, owner: String = ":1.1")
    -> NotificationServer
  {
    NotificationServer(
      name: name, vendor: vendor, version: "1", capabilities: [], owner: owner, bus: "b")
  }

  private final class Told {
    var states: [Bool] = []
  }

  private let told = Told()

  private func follow(_ server: NotificationServer, on bus: Bus) -> ApplicationSwitch {
    let permission = ApplicationSwitch(
      bus: bus, application: id, configuration: folder.path, changed: { told.states.append($0) })
    permission.follow(server)
    return permission
  }

  @Test("T21: on Plasma the application is off only with neither popups nor a place in the list")
  func plasma() throws {
    let bus = try SessionBus.connect()
    let file = folder.url.appending(path: "plasmanotifyrc")
    let permission = follow(server("Plasma", "KDE"), on: bus)
    #expect(told.states == [true])
    let texts = [
      ("[Applications][\(id)]\nSeen=true\nShowPopups=false\nShowInHistory=false\n", false),
      ("[Applications][\(id)]\nSeen=true\nShowPopups=false\n", true),
      ("[A]\nShowPopups=1\n[Applications][\(id)]\nShowInHistory=off\nShowPopups=0", false),
      ("[Applications][\(id)]\nShowInHistory=false\n", true),
      ("[Applications][\(id)]\nShowInHistory=false\nShowPopups=false\n", false),
      ("[Applications][org.example.Other]\nShowPopups=false\nShowInHistory=false\n", true),
    ]
    for (index, (text, isOn)) in texts.enumerated() {
      try text.write(to: file, atomically: true, encoding: .utf8)
      #expect(MainLoop.run(atMost: .seconds(20)) { told.states.count == index + 2 })
      #expect(told.states.last == isOn)
    }
    // Writing the same again, and another server of the same desktop, are not reported.
    try texts[5].0.write(to: file, atomically: true, encoding: .utf8)
    permission.follow(server("Plasma", "KDE", owner: ":1.2"))
    MainLoop.run(atMost: .milliseconds(200)) { false }
    #expect(told.states.count == 7)
    try FileManager.default.removeItem(at: file)
    permission.follow(server("dunst", "knopwob"))
    #expect(told.states.last == true)
  }

  @Test(
    "KDE's files: nested groups, options in brackets, spaces, and the last value of a key count",
    arguments: [
      ("[A][b]\nk=false", "false"), ("[A]\nk=false", nil), ("[A][b][c]\nk=false", nil),
      ("[A][b]\n k = no \n", "no"), ("[A][b]\nk[$i]=off\n", "off"), ("[A][b][$i]\nk=0\n", "0"),
      ("[A][b]\nk=true\nk=false\n", "false"), ("[A][b]\n# k=false\n", nil), ("", nil),
      ("k=false\n[A][b]\n", nil), ("[A][b]\nk=\n", ""), ("[A][b]\r\nk=false\r\n[x]\r\n", "false"),
      ("[A][b]\nkk=false\nk", nil), ("[A][b]\n[x]\nk=false\n[A][b]\nk=true", "true"),
    ] as [(String, String?)])
  func kconfig(text: String, value: String?) {
    #expect(KConfigFile.value(of: "k", in: "[A][b]", text) == value)
  }

  @Test("T21: the application is off while it is on Xfce's list of muted ones")
  func xfce() throws {
    let daemon = try PrivateBus()
    let xfconf = try daemon.connect()
    let object = try xfconf.export(Self.xfconf, at: "/org/xfce/Xfconf") { call in
      #expect(
        call.arguments == [
          .string("xfce4-notifyd"), .string("/applications/muted_applications"),
        ])
      call.reply([.variant(.strings(["org.example.Other", "org.carillon.Carillon"]))])
    }
    let name = xfconf.own("org.xfce.Xfconf") { _ in }
    MainLoop.run(atMost: .milliseconds(100)) { false }
    let permission = follow(
      server("Xfce Notify Daemon", "Xfce"), on: try daemon.connect())
    #expect(MainLoop.run(atMost: .seconds(5)) { told.states == [false] })
    func emit(_ signal: String, _ value: [Variant]) {
      xfconf.emit(
        signal,
        [.string("xfce4-notifyd"), .string("/applications/muted_applications")] + value,
        from: "/org/xfce/Xfconf", interface: "org.xfce.Xfconf")
    }
    func mute(_ application: String) {
      emit("PropertyChanged", [.variant(.array(of: "v", [.variant(.string(application))]))])
    }
    let changes: [(emit: () -> Void, isOn: Bool)] = [
      ({ mute("org.example.Other") }, true), ({ mute(id) }, false),
      ({ emit("PropertyRemoved", []) }, true),
    ]
    for change in changes {
      change.emit()
      #expect(MainLoop.run(atMost: .seconds(20)) { told.states.last == change.isOn })
    }
    // Of what comes at once, the last counts.
    for _ in 0..<100 { for application in ["org.example.Other", id] { mute(application) } }
    #expect(MainLoop.run(atMost: .seconds(20)) { told.states.last == false })
    withExtendedLifetime((object, name, permission)) {}
  }

  @Test("T21: a late answer of Xfce's settings does not count on another desktop")
  func lateXfce() throws {
    let daemon = try PrivateBus()
    let xfconf = try daemon.connect()
    var waiting: BusCall?
    let object = try xfconf.export(Self.xfconf, at: "/org/xfce/Xfconf") { waiting = $0 }
    let name = xfconf.own("org.xfce.Xfconf") { _ in }
    MainLoop.run(atMost: .milliseconds(100)) { false }
    let permission = follow(server("Xfce Notify Daemon", "Xfce"), on: try daemon.connect())
    #expect(MainLoop.run(atMost: .seconds(5)) { waiting != nil })
    permission.follow(server("dunst", "knopwob"))
    waiting?.reply([.variant(.strings([id]))])
    MainLoop.run(atMost: .milliseconds(200)) { false }
    #expect(told.states == [true])
    withExtendedLifetime((object, name, permission)) {}
  }

  @Test("T21: a server without such a switch counts as on")
  func none() throws {
    let permission = follow(server("dunst", "knopwob"), on: try SessionBus.connect())
    #expect(told.states == [true])
    withExtendedLifetime(permission) {}
  }

  @Test(
    "GNOME's settings path of an application is its id in lower case, with single dashes",
    arguments: [
      ("org.carillon.Carillon", "org-carillon-carillon"), ("a..B__c", "a-b-c"),
      ("x-1", "x-1"), ("Ü.desktop", "-desktop"),
    ])
  func gnomePath(id: String, name: String) {
    #expect(
      ApplicationSwitch.gnomePath(of: id) == "/org/gnome/desktop/notifications/application/\(name)/"
    )
  }

  @Test("A setting without an installed schema, or without a path, is nil")
  func noSchema() {
    #expect(DesktopSetting(schema: "test.no.such.schema", key: "k") { _ in } == nil)
    #expect(DesktopSetting(schema: "test.no.such.schema", path: "/a/", key: "k") { _ in } == nil)
  }

  @Test(
    "T31: the desktop's settings page is found by session and installed programs",
    arguments: [
      (["GNOME"], ["gnome-control-center"], "gnome-control-center"),
      (["ubuntu", "GNOME"], ["gnome-control-center", "kcmshell5"], "gnome-control-center"),
      (["KDE"], ["kcmshell5", "systemsettings"], "systemsettings"),
      (["KDE"], ["kcmshell5"], "kcmshell5"), (["KDE"], ["gnome-control-center"], nil),
      (["XFCE"], ["xfce4-notifyd-config"], "xfce4-notifyd-config"), (["sway"], ["kcmshell5"], nil),
      ([], ["gnome-control-center"], nil),
    ] as [([String], [String], String?)])
  func page(desktops: [String], installed: [String], program: String?) {
    let settings = NotificationSettings(
      DesktopSession(desktops: desktops) { installed.contains($0) ? "/bin/\($0)" : nil })
    #expect(settings.command?.first == program.map { "/bin/\($0)" })
    #expect(settings.exists == (program != nil))
  }

  @Test("T31: the page is opened for our application, and a failure is reported")
  func opens() throws {
    let program = folder.url.appending(path: "program")
    let note = folder.url.appending(path: "note")
    try "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(note.path).new && mv \(note.path).new \(note.path)\n"
      .write(to: program, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: program.path)
    func settings(_ desktop: String, _ path: String) -> NotificationSettings {
      NotificationSettings(DesktopSession(desktops: [desktop]) { _ in path })
    }
    #expect(settings("KDE", program.path).open())
    #expect(
      MainLoop.run(atMost: .seconds(5)) {
        MainLoop.run(atMost: .milliseconds(10)) { false }
        return FileManager.default.fileExists(atPath: note.path)
      })
    #expect(
      try String(contentsOf: note, encoding: .utf8)
        == "kcm_notifications\n--args\n--desktop-entry org.carillon.Carillon\n")
    #expect(!settings("KDE", "/no/such").open())
    #expect(!settings("sway", program.path).open())
  }
}

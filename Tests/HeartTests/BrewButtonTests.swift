import CarillonFeatures
import Testing

/// The commands sent by each button, and the buttons that open a window instead. (B17)
@Suite struct BrewButtonTests {
  private static let address = #"{"machine":{"url":"https://machine.example.org/do"}}"#

  /// Each button with its stage and its command.
  private static let buttons = [
    ("grinding", "pause_grinding", "pause"), ("preInfusion", "skip_preinfusion", "skip"),
    ("preInfusion", "extend_preinfusion", "extend"), ("brewing", "stop_shot", "stop"),
    ("complete", "brew_again", "repeat"),
  ]

  /// The document of `command`, the first one of its brew.
  private func document(_ command: String, _ data: [String: JSONValue] = [:]) -> JSONValue {
    .object([
      "commandId": .text("command-1"), "brewId": .text("b1"), "command": .text(command),
      "data": .object(data),
    ])
  }

  /// A device that shows this stage.
  private func device(
    _ name: String, actions: String? = nil, machine: String? = nil
  ) throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    if let machine { device.set(machine) }
    device.push(stage(name, "b1", actions.map { ["actions": $0] } ?? [:]))
    device.run(for: .seconds(1))
    return device
  }

  @Test("B17: a popup's button sends its command as a signal", arguments: buttons)
  func signal(_ stage: String, _ button: String, _ command: String) throws {
    let device = try device(stage)
    try device.respond(.action(key: button, activation: "token"))
    #expect(device.commands == [document(command)])
    // It works without opening a window.
    #expect(device.opened.isEmpty && device.posts.isEmpty)
  }

  @Test("B17: a popup's button sends its command as a POST", arguments: buttons)
  func post(_ stage: String, _ button: String, _ command: String) throws {
    let device = try device(stage, machine: BrewButtonTests.address)
    try device.respond(.action(key: button, activation: nil))
    #expect(device.posts.map { JSONValue(parsing: $0.job.body) } == [document(command)])
    #expect(device.posts.map(\.job.key) == ["command-1"])
    #expect(device.posts.first?.job.spec.method == .post)
    #expect(device.commands.isEmpty && device.opened.isEmpty)
  }

  @Test(
    "B17: buttons that only messages bring have their defined command, all others their own id",
    arguments: [
      ("stop_early", "stop"), ("start_brew", "start"), ("cancel_brew", "cancel"),
      ("purge_steam", "purge_steam"),
      // Only the complete id is known.
      ("pause", "pause"), ("skip_preinfusion2", "skip_preinfusion2"),
    ])
  func ownButtons(_ button: String, _ command: String) throws {
    let device = try device(
      "brewing", actions: #"[{"id":"\#(button)","title":"T","data":{"n":1}}]"#)
    try device.respond(.action(key: button, activation: nil))
    #expect(device.commands == [document(command, ["n": .integer(1)])])
    #expect(device.opened.isEmpty)
  }

  @Test("B17: a command button stays one even with a link")
  func commandWithLink() throws {
    let device = try device(
      "complete",
      actions: #"[{"id":"brew_again","title":"T","deepLink":"firstcrack://brew/new"}]"#)
    try device.respond(.action(key: "brew_again", activation: nil))
    #expect(device.commands == [document("repeat")])
    #expect(device.opened.isEmpty)
  }

  @Test(
    "B7, B17: the window's buttons send the same commands as the popup's",
    arguments: buttons + [("heating", "cancel_brew", "cancel")])
  func window(_ stage: String, _ button: String, _ command: String) throws {
    let device = try device(stage)
    #expect(try device.detail().buttons.contains { $0.id == button })
    device.done(.act(tag: "brew:b1", action: button, data: ""))
    #expect(device.commands == [document(command)])
  }

  @Test(
    "B17: each command is confirmed with its own name",
    arguments: [
      ("grinding", "pause_grinding", "Pause Grinding"),
      ("preInfusion", "skip_preinfusion", "Skip to Extraction"),
      ("preInfusion", "extend_preinfusion", "Extend Pre-Infusion"),
      ("complete", "brew_again", "Brew Again"), ("heating", "cancel_brew", "Cancel Brew"),
      ("heating", "start_brew", "Start Brew"), ("heating", "rinse", "rinse"),
    ])
  func confirmed(_ stage: String, _ button: String, _ name: String) throws {
    let device = try device(stage)
    device.done(.act(tag: "brew:b1", action: button, data: ""))
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.last?.call.summary == "\(name): done")
  }

  @Test("B17: a command that requires the foreground is sent, and its window opens with the token")
  func foreground() throws {
    let actions =
      #"[{"id":"rinse","title":"Rinse","requiresForeground":true},"#
      + #"{"id":"purge","title":"Purge","requiresForeground":false}]"#
    let device = try device("brewing", actions: actions)
    try device.respond(.action(key: "rinse", activation: "token"))
    #expect(device.commands == [document("rinse")])
    #expect(device.opened == [.thread(LinkTarget(tag: "brew:b1", kind: "brew"))])
    #expect(device.activations == ["token"])
  }

  @Test("B17: the same command without requiring the foreground opens nothing")
  func background() throws {
    let device = try device(
      "brewing", actions: #"[{"id":"rinse","title":"Rinse","requiresForeground":false}]"#)
    try device.respond(.action(key: "rinse", activation: "token"))
    #expect(device.commands == [document("rinse")])
    #expect(device.opened.isEmpty)
  }

  @Test(
    "B17: a button for a form or for sharing opens that in the window and sends no command",
    arguments: [
      ("grinding", "adjust_grind"), ("complete", "adjust_profile"), ("complete", "share"),
    ])
  func places(_ stage: String, _ button: String) throws {
    let device = try device(stage)
    try device.respond(.action(key: button, activation: "token"))
    #expect(
      device.opened == [.thread(LinkTarget(tag: "brew:b1", kind: "brew", place: button))])
    #expect(device.activations == ["token"])
    #expect(device.commands.isEmpty)
  }

  @Test(
    "B17: a message's own button for a form opens it too, whatever its link",
    arguments: ["adjust_grind", "adjust_profile"])
  func ownForm(_ button: String) throws {
    let device = try device(
      "complete",
      actions: #"[{"id":"\#(button)","title":"T","deepLink":"firstcrack://brew/details"}]"#)
    try device.respond(.action(key: button, activation: nil))
    #expect(
      device.opened == [.thread(LinkTarget(tag: "brew:b1", kind: "brew", place: button))])
    #expect(device.commands.isEmpty)
  }

  @Test(
    "B17: the form that is opened is in the window, and Apply sends settings or profile",
    arguments: [
      ("grinding", "adjust_grind", ["grind"], #"{"grind":12}"#, "settings"),
      (
        "complete", "adjust_profile", ["dose", "temperature", "pressure", "preInfusionTime"],
        #"{"dose":18.5,"temperature":92,"pressure":8.5,"preInfusionTime":6}"#, "profile"
      ),
    ])
  func forms(
    _ stage: String, _ button: String, _ fields: [String], _ values: String, _ command: String
  ) throws {
    let device = try device(stage, machine: BrewButtonTests.address)
    let form = try #require(try device.detail().forms.first { $0.id == button })
    #expect(form.fields.map(\.id) == fields)
    device.done(.act(tag: "brew:b1", action: button, data: values))
    let job = try #require(device.posts.last?.job)
    guard case .object(let data)? = JSONValue(parsing: values) else {
      Issue.record("no values")
      return
    }
    #expect(JSONValue(parsing: job.body) == document(command, data))
  }
}

package import CarillonEngine

/// A kind of message that no line of the program knows: parcels on their way. (docs/architecture.md)
///
/// `{"type": "parcel", "parcelId": "p1", "stage": "sent" | "moving" | "delivered", "town": "Köln"}`, with
/// `"mood": "update"` only for the window, with `"mood": "silent"` for nobody, with `"mood": "urgent"`
/// of critical urgency, with `"mood": "window"` for the window while that has the focus. `"joins":
/// "group"` or `"batch"` has those of five minutes share one notification.
package enum Parcels: Commanding, Linked, Configured, Snoozing, Shared {
  package static let name = "parcel"
  package static let channels = [Channel("toy_parcels") { _ in "Parcels" }]
  package static let subjectKey = "parcelId"
  package static let schemes = ["parcels"]
  private static let stages = ["sent", "moving", "delivered"]

  // MARK: Settings

  package static let settings = [door, desk]

  /// Where a parcel is put.
  package static let door = OwnSetting.choice(
    "parcelDoor", of: ["front", "back"],
    row: OwnSetting.Row(title: { _ in "_Parcels go to" }) { _ in
      [(.text("front"), "The front door"), (.text("back"), "The back door")]
    })

  /// Where its buttons post to.
  package static let desk = OwnSetting("parcelDesk") { field throws(Refusal) in
    field.isNull ? .null : try FetchSpec(machine: field).machineDocument
  }

  package static func addressee(_ settings: Settings) -> FetchSpec? {
    let value = settings.value(of: desk)
    return value == .null ? nil : try? FetchSpec(machine: Field(path: desk.key, value: value))
  }

  private static func place(_ settings: Settings) -> String {
    settings.value(of: door) == .text("back") ? "back" : "front"
  }

  // MARK: Messages

  package static func takes(_ message: Message) -> Bool { message.type == "parcel" }

  package static func tag(of message: Message) throws(Refusal) -> String {
    guard let id = message["parcelId"] else {
      throw Refusal(.invalidArgument, "data.parcelId: is required")
    }
    return "parcel:\(id)"
  }

  package static func isTag(_ text: String) -> Bool { text.hasPrefix("parcel:") }

  package static func outcome(
    of status: DeviceStatus, _ tag: String, _ subject: Subject?, _ context: KindContext
  ) -> DeviceOutcome { .closed }

  package static func take(
    _ message: Message, after subject: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    if message["mood"] == "silent" { return .silent }
    let stage = message["stage"].flatMap { stages.firstIndex(of: $0) } ?? subject?.rank ?? 0
    let town = message["town"] ?? "somewhere"
    let known = Taken.Known(
      rank: stage, state: StoredValue(["town": town]),
      silentAt: stage == 2 ? nil : context.now + .days(3))
    if message["mood"] == "update" { return .update(known) }
    var request = Request(channel: channels[0].id, category: "PARCEL_\(stages[stage].uppercased())")
    if stage < 2 { request.actions = [Action(id: "neighbor", title: "Leave with a Neighbor")] }
    request.silent = stage == subject?.rank
    request.insists = stage == 2
    if message["mood"] == "urgent" { request.urgency = .critical }
    if message["mood"] == "window" { request.inWindow = true }
    request.joining = message["joins"].flatMap { Joining.Manner(rawValue: $0) }.map {
      Joining($0, key: "parcels", moment: context.now, within: .minutes(5))
    }
    return .show(
      Taken.Shown(
        known: known, title: "Parcel \(stages[stage])",
        body: stage == 2 ? "It is at the \(place(context.settings)) door." : "It is in \(town).",
        request: request))
  }

  // MARK: The window

  package static func detail(of subject: Subject, _ context: KindContext) -> Detail? {
    let town = subject.state.read(as: [String: String].self)?["town"] ?? "?"
    return Detail(
      tag: subject.tag, title: "Parcel", heading: stages[subject.rank], caption: town, tone: .blue,
      parts: [
        .facts(
          FactCard(facts: [
            Fact(label: "Town", value: .text(town), spoken: "Town \(town)")
          ])),
        .steps(
          Steps(
            steps: stages.map { Steps.Step(name: $0) }, current: subject.rank, tone: .blue,
            count: "\(subject.rank + 1) of 3", spoken: stages[subject.rank])),
      ],
      buttons: subject.isOver
        ? []
        : [
          Button(id: "neighbor", label: "Leave with a Neighbor"),
          Button(id: "redirect", label: "Redirect"),
        ],
      forms: [
        Form(
          id: "redirect", title: "Redirect",
          fields: [
            Form.Field(
              id: "house", label: "House number", unit: "", value: 1, low: 1, high: 99, step: 1,
              decimals: 0)
          ], apply: "Send", cancel: "Cancel")
      ],
      isOver: subject.isOver)
  }

  package static func button(_ id: String, of subject: Subject) -> Action? { nil }

  package static func deed(of action: Action, in subject: Subject) -> Deed {
    action.id == "later" ? .snooze : .command(name: action.id, data: [:], foreground: false)
  }

  package static func title(ofButton id: String, _ words: Words) -> String? {
    id == "neighbor" ? "Leave with a Neighbor" : nil
  }

  package static func name(ofCategory category: String, _ words: Words) -> String? {
    stages.first { category == "PARCEL_\($0.uppercased())" }
  }

  package static func command(
    ofForm id: String, _ values: [String: JSONValue]
  ) -> (name: String, data: [String: JSONValue])? {
    id == "redirect" ? ("redirect", values) : nil
  }

  package static func ends(with command: Command) -> Bool { command.name == "refuse" }
  package static func expires(_ command: Command) -> Bool { true }

  // MARK: Snoozes

  package static func text(
    of subject: Subject, _ context: KindContext
  ) -> (title: String, body: String)? {
    ("Parcel \(stages[subject.rank])", "Still \(stages[subject.rank]).")
  }

  package static func urgency(of subject: Subject) -> NotifyCall.Urgency? { nil }

  package static func returns(_ subject: Subject, _ context: KindContext) -> Bool { true }

  // MARK: Links

  /// `parcels://p1`.
  package static func target(of link: LinkPath) -> LinkTarget? {
    link.parts.count == 1 ? LinkTarget(tag: "parcel:\(link.parts[0])", kind: name) : nil
  }
}

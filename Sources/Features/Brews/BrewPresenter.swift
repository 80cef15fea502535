import CarillonEngine

/// The texts of a brew's notifications, stage by stage. (B2–B6)
struct BrewPresenter {
  let brew: Brew
  let stage: BrewStage
  let words: Words
  let fahrenheit: Bool

  init(_ brew: Brew, stage: BrewStage? = nil, _ context: KindContext) {
    self.brew = brew
    self.stage = stage ?? brew.stage
    words = context.words
    fahrenheit =
      switch context.settings.value(of: Brews.temperatureUnit) {
      case .text("C"): false
      case .text("F"): true
      default: context.words.region.fahrenheit
      }
  }

  static let longestSubtitle = 50

  func title(_ message: Message) -> String {
    truncate(message.title ?? ownTitle, to: Message.longestTitle)
  }

  /// The subtitle, the message's text, and Carillon's addition, on separate lines. (B3, B4)
  func body(_ message: Message) -> String {
    parts(message).map(\.text).joined(separator: "\n")
  }

  /// The lines of ``body(_:)`` that are right only for a moment: seconds and the flow. (B4)
  func passingLines(_ message: Message) -> [Int] {
    let lines = parts(message).flatMap { part in
      part.text.split(separator: "\n", omittingEmptySubsequences: false).map { _ in part.passes }
    }
    return lines.indices.filter { lines[$0] }
  }

  private func parts(_ message: Message) -> [(text: String, passes: Bool)] {
    let own = truncate(message.body ?? ownBody, to: Message.longestBody)
    return [(subtitle ?? "", stage == .brewing), (own, false), (addition ?? "", true)]
      .filter { !$0.0.isEmpty }
  }

  var ownTitle: String {
    switch stage {
    case .heating: words.say("Heating water for {brew}", ["brew": typeInSentence])
    case .grinding: words.say("Grinding beans for your shot")
    case .preInfusion: words.say("Pre-infusion in progress")
    case .brewing: words.say("Extraction in progress")
    case .complete where brew.stopped == true:
      words.say("{brew} shot stopped", ["brew": type])
    case .complete: words.say("{brew} shot complete", ["brew": type])
    }
  }

  /// A sentence for the window, without the notification's invitation to click.
  var sentence: String {
    stage == .brewing ? words.say("Your espresso shot is pulling.") : ownBody
  }

  private var ownBody: String {
    switch stage {
    case .heating:
      words.say(
        "Your First Crack machine is heating water to the target brewing temperature.")
    case .grinding: words.say("Fresh beans are being ground to the selected profile.")
    case .preInfusion: words.say("Gently saturating the coffee puck for even extraction.")
    case .brewing: words.say("Your espresso shot is pulling. Click for live stats.")
    case .complete where brew.stopped == true: words.say("The shot was stopped early.")
    case .complete: words.say("Your espresso is ready. Enjoy!")
    }
  }

  /// The subtitle of the window, where the seconds run in the drawing. (B18)
  var caption: String? { stage == .brewing ? drink : subtitle }

  private var drink: String {
    truncate(
      words.say(
        "{brew} • {dose}g @ {temperature}",
        ["brew": type, "dose": dose, "temperature": temperature]),
      to: BrewPresenter.longestSubtitle)
  }

  /// At most 50 characters; nil if there is nothing to say. (B3)
  var subtitle: String? {
    let text: String?
    switch stage {
    case .heating: text = drink
    case .grinding: text = words.say("{brew} • {dose}g dose", ["brew": type, "dose": dose])
    case .preInfusion:
      text = words.say(
        "{brew} • {dose}g @ {pressure} bar",
        ["brew": type, "dose": dose, "pressure": words.number(brew.knownPressure)])
    case .brewing:
      text = words.say(
        "{brew} • {seconds}s elapsed",
        ["brew": type, "seconds": words.number(brew.knownElapsed)])
    // The machine says itself after how long it was stopped.
    case .complete where brew.stopped == true: text = nil
    case .complete:
      text = brew.elapsed.map {
        words.say("Completed in {seconds}s", ["seconds": words.number($0)])
      }
    }
    return text.map { truncate($0, to: BrewPresenter.longestSubtitle) }
  }

  /// The text that 000's extension adds to the body. (B4)
  private var addition: String? {
    switch stage {
    case .heating:
      return brew.remaining.map {
        words.count(
          "About {n} second remaining.", "About {n} seconds remaining.", Int($0.rounded()))
      }
    case .preInfusion:
      guard let elapsed = brew.elapsed, let total = brew.preInfusion else { return nil }
      return words.say(
        "Pre-infusion: {elapsed} / {total} seconds.",
        ["elapsed": words.number(elapsed), "total": words.number(total)])
    case .brewing:
      return brew.flow.map { words.say("Flow rate: {flow} ml/s", ["flow": words.number($0)]) }
    case .grinding, .complete: return nil
    }
  }

  // MARK: Values

  /// `Espresso`, for the beginning of a line.
  var type: String { name(brew.type ?? Brew.defaultType) }

  var typeInSentence: String {
    switch (brew.type ?? Brew.defaultType).lowercased() {
    case "espresso": words.term("drink, in a sentence", "espresso")
    case "lungo": words.term("drink, in a sentence", "lungo")
    case "ristretto": words.term("drink, in a sentence", "ristretto")
    case "americano": words.term("drink, in a sentence", "americano")
    default: type
    }
  }

  private func name(_ type: String) -> String {
    switch type.lowercased() {
    case "espresso": return words.term("drink", "Espresso")
    case "lungo": return words.term("drink", "Lungo")
    case "ristretto": return words.term("drink", "Ristretto")
    case "americano": return words.term("drink", "Americano")
    default:
      let cut = truncate(type, to: 20)
      return cut.prefix(1).uppercased() + cut.dropFirst()
    }
  }

  private var dose: String { words.number(brew.knownDose) }

  /// `93°C` or `199°F`.
  var temperature: String {
    fahrenheit
      ? words.say("{n}°F", ["n": words.number(Brew.fahrenheit(brew.knownTemperature), decimals: 0)])
      : words.say("{n}°C", ["n": words.number(brew.knownTemperature)])
  }

  // MARK: Buttons

  /// The buttons that 000 defines for each category; heating has none. (B6, B7)
  var categoryActions: [Action] {
    switch stage {
    case .heating: []
    case .grinding: [button("pause_grinding"), button("adjust_grind", opens: true)]
    case .preInfusion: [button("skip_preinfusion"), button("extend_preinfusion")]
    case .brewing: [button("stop_shot"), button("view_live", opens: true)]
    case .complete:
      [button("brew_again"), button("adjust_profile", opens: true), button("share", opens: true)]
    }
  }

  private func button(_ id: String, opens: Bool = false) -> Action {
    Action(id: id, title: Brews.title(ofButton: id, words) ?? id, requiresForeground: opens)
  }
}

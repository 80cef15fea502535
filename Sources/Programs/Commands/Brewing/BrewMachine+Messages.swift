import CarillonEngine

/// The machine's messages, in the format of 001.
extension BrewMachine {
  /// Message `number` of the brew, `span` after the stage began.
  ///
  /// It has no text of its own where 000 defines one for the stage, which is shown in the user's
  /// language.
  func message(number: Int, after span: Span, _ saying: Saying) -> JSONValue {
    let seconds = Double(span.milliseconds) / 1000
    var data = [
      "type": stage == .complete ? "brew_complete" : "brew_stage", "stage": stage.rawValue,
      "brewId": brewID, "brewType": "espresso", "dose": text(profile.dose),
      "temperature": text(profile.temperature), "pressure": text(pressure(at: seconds)),
      "progress": text(progress(at: seconds), decimals: 0),
      "deepLink": "firstcrack://brew/\(brewID)/live",
    ]
    let left = Double(length(of: stage).milliseconds) / 1000 - seconds
    if pausedAt == nil, left > 0 { data["remainingTime"] = text(left.rounded(.up), decimals: 0) }
    data.merge(values(at: seconds)) { $1 }
    switch saying {
    case .usual: break
    case .extended:
      data["type"] = "brew_alert"
      data["title"] = words.say("Pre-infusion extended")
      data["body"] = words.say(
        "It now takes {n} seconds.", ["n": text(Double(soaking.milliseconds) / 1000)])
    case .leaving:
      data["actions"] = viewing
      data["quiet"] = "true"
    }
    return .object([
      "message_id": .text("\(brewID)-\(number)"),
      "data": .object(data.mapValues { .text($0) }),
      // A stage that is over is no news; a full cup is for an hour.
      "android": .object(["ttl": .text(stage == .complete ? "3600s" : "60s")]),
      "webpush": .object([
        "notification": .object(["requireInteraction": .bool(stage != .complete)])
      ]),
    ])
  }

  /// Message `number`, for a brew that ended because the machine was switched off.
  func lastWord(_ number: Int) -> JSONValue {
    let data = [
      "type": "brew_complete", "stage": "complete", "brewId": brewID, "brewType": "espresso",
      "title": words.say("The machine was switched off"),
      "body": words.say("This brew has ended."),
      "deepLink": "firstcrack://brew/\(brewID)/details",
      "actions": viewing,
    ]
    return .object([
      "message_id": .text("\(brewID)-\(number)"), "data": .object(data.mapValues { .text($0) }),
    ])
  }

  private var viewing: String {
    "[" + button("view_details", words.say("View Details"), opens: true) + "]"
  }

  private var paused: String {
    "[" + button("resume_grinding", words.say("Resume Grinding"), opens: false) + ","
      + button("adjust_grind", words.say("Adjust Grind Size"), opens: true) + "]"
  }

  private func button(_ id: String, _ title: String, opens: Bool) -> String {
    #"{"id":"\#(id)","title":\#(JSONText.quoted(title))"#
      + (opens ? #","requiresForeground":true}"# : "}")
  }

  private func values(at seconds: Double) -> [String: String] {
    switch stage {
    case .heating:
      return ["elapsedTime": text(seconds, decimals: 0)]
    case .grinding:
      var values = ["elapsedTime": text(30 + seconds, decimals: 0)]
      if pausedAt != nil {
        values["title"] = words.say("Grinding paused")
        values["body"] = words.say("Grinding resumes by itself soon.")
        values["actions"] = paused
      }
      return values
    case .preInfusion:
      return [
        "elapsedTime": text(seconds),
        "preInfusionTime": text(Double(soaking.milliseconds) / 1000),
        "targetPressure": "1.5-3.0", "targetRatio": "1:2.0",
      ]
    case .brewing:
      return [
        "elapsedTime": text(seconds.rounded(.down), decimals: 0),
        "flowRate": text(flow(at: seconds)),
        "volumeExtracted": text(volume(at: seconds), decimals: 0),
      ]
    case .complete:
      return summary
    }
  }

  private var summary: [String: String] {
    let seconds = Double(shot?.milliseconds ?? 0) / 1000
    let time = text(seconds.rounded(.down), decimals: 0)
    let volume = text(volume(at: seconds), decimals: 0)
    let isWhole = shot == BrewMachine.extraction
    return [
      "elapsedTime": time, "volumeExtracted": volume, "progress": "100",
      "body": isWhole
        ? words.say(
          "Perfect extraction: {volume} ml in {time} s at {temperature}°C. Enjoy!",
          ["volume": volume, "time": time, "temperature": text(profile.temperature)])
        : words.say(
          "Stopped after {time} s: {volume} ml in the cup.", ["time": time, "volume": volume]),
      "outcome": isWhole ? "complete" : "stopped",
      "notes": isWhole
        ? words.say("Perfect extraction completed. Your espresso is ready to enjoy.")
        : words.say("A shorter shot is brighter and more acidic."),
    ]
  }

  // MARK: Measurements

  /// The progress of the whole brew in percent, by 000's timeline.
  private func progress(at seconds: Double) -> Double {
    let begins: Double, ends: Double
    switch stage {
    case .heating: (begins, ends) = (0, 30)
    case .grinding: (begins, ends) = (30, 45)
    case .preInfusion: (begins, ends) = (45, 53)
    case .brewing: (begins, ends) = (53, 81)
    case .complete: return 100
    }
    let length = Double(length(of: stage).milliseconds) / 1000
    let share = length > 0 ? min(1, seconds / length) : 1
    return (begins + share * (ends - begins)) / 81 * 100
  }

  /// The pressure: up to 2 bar in pre-infusion, then rising for three seconds, and reduced at the
  /// end.
  ///
  /// Before that, it is the chosen value.
  private func pressure(at seconds: Double) -> Double {
    switch stage {
    case .heating, .grinding, .complete: profile.pressure
    case .preInfusion: min(2, 1.2 + seconds * 0.2)
    case .brewing:
      seconds < 3
        ? 2 + (profile.pressure - 2) * seconds / 3
        : profile.pressure - max(0, seconds - 18) * 0.08
    }
  }

  /// The flow: dripping first, then running, slightly faster towards the end.
  private func flow(at seconds: Double) -> Double {
    seconds < 4 ? 0.2 * seconds : min(1.9, 0.8 + (seconds - 4) * 0.06)
  }

  /// The volume so far.
  private func volume(at seconds: Double) -> Double {
    var volume = 0.0
    for step in 0..<Int(seconds.rounded(.down)) { volume += flow(at: Double(step) + 0.5) }
    return volume
  }

  /// With one decimal unless it is zero.
  private func text(_ value: Double, decimals: Int = 1) -> String {
    let tenths = Int((value * 10).rounded())
    if decimals == 0 { return String(Int(value.rounded())) }
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}

/// The messages that an espresso machine would push during one brew.
struct BrewDemo {
  struct Message {
    /// Seconds since the first one.
    let second: Int
    let stage: String
    let text: String
  }

  let brewID: String

  /// In the order and at the times of a real one: heating 30 s, grinding 15 s, pre-infusion 8 s,
  /// extraction 28 s.
  var messages: [Message] {
    heating + grinding + preInfusion + extraction + [complete]
  }

  private var heating: [Message] {
    [0, 10, 20].map { second in
      message(
        second, "heating", "Heating water for espresso",
        "Your First Crack machine is heating water to the target brewing temperature.",
        [
          "temperature": String(63 + second * 3 / 2), "remainingTime": String(30 - second),
          "progress": String(second),
        ])
    }
  }

  private var grinding: [Message] {
    [30, 38].map { second in
      message(
        second, "grinding", "Grinding beans for your shot",
        "Fresh beans are being ground for this espresso.",
        ["temperature": "93", "remainingTime": String(45 - second), "progress": String(second)])
    }
  }

  private var preInfusion: [Message] {
    [45, 49].map { second in
      message(
        second, "preinfusion", "Pre-infusion in progress",
        "Water gently saturates the puck before the shot.",
        [
          "temperature": "93", "pressure": "2", "targetPressure": "1.5-3.0",
          "elapsedTime": String(second - 45), "remainingTime": String(53 - second),
          "progress": String(second),
        ])
    }
  }

  private var extraction: [Message] {
    [53, 60, 67, 74].map { second in
      message(
        second, "brewing", "Extraction in progress", "Your espresso shot is pulling.",
        [
          "temperature": "93", "pressure": "9", "elapsedTime": String(second - 53),
          "remainingTime": String(81 - second), "flowRate": "1.3",
          "volumeExtracted": String((second - 53) * 13 / 10), "progress": String(second),
        ])
    }
  }

  private var complete: Message {
    message(
      81, "complete", "Espresso shot complete", "36 ml in 28 seconds. Enjoy!",
      [
        "temperature": "93", "elapsedTime": "28", "volumeExtracted": "36", "progress": "100",
      ])
  }

  private func message(
    _ second: Int, _ stage: String, _ title: String, _ body: String, _ fields: [String: String]
  ) -> Message {
    var data = fields
    data["type"] = "brew_stage"
    data["stage"] = stage
    data["brewId"] = brewID
    data["brewType"] = "espresso"
    data["dose"] = "18"
    data["title"] = title
    data["body"] = body
    data["message_id"] = "\(brewID)-\(second)"
    data["deepLink"] = "firstcrack://brew/\(brewID)/live"
    let members = data.sorted { $0.key < $1.key }
      .map { "\(JSONText.quoted($0.key)):\(JSONText.quoted($0.value))" }
    return Message(
      second: second, stage: stage, text: "{\"data\":{\(members.joined(separator: ","))}}")
  }
}

import CarillonFeatures

/// Services that send messages: brews of several machines, plain messages, and invalid ones.
extension Life {
  /// What may happen to a message on its way.
  private enum Mishap {
    case none, lost, twice, saidAgain, late, expiring, expired, alertBeside, badBeside
  }

  /// Puts some minutes of messages into the mail, interleaved.
  func writeLetters() {
    for number in 0..<Int(random.pick([1, 1, 2, 3] as [Int64])) {
      writeBrew("b\(step)-\(number)", after: .seconds(random.span(0...60)))
    }
    if random.once(in: 3) { writeSentences(random.once(in: 4) ? 9 : 2) }
    mail.sort { $0.at < $1.at }
  }

  /// Writes a brew whose messages all arrive in order; the last one must be shown.
  func writeFairBrew() {
    writeBrew("c\(step)", after: .minutes(random.span(1...600)))
    mail.sort { $0.at < $1.at }
  }

  private func send(_ letter: Letter, at instant: Instant) {
    mail.append((instant, .letter(letter)))
  }

  // MARK: Brews

  private static let stages: [(name: String, after: Int64)] = [
    ("heating", 0), ("grinding", 30), ("preInfusion", 45), ("brewing", 53), ("complete", 81),
  ]

  private func writeBrew(_ id: String, after start: Span) {
    brews += 1
    let hasIDs = !random.once(in: 3)
    let pace = random.pick([20, 100, 100, 300] as [Int64])
    let image = random.once(in: 3) ? "https://pictures.example.org/\(id).png" : nil
    let stays = random.once(in: 4)
    var number = 0
    for (name, after) in Life.stages {
      for update in 0...random.span(name == "complete" ? 0...0 : 0...2) {
        number += 1
        let at = now + start + .milliseconds((after + update * 4) * 10 * pace)
        var data = values(of: name, update)
        data["brewId"] = id
        data["imageUrl"] = name == "complete" ? image.map { $0 + "?done" } : image
        if stays { data["requireInteraction"] = "true" }
        let letter = Letter(
          data, tag: "brew:\(id)", id: hasIDs ? "\(id)/\(number)" : nil,
          shape: random.pick([.nested, .nested, .flat, .whole]))
        if fair {
          var letter = letter
          letter.mustShow = name == "complete"
          send(letter, at: at)
        } else {
          post(letter, data, at: at)
        }
      }
    }
  }

  /// A machine's values for a stage: only some of them, and sometimes impossible ones.
  private func values(of stage: String, _ update: Int64) -> [String: String] {
    var data = ["stage": stage, "elapsedTime": String(update * 4 + random.span(0...1))]
    data["type"] = stage == "complete" && random.once(in: 2) ? "brew_complete" : "brew_stage"
    if random.once(in: 4) { data["stage"] = stage.uppercased() }
    if !fair, random.once(in: 12) { data["stage"] = random.pick(["", "steaming"]) }
    let bits = random.next()
    func sometimes(_ bit: Int, _ key: String, _ value: @autoclosure () -> String) {
      if bits >> bit & 1 == 1 { data[key] = value() }
    }
    sometimes(0, "title", "\(stage) \(update)")
    sometimes(1, "body", "Said of \(stage).\nOnce.")
    sometimes(2, "remainingTime", String(random.span(0...90)))
    sometimes(3, "temperature", "93.5")
    sometimes(4, "dose", "18.2")
    sometimes(5, "progress", String(random.span(0...100)))
    if bits >> 6 & 7 == 0 {
      let absurd = ["NaN", "-5", "1e9", "99999", "", "0x10", "\u{202e}7", "🫘"]
      data[random.pick(["temperature", "dose", "pressure", "elapsedTime", "remainingTime"])] =
        random.pick(absurd)
    }
    if bits >> 9 & 15 == 0 {
      data["actions"] = random.pick([
        #"[{"id":"foo","title":"Foo"},{"id":"view_live","title":"Live"}]"#, "[{}]", "none",
        #"[{"id":"cancel_brew","title":"Cancel","requiresForeground":true}]"#,
      ])
    }
    if bits >> 13 & 7 == 0 { data["priority"] = random.pick(["low", "high"]) }
    return data
  }

  /// Sends `letter`, possibly with a mishap on its way.
  private func post(_ letter: Letter, _ data: [String: String], at instant: Instant) {
    let mishap: Mishap = random.pick([
      .none, .none, .none, .none, .none, .none, .lost, .twice, .saidAgain, .late, .expiring,
      .expired, .alertBeside, .badBeside,
    ])
    switch mishap {
    case .none: send(letter, at: instant)
    case .lost: break
    case .late: send(letter, at: instant + .seconds(random.span(20...900)))
    case .twice:
      send(letter, at: instant)
      send(letter, at: instant + .seconds(random.pick([0, 1, 20, 590, 610, 4000])))
    case .saidAgain:
      send(letter, at: instant)
      send(
        Letter(data, tag: letter.tag ?? "", id: letter.id.map { $0 + "/again" }),
        at: instant + .seconds(random.pick([0, 2, 599, 601])))
    case .expiring, .expired:
      let life = mishap == .expired ? 0 : random.pick([5, 60, 600] as [Int64])
      var data = data
      data["timestamp"] = instant.isoUTC
      send(
        Letter(
          data, tag: letter.tag ?? "", id: letter.id,
          around: ["android": .object(["ttl": .text("\(life)s")])]),
        at: instant + .seconds(random.span(0...90)))
    case .alertBeside:
      send(letter, at: instant)
      var alert = ["type": "brew_alert", "brewId": data["brewId"] ?? "", "title": "Look"]
      alert["body"] = "Said at \(instant.milliseconds)"
      send(
        Letter(alert, tag: letter.tag ?? "", id: letter.id.map { $0 + "/alert" }),
        at: instant + .seconds(random.span(0...5)))
    case .badBeside:
      send(letter, at: instant)
      send(badLetter(data), at: instant)
    }
  }

  /// An invalid message, with the field that its refusal names. (B1, B2)
  private func badLetter(_ good: [String: String]) -> Letter {
    var data = good
    func refused(_ field: String) -> Letter {
      Letter(refused: Letter(data, tag: "", id: nil).text, field: field)
    }
    switch random.span(0...8) {
    case 0: data["brewId"] = "../b"
    case 1: data["brewId"] = ""
    case 2: data["brewId"] = String(repeating: "b", count: 129)
    case 3: data["brewId"] = nil
    case 4:
      data["notes"] = String(repeating: "n", count: 8193)
      return refused("data.notes")
    case 5:
      for number in 0..<101 { data["k\(number)"] = "" }
      return refused("data")
    case 6: return Letter(refused: #"{"data":[1]}"#, field: "data")
    case 7: return Letter(refused: #"{"data":{"type":"unheard-of"}}"#, field: "data.type")
    default:
      return Letter(refused: random.pick(["", "[", "[]", "null", #"{"data":"#]), field: "message")
    }
    return refused("data.brewId")
  }

  // MARK: Plain messages

  /// Messages of no particular kind, some of them all at once. (B1, J26)
  private func writeSentences(_ count: Int) {
    let start = now + .seconds(random.span(0...120))
    for number in 0..<count {
      let id = random.once(in: 2) ? "s\(step)/\(number)" : nil
      let data = ["body": "Sentence \(step) \(number)", "title": "A service says"]
      var letter = Letter(data, tag: "general:", id: id, shape: random.pick([.flat, .nested]))
      if random.once(in: 4) {
        letter = Letter(
          [:], tag: "general:", id: id,
          around: ["notification": .object(data.mapValues { .text($0) })])
        letter.content = "sentence \(step) \(number)"
      }
      let at = start + .milliseconds(Int64(number) * 300)
      send(letter, at: at)
      if random.once(in: 4) { send(letter, at: at + .seconds(random.pick([1, 540, 660]))) }
    }
  }
}

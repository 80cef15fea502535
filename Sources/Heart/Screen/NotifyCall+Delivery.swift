package import CarillonLedger

extension NotifyCall {
  /// The call that shows `delivery` on a server with these traits; a pure function. (T10, T30)
  package init(
    _ delivery: Delivery, channel: Settings.ChannelChoice, traits: ServerTraits,
    replaces: OnScreen?, buttons: [Button], words: Words
  ) {
    let body = delivery.body ?? ""
    self.init(
      replaces: replaces, applicationName: "Carillon", icon: "org.carillon.Carillon",
      // The summary is plain text on every server; only the body may be markup.
      summary: delivery.title ?? "", body: traits.markup ? escape(body) : body,
      actions: traits.actions ? [NotifyCall.open(words)] + buttons : [],
      urgency: !channel.popup && traits.lowIsListOnly ? .low : .normal,
      category: delivery.origin == .test ? "" : "x-carillon.daily",
      desktopEntry: "org.carillon.Carillon")
    if let request = delivery.request { take(request, delivery, traits, words) }
    if suppressSound { return }
    if let name = delivery.soundName(in: channel) {
      if traits.sound { soundName = name }
    } else {
      suppressSound = true
    }
  }

  /// Adds what the message asks for and this server supports. (B6, B12–B14)
  private mutating func take(
    _ request: Request, _ delivery: Delivery, _ traits: ServerTraits, _ words: Words
  ) {
    if traits.actions {
      actions =
        [NotifyCall.open(words)]
        + request.actions.map { Button(key: $0.id, label: $0.title) }
    }
    if traits.replacingLosesButtons, !request.actions.isEmpty {
      let text = request.lastingText(of: delivery.body ?? "")
      body = traits.markup ? escape(text) : text
    }
    if urgency == .normal { urgency = request.urgency }
    category = request.category
    resident = request.resident
    if request.resident || request.lasts == true { expireTimeout = 0 }
    suppressSound = request.silent || request.soundless == true
    if traits.showsProgress { progress = request.progress }
  }

  private static func open(_ words: Words) -> Button {
    Button(key: SlotAction.open.rawValue, label: words.say("Open"))
  }
}

extension Request {
  /// `body` without the lines that are right only for a moment.
  package func lastingText(of body: String) -> String {
    guard let passing else { return body }
    return body.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !passing.contains($0.offset) }.map(\.element).joined(separator: "\n")
  }
}

extension Delivery {
  /// The sound's name in the sound theme; nil for silence, also where only its channel is silent. (B15, D14)
  package func soundName(in channel: Settings.ChannelChoice) -> String? {
    guard let usual = channel.soundName else { return nil }
    return switch request?.sound {
    case nil: usual
    case OwnSound.none?: nil
    case .named(let name): name
    }
  }
}

extension Settings.ChannelChoice {
  /// The sound's name in the sound theme; nil for silence. (B15)
  package var soundName: String? {
    sound == "default" ? Settings.ChannelChoice.usualSound : sound
  }

  package static let usualSound = "message-new-instant"
}

/// Escapes `text` for a body that the server reads as markup. (T10)
package func escape(_ text: String) -> String {
  var escaped = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
    case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
    case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
    default: escaped.append(scalar)
    }
  }
  return String(escaped)
}

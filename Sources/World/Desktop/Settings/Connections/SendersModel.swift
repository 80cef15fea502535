import CarillonEngine

/// The senders that were given keys. (C8)
struct SendersModel: Hashable {
  struct Sender: Hashable {
    let name: String
    /// Since when it is paired, and until when its former keys count.
    let detail: String
    /// False: what it sends cannot be opened.
    let hasKeys: Bool
  }

  let senders: [Sender]
  /// Why none can be paired now; nil if one can.
  let obstacle: String?
  /// Whether unlocking the keyring helps.
  let isLocked: Bool

  init(_ truth: SettingsModel.Truth, words: Words) {
    let report = truth.state
    let at: (String) -> String = { iso in
      Moment(iso: iso).map { words.at($0, today: truth.today) } ?? iso
    }
    senders = report.senders.map { sender in
      let detail =
        sender.hasKeys
        ? [
          words.say("Paired since {moment}", ["moment": at(sender.pairedAt)]),
          sender.formerUntil.map {
            words.say("former keys count until {moment}", ["moment": at($0)])
          },
        ].compactMap(\.self).joined(separator: " · ")
        : words.say("Needs pairing again: its keys are no longer here")
      return Sender(name: sender.name, detail: detail, hasKeys: sender.hasKeys)
    }
    isLocked = report.hasAddress && report.keyring == "locked"
    obstacle =
      if !report.hasAddress {
        words.say("Senders need an address: first choose a distributor, or add a topic.")
      } else if isLocked {
        words.say("Your keyring is locked. Unlock it to pair senders.")
      } else {
        nil
      }
  }
}

import CarillonEngine
import CarillonSlots

/// Other things related to content: hours with their own, reports to a service, encryption.
struct SurroundingsModel: Hashable {
  /// An hour with its own content or text.
  struct Own: Hashable {
    let slotID: String
    let title: String
  }

  /// Something that is reported to a service; read-only here. (T24)
  struct Told: Hashable {
    let title: String
    let host: String
  }

  let own: [Own]
  let told: [Told]
  /// Whether stored data is encrypted, and if not, why. (T28)
  let storage: Storage?

  struct Storage: Hashable {
    let isFine: Bool
    let title: String
    let detail: String
  }

  init(_ truth: SettingsModel.Truth, words: Words) {
    own = truth.configuration.slots.compactMap { slot in
      let values = ["time": words.clock(slot.id.time), "name": slot.label]
      let title: String? =
        switch (slot.fetch != nil, slot.template != nil) {
        case (true, true): words.say("{time} has content and text of its own", values)
        case (true, false): words.say("{time} has content of its own", values)
        case (false, true): words.say("{time} has a text of its own", values)
        case (false, false): nil
        }
      return title.map { Own(slotID: slot.id.description, title: $0) }
    }
    told = SurroundingsModel.told(truth.configuration.settings.callbacks, words)
    storage = StatusLine.lines(truth.state, today: truth.today, words: words)
      .first { $0.subject == .keyring }
      .map { Storage(isFine: $0.standing == .fine, title: $0.title, detail: $0.detail) }
  }

  private static func told(_ profile: CallbackProfile?, _ words: Words) -> [Told] {
    guard let profile else { return [] }
    let minutes = profile.heartbeatMinutes
    let all: [(FetchSpec?, String)] = [
      (profile.ackDelivery, words.say("Your service is told what was shown")),
      (profile.reportError, words.say("Your service is told what failed")),
      (
        profile.heartbeat,
        words.count(
          "Your service is told every {n} minute that Carillon is running",
          "Your service is told every {n} minutes that Carillon is running", minutes)
      ),
    ]
    return all.compactMap { spec, title in
      spec.map { Told(title: title, host: SourceForm.host(of: $0.url) ?? $0.url) }
    }
  }
}

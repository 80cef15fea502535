import CarillonEngine
import CarillonSlots

/// Apps and services that push to this computer, by a distributor. (C3, C6)
struct PushModel: Hashable {
  /// How it is, or what is missing.
  struct Note: Hashable {
    let standing: StatusLine.Standing
    let title: String
    let detail: String
  }

  let choice: Choice
  let isChosen: Bool
  /// Nil if none is wanted, and there are some.
  let state: Note?
  /// That messages wait for the keyring. (C2)
  let waiting: Note?

  init(_ truth: SettingsModel.Truth, distributors: [String]?, words: Words) {
    let setting = truth.configuration.settings.distributor
    let none = Choice.Option(value: .null, text: words.say("None"))
    let auto = Choice.Option(value: .text("auto"), text: words.say("Automatic"))
    let found = (distributors ?? []).map {
      Choice.Option(value: .text($0), text: PushModel.name($0))
    }
    let current =
      switch setting {
      case nil: none
      case "auto"?: auto
      case .some(let name): Choice.Option(value: .text(name), text: PushModel.name(name))
      }
    choice = Choice([none, auto] + found, current: current)
    isChosen = setting != nil
    let maker = Maker(truth: truth, words: words)
    state = setting.map { maker.state($0) } ?? (distributors == [] ? maker.absent(nil) : nil)
    let count = truth.state.sealedCount
    waiting =
      count == 0
      ? nil
      : Note(
        standing: .wrong,
        title: words.count(
          "{n} message waits for your keyring", "{n} messages wait for your keyring", count),
        detail: words.say("They are sealed, and their keys are in it."))
  }

  /// A distributor as people know it, by its name on the bus.
  static func name(_ busName: String) -> String {
    let tail = busName.replacing("org.unifiedpush.Distributor.", with: "")
    return tail == "kde" ? "KUnifiedPush" : tail
  }

  private struct Maker {
    let truth: SettingsModel.Truth
    let words: Words

    func state(_ setting: String) -> Note {
      let carrier = truth.state.carriers.first { $0.name == Carrier.unifiedPush }
      if carrier?.state == Carrier.Phase.absent.rawValue {
        return absent(setting == "auto" ? nil : setting)
      }
      let line = ConnectionLine(carrier, today: truth.today, words: words)
      var details = line.details
      if setting == "auto", let name = truth.state.distributor {
        details.insert(words.say("Through {name}.", ["name": PushModel.name(name)]), at: 0)
      }
      return Note(
        standing: line.standing, title: line.title, detail: details.joined(separator: " "))
    }

    /// There is none at all, or not the one of this name.
    func absent(_ busName: String?) -> Note {
      let title =
        busName.map {
          words.say("{name} is not on this computer", ["name": PushModel.name($0)])
        } ?? words.say("There is no distributor on this computer")
      return Note(
        standing: truth.configuration.settings.distributor == nil ? .notable : .wrong,
        title: title,
        detail: words.say(
          "A distributor is a program that receives push messages for all others. Install one, such "
            + "as KUnifiedPush, with your software center."))
    }
  }
}

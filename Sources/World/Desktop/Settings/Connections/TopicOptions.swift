import CGtk
import CarillonEngine
import CarillonGLib

/// A change of what a user wants of a topic. (C4, C5)
enum TopicChange: Hashable {
  case name(String)
  case token(String)
  case removeToken
  case at(JSONValue)
  case sealed(Bool)
  case urgent(Bool)
  case pictures(Bool)

  func apply(to form: inout TopicForm) {
    switch self {
    case .name(let name): form.name = name
    case .token(let token): form.token = token
    case .removeToken: (form.token, form.kept, form.isWithoutStored) = ("", nil, true)
    case .at(let at): form.at = Settings.ChannelChoice.At(chosen: at)
    case .sealed(let isSealed): form.isSealed = isSealed
    case .urgent(let isUrgent): form.isUrgentAllowed = isUrgent
    case .pictures(let areForeign): form.hasForeignPictures = areForeign
    }
  }
}

extension TopicSubscription {
  /// Applies what is the subscription's own; its token and its channel are not.
  mutating func apply(_ change: TopicChange) {
    switch change {
    case .name(let name): self.name = name
    case .sealed(let isSealed): self.isSealed = isSealed
    case .urgent(let isUrgent): isUrgentAllowed = isUrgent
    case .pictures(let areForeign): hasForeignPictures = areForeign
    case .token, .removeToken, .at: break
    }
  }
}

extension Settings.ChannelChoice.At {
  /// A choice of ``OptionsModel/At``.
  init(chosen value: JSONValue) {
    switch value {
    case .text("slot"): self = .slot
    case .text("now"): self = .now
    case .text(let item): self = .item(item)
    default: self = .now
    }
  }
}

/// The controls of what a user wants of a topic, without its address, name and token.
final class TopicOptions {
  let widgets: [Widget]
  let rows: [OptionRow]
  private let at: ChoiceControl
  private let atRow: OptionRow
  private let sealed: SwitchControl
  private let urgent: SwitchControl
  private let pictures: SwitchControl

  init(words: Words, change: @escaping (TopicChange) -> Void) {
    at = ChoiceControl { change(.at($0.value)) }
    sealed = SwitchControl { change(.sealed($0)) }
    urgent = SwitchControl { change(.urgent($0)) }
    pictures = SwitchControl { change(.pictures($0)) }
    atRow = OptionRow(words.say("_When"), choice: at)
    let sealedRow = OptionRow(
      words.say("Only _encrypted messages"),
      detail: words.say("Anything else that is sent to the topic is not shown"),
      controls: [sealed.widget], folds: false)
    let urgentRow = OptionRow(
      words.say("_Priority 5 is urgent"),
      detail: words.say("Such messages are shown at once, even while paused or in quiet hours"),
      controls: [urgent.widget], folds: false)
    let picturesRow = OptionRow(
      words.say("Pictures from _other computers"),
      detail: words.say("Fetching one tells its sender that you are there"),
      controls: [pictures.widget], folds: false)
    rows = [atRow, sealedRow, urgentRow, picturesRow]
    widgets = rows.map(\.widget)
  }

  func show(
    at model: OptionsModel.At, isSealed: Bool, isUrgentAllowed: Bool, hasForeignPictures: Bool
  ) {
    at.show(model.choice)
    atRow.setDetail(model.detail)
    sealed.show(isSealed)
    urgent.show(isUrgentAllowed)
    pictures.show(hasForeignPictures)
  }
}

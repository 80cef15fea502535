import CGtk
import CarillonEngine
import CarillonGLib

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

import CGtk
import CarillonEngine
import CarillonGLib

/// Settings of a notification type: whether it is on, its sound, and how and when it is shown. (D7, B15, §5)
final class KindOptions {
  let widgets: [Widget]
  let rows: [OptionRow]
  private let onOff: SwitchControl
  private let sound: ChoiceControl
  private let play: Widget
  private let popup: ChoiceControl
  private let popupRow: OptionRow
  private let at: ChoiceControl
  private let atRow: OptionRow
  private let disclosure: Disclosure
  private var subscription: Subscription?

  init(_ kind: OptionsModel.Kind, isOpen: Bool, words: Words, _ actions: OptionsActions) {
    let set: (String, JSONValue) -> Void = { key, value in
      actions.set("channels", .object([kind.id: .object([key: value])]))
    }
    onOff = SwitchControl { set("enabled", .bool($0)) }
    sound = ChoiceControl { set("sound", $0.value) }
    popup = ChoiceControl { set("popup", $0.value) }
    at = ChoiceControl { set("at", $0.value) }
    play = Build.iconButton("media-playback-start-symbolic", named: words.say("Play"))
    let soundRow = OptionRow(words.say("_Sound"), choice: sound, beside: [play])
    popupRow = OptionRow(words.say("S_hown as"), choice: popup)
    atRow = OptionRow(words.say("_When"), choice: at)
    for row in [popupRow, atRow] { Build.setVisible(row.widget, false) }
    disclosure = Disclosure(
      named: words.say("More about {kind}", ["kind": kind.name]), isOpen: isOpen,
      rows: [atRow.widget, soundRow.widget, popupRow.widget])
    // A name from a service may contain underscores, which must not become mnemonics.
    let head = OptionRow(
      kind.name.replacing("_", with: "__"), detail: kind.detail,
      controls: [onOff.widget, disclosure.button])
    Build.call(onOff.widget, kind.name)
    rows = [atRow, soundRow, popupRow]
    widgets = [head.widget, disclosure.content]
    subscription = play.on("clicked") { [weak self] in
      // Plays the selected sound, even if it is not saved yet.
      if case .text(let name)? = self?.sound.chosen?.value { actions.play(name) }
    }
  }

  func show(_ kind: OptionsModel.Kind) {
    onOff.show(kind.isOn)
    sound.show(kind.sound)
    gtk_widget_set_sensitive(play, kind.sound.current.value == .null ? 0 : 1)
    if let choice = kind.popup { popup.show(choice) }
    Build.setVisible(popupRow.widget, kind.popup != nil)
    if let model = kind.at {
      at.show(model.choice)
      atRow.setDetail(model.detail)
    }
    Build.setVisible(atRow.widget, kind.at != nil)
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// Whether what was missed is told after unlocking. (T38)
final class AwayOption {
  var widget: Widget { row.widget }
  private let row: OptionRow
  private let onOff: SwitchControl

  init(words: Words, _ actions: OptionsActions) {
    onOff = SwitchControl { actions.set("away", .bool($0)) }
    row = OptionRow(
      words.say("Tell me after _unlocking what I missed"), controls: [onOff.widget], folds: false)
  }

  func show(_ flag: OptionsModel.Flag) {
    onOff.show(flag.isOn)
    gtk_widget_set_sensitive(onOff.widget, flag.isFree ? 1 : 0)
    row.setDetail(flag.detail)
  }
}

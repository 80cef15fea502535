import CGtk
import CarillonEngine
import CarillonGLib

/// Apps and services that push to this computer: the distributor, and how it is. (C3, C6)
final class PushCard {
  let widget: Widget
  private let choice: ChoiceControl
  private let state: Section<State>
  private let test: WayTestView
  private let folding: RowFolding

  private struct State: Hashable {
    let state: PushModel.Note?
    let waiting: PushModel.Note?
    let isTight: Bool
  }

  init(words: Words, act: @escaping (ConnectionsAction) -> Void) {
    choice = ChoiceControl { act(.distributor($0.value)) }
    let row = OptionRow(words.say("_Distributor"), choice: choice)
    state = Section { model, section in
      var rows: [Widget] = []
      if let note = model.state { rows.append(NoteRow.build(note, isTight: model.isTight)) }
      if let note = model.waiting {
        let button = Build.button(words.say("Unlock…"))
        section.on(button) { act(.unlockKeyring) }
        rows.append(NoteRow.build(note, button: button, isTight: model.isTight))
      }
      return rows
    }
    Build.add(["top-line"], to: state.widget)
    test = WayTestView(
      words: words, begin: { act(.testWay(Carrier.unifiedPush)) }, close: { act(.closeTest) })
    let title = words.say("Push from Apps and Services")
    let heading = Build.column(
      [
        Build.label(title, "heading"),
        Build.label(
          words.say(
            "A distributor brings them through UnifiedPush, even while Carillon is closed."),
          "second"),
      ], spacing: 2)
    let card = Build.column([row.widget, state.widget, test.widget], "card")
    Build.call(card, title)
    widget = Build.column([heading, card], spacing: 6)
    folding = RowFolding(widget, rows: [row])
  }

  func show(_ model: PushModel, isTight: Bool) {
    choice.show(model.choice)
    state.show(State(state: model.state, waiting: model.waiting, isTight: isTight))
    Build.setVisible(test.widget, model.isChosen)
  }

  func show(_ model: WayTestModel?, isBusy: Bool) { test.show(model, isBusy: isBusy) }

  func focusTest() { test.takeFocus() }

  func takeFocus() { gtk_widget_child_focus(choice.widget, GTK_DIR_TAB_FORWARD) }
}

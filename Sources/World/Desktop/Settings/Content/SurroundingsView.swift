import CGtk
import CarillonEngine
import CarillonGLib

/// The parts below the text: hours with their own, reports to a service, encryption.
final class SurroundingsView {
  /// Placed directly below the text.
  let own: Widget
  let widget: Widget
  private let words: Words
  private let ownSection: Section<[SurroundingsModel.Own]>
  private let toldSection: Section<[SurroundingsModel.Told]>
  private let storage: Section<SurroundingsModel.Storage>

  /// `go` opens the hour with this id.
  init(words: Words, go: @escaping (String) -> Void) {
    self.words = words
    ownSection = Section(spacing: 6) { own, section in
      var children = [
        Build.label(
          words.say("Used for all hours without their own content or text."), "second")
      ]
      children += own.map { own in
        let button = Build.button(own.title, "flat", "link-line")
        gtk_widget_set_halign(button, GTK_ALIGN_START)
        section.on(button) { go(own.slotID) }
        return button
      }
      return children
    }
    toldSection = Section(spacing: 6) { told, _ in
      guard !told.isEmpty else { return [] }
      let rows = told.map { Build.row([Build.lines($0.title, $0.host)], "row") }
      return [
        Build.label(words.say("What your service is told"), "heading"), Build.column(rows, "card"),
        Build.label(words.say("Change this with carillonctl config."), "second"),
      ]
    }
    storage = Section { storage, _ in
      let icon =
        storage.isFine
        ? Build.icon("changes-prevent-symbolic", "ok")
        : Build.icon("changes-allow-symbolic", "dim")
      return [Build.row([icon, Build.lines(storage.title, storage.detail)])]
    }
    own = ownSection.widget
    widget = Build.column([toldSection.widget, storage.widget], spacing: 24)
  }

  func show(_ truth: SettingsModel.Truth) {
    let model = SurroundingsModel(truth, words: words)
    ownSection.show(model.own)
    toldSection.show(model.told)
    if let line = model.storage { storage.show(line) }
  }
}

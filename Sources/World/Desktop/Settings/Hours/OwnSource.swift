import CGtk
import CarillonEngine
import CarillonSlots
import CarillonGLib

/// The source of one hour's content, if it has its own. (T1)
final class OwnSource {
  var widget: Widget { choice.widget }
  var row: AdaptiveRow { choice.row }
  private let choice: OwnChoice
  private let address: EditedEntry
  private let problem = Build.label("", "second", "err")
  private var spec: FetchSpec?
  /// Chosen, but no address was entered yet.
  private var isNew = false

  /// `opened` gets the fields when the user asks for them, and what focuses one.
  init(
    words: Words, opened: @escaping (Widget, @escaping () -> Void) -> Void,
    save: @escaping (FetchSpec?) -> Void
  ) {
    let reference = Reference()
    address = EditedEntry(
      named: words.say("Address"), placeholder: words.say("https://example.org/feed.xml"),
      typed: { _ in reference.source?.show(problem: nil) },
      save: { reference.source?.take($0, words, save) ?? true })
    choice = OwnChoice(
      words.say("_Content"), own: Build.column([address.widget, problem], spacing: 6),
      words: words
    ) { isOwn in
      guard let source = reference.source else { return }
      source.isNew = isOwn && source.spec == nil
      if isOwn {
        opened(source.widget) { gtk_widget_grab_focus(source.address.widget) }
      } else {
        source.address.revert()
        if source.spec != nil { save(nil) }
      }
    }
    gtk_widget_set_valign(address.widget, GTK_ALIGN_FILL)
    show(problem: nil)
    reference.source = self
  }

  func show(_ spec: FetchSpec?, usual: String) {
    self.spec = spec
    if spec != nil { isNew = false }
    choice.show(isOwn: spec != nil || isNew, usual: usual)
    address.show(spec?.url ?? "")
  }

  func flush() {
    address.flush()
  }

  func revert() {
    address.revert()
    isNew = false
  }

  private final class Reference {
    weak var source: OwnSource?
  }

  /// Keeps other parts of the source, such as headers.
  private func take(_ text: String, _ words: Words, _ save: (FetchSpec?) -> Void) -> Bool {
    var spec = spec ?? FetchSpec(url: "")
    let url = TypedAddress.completed(text)
    // Pointers belong to the address that they were chosen for.
    if spec.url.prefix(while: { !"?#".contains($0) }) != url.prefix(while: { !"?#".contains($0) }) {
      spec.pointers = [:]
    }
    spec.url = url
    guard spec.isAllowed else {
      show(
        problem: words.say(
          "Enter an address that begins with https://, or a file: file:///home/…"))
      return false
    }
    save(spec)
    return true
  }

  private func show(problem text: String?) {
    gtk_label_set_text(problem.of(GtkLabel.self), text ?? "")
    gtk_widget_set_no_show_all(problem, 1)
    gtk_widget_set_visible(problem, text == nil ? 0 : 1)
  }
}

extension FetchSpec {
  /// Whether the engine would accept it, by the rules for reading its own documents.
  var isAllowed: Bool {
    let noon = SlotID(WallTime(ofDay: 720))
    let slot = Slot(id: noon, label: "", fetch: self, considered: LocalDate(dayNumber: 0))
    let patch = ConfigurationReport(slots: [slot]).slotsPatch
    do throws(Refusal) {
      _ = try ConfigurationReport(JSONValue.object(patch))
      return true
    } catch {
      return false
    }
  }
}

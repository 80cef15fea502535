import CGtk
import CarillonEngine
import CarillonGLib

/// An entry for a time; it accepts "730" too, and Up and Down change it by five minutes.
final class TimeField {
  var widget: Widget { entry.widget }
  private let entry: EditedEntry
  private let check: (String) -> TakenMinutes.Check
  private let problem: (TakenMinutes.Check?) -> Void
  private let words: Words
  private var subscription: Subscription?

  /// `problem` receives what is wrong with the input, or nil, at each change; `save` receives a new free
  /// time and returns whether it was accepted; if not, it stays as typed.
  init(
    words: Words, isLarge: Bool = true, check: @escaping (String) -> TakenMinutes.Check,
    problem: @escaping (TakenMinutes.Check?) -> Void, save: @escaping (WallTime) -> Bool
  ) {
    self.words = words
    self.check = check
    self.problem = problem
    let reference = Reference()
    entry = EditedEntry(
      named: words.term("time of day", "Time"), width: words.region.timeWidth,
      typed: { text in
        // Incomplete input is not wrong yet: 12 may become 12:30.
        let found = check(text)
        let isWhole = text.count(where: \.isWholeNumber) >= 4
        if case .taken = found, isWhole {
          reference.field?.tell(found)
        } else {
          reference.field?.tell(nil)
        }
      },
      save: { text in
        let found = check(text)
        guard case .free(let time) = found else {
          reference.field?.tell(found)
          return false
        }
        return save(time)
      })
    // AM or PM would not fit beside large digits.
    if isLarge, !words.region.twelveHours { Build.add(["time"], to: entry.widget) }
    gtk_entry_set_alignment(entry.widget.of(GtkEntry.self), 0.5)
    gtk_entry_set_max_length(entry.widget.of(GtkEntry.self), 16)
    subscription = entry.widget.onKey { key in
      guard key.isPlain, key.value == GDK_KEY_Up || key.value == GDK_KEY_Down,
        let field = reference.field
      else { return false }
      field.step(key.value == GDK_KEY_Up ? 1 : -1)
      return true
    }
    reference.field = self
  }

  var text: String { entry.text }
  var isEdited: Bool { entry.isEdited }

  /// The time entered, if it is free.
  var time: WallTime? {
    if case .free(let time) = check(entry.text) { return time }
    return nil
  }

  func show(_ time: WallTime) {
    entry.show(words.clock(time))
  }

  /// Sets `time` as if it were typed.
  func type(_ time: WallTime) {
    entry.type(words.clock(time))
  }

  func flush() {
    entry.flush()
  }

  func revert() {
    entry.revert()
  }

  func takeFocus() {
    gtk_widget_grab_focus(entry.widget)
  }

  private final class Reference {
    weak var field: TimeField?
  }

  private func step(_ direction: Int) {
    guard let time = WallTime(typed: entry.text, in: words.region) else { return }
    entry.type(words.clock(time.stepped(direction)))
  }

  private func tell(_ found: TakenMinutes.Check?) {
    let context = gtk_widget_get_style_context(entry.widget)
    if found == nil {
      gtk_style_context_remove_class(context, "wrong")
    } else {
      gtk_style_context_add_class(context, "wrong")
    }
    problem(found)
  }
}

import CGtk
import CarillonEngine
import CarillonGLib

/// An entry for a number of minutes; Up and Down change it by one.
final class MinutesField {
  let entry: EditedEntry
  /// Behind the entry.
  let unit: Widget
  private var subscription: Subscription?

  /// `save` returns whether the text was accepted; if not, it stays as typed.
  init(
    named name: String, _ range: ClosedRange<Int>, words: Words, typed: @escaping (String) -> Void,
    save: @escaping (String) -> Bool
  ) {
    let entry = EditedEntry(named: name, width: 3, typed: typed, save: save)
    self.entry = entry
    unit = Build.label(words.term("unit", "min"), expands: false)
    gtk_entry_set_max_length(entry.widget.of(GtkEntry.self), 4)
    gtk_entry_set_alignment(entry.widget.of(GtkEntry.self), 1)
    gtk_entry_set_input_purpose(entry.widget.of(GtkEntry.self), GTK_INPUT_PURPOSE_DIGITS)
    subscription = entry.widget.onKey { [weak entry] key in
      guard key.isPlain, key.value == GDK_KEY_Up || key.value == GDK_KEY_Down, let entry else {
        return false
      }
      let step = key.value == GDK_KEY_Up ? 1 : -1
      let number = JourneyForm.minutes(entry.text, range).map { $0 + step } ?? range.lowerBound
      entry.type(String(min(max(number, range.lowerBound), range.upperBound)))
      return true
    }
  }
}

import CGtk
import CarillonAnswers
import CarillonEngine
import CarillonGLib

/// Shows the one line that a sender needs, also as a QR code. (B30, C8)
final class PairingDialog {
  private let dialog: QuestionDialog
  private let copy: Widget
  private let code: QRCodeView?
  private var subscription: Subscription?

  /// `closed` is called once.
  init(
    _ name: String, line: String, over widget: Widget, words: Words,
    closed: @escaping () -> Void
  ) {
    let values = ["name": name]
    let text = Build.label(
      words.say(
        "Give this line to {name}: copy it there, or read the code with a camera. "
          + "Carillon’s manual for senders has recipes.", values))
    let secret = Build.label(
      words.say("Keep it secret: whoever has it can send you messages as {name}.", values),
      "second")
    let entry: Widget = gtk_entry_new()
    gtk_entry_set_text(entry.of(GtkEntry.self), line)
    gtk_editable_set_editable(OpaquePointer(entry), 0)
    gtk_entry_set_width_chars(entry.of(GtkEntry.self), 12)
    gtk_widget_set_hexpand(entry, 1)
    Build.call(entry, words.say("Line for {name}", values))
    let copy = Build.command(words.say("_Copy"), "suggested-action")
    self.copy = copy
    code = QRCode(line).map { QRCodeView($0, named: words.say("QR code of this line")) }
    var parts = [text, Build.row([entry, copy], spacing: 6)]
    if let code { parts.append(code.widget) }
    parts.append(secret)
    let content = Build.column(parts, spacing: 12)
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    dialog = QuestionDialog(name, content, accept: nil, over: widget, words: words) { _ in
      closed()
    }
    subscription = copy.on("clicked") {
      Clipboard.copy(line)
      gtk_button_set_label(copy.of(GtkButton.self), words.say("Copied"))
    }
    dialog.show(focusing: copy)
  }
}

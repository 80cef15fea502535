import CGtk
import CarillonEngine
import CarillonGLib

/// One header: its name, its value, and whether the value is secret. (T27)
final class HeaderRow {
  let widget: Widget
  var onEdit: (_ header: HeaderForm, _ isWhole: Bool) -> Void = { _, _ in }
  var onRemove: () -> Void = {}
  var onDone: () -> Void = {}

  private let name = TextField()
  private let value = TextField()
  private let secret: Widget
  private let problem: ProblemLabel
  private let words: Words
  private var header = HeaderForm()
  private var subscriptions: [Subscription] = []
  private var updating = false

  init(words: Words) {
    self.words = words
    secret = gtk_check_button_new_with_mnemonic(words.say("S_ecret"))
    problem = ProblemLabel(name.input)
    let remove = Build.iconButton("list-remove-symbolic", named: words.say("Remove This Header"))
    Build.call(name.input, words.say("Header name"))
    Build.call(value.input, words.say("Header value"))
    gtk_entry_set_placeholder_text(name.input.of(GtkEntry.self), words.say("Name"))
    widget = Build.column(
      [
        name.widget, Build.row([value.widget, secret, remove], spacing: 6), problem.widget,
      ], spacing: 6, "row")
    name.onChange = { [weak self] in self?.typedName() }
    value.onChange = { [weak self] in
      guard let self else { return }
      var changed = header
      changed.value = value.text
      onEdit(changed, false)
    }
    for field in [name, value] {
      field.onLeave = { [weak self] in self?.onDone() }
      field.onEnter = { [weak self] in self?.onDone() }
    }
    subscriptions = [
      remove.on("clicked") { [weak self] in self?.onRemove() },
      secret.on("toggled") { [weak self] in self?.toggled() },
    ]
  }

  func takeFocus() {
    gtk_widget_grab_focus(name.input)
  }

  func show(_ header: HeaderForm, problem text: String?) {
    self.header = header
    updating = true
    defer { updating = false }
    name.show(header.name)
    value.show(header.value)
    gtk_toggle_button_set_active(secret.of(GtkToggleButton.self), header.isSecret ? 1 : 0)
    // A stored secret cannot be read back, only replaced or removed.
    gtk_widget_set_sensitive(secret, header.kept == nil ? 1 : 0)
    let entry = value.input.of(GtkEntry.self)
    gtk_entry_set_visibility(entry, header.isSecret ? 0 : 1)
    gtk_entry_set_input_purpose(
      entry, header.isSecret ? GTK_INPUT_PURPOSE_PASSWORD : GTK_INPUT_PURPOSE_FREE_FORM)
    gtk_entry_set_placeholder_text(
      entry, header.kept == nil ? words.say("Value") : words.say("Stored; type to replace"))
    problem.show(text)
  }

  private func typedName() {
    var changed = header
    changed.name = name.text
    // Only if the user has not decided yet.
    if header.value.isEmpty, header.kept == nil, HeaderForm.soundsSecret(changed.name) {
      changed.isSecret = true
    }
    onEdit(changed, false)
  }

  private func toggled() {
    guard !updating else { return }
    var changed = header
    changed.isSecret = gtk_toggle_button_get_active(secret.of(GtkToggleButton.self)) != 0
    onEdit(changed, true)
  }
}
